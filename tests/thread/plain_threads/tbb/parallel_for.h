#pragma once

// Loops of oneTBB, for builds with ThreadSanitizer only, by plain threads: the library is not compiled with the sanitizer,
// which would see none of its waiting and take every loop for a race.

#include_next <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tbb {

/// Runs `task` in several threads at once, and throws what the first of them threw.
template <class Task>
void on_plain_threads(int threads, const Task& task) {
    std::mutex mutex;
    std::exception_ptr error;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            try {
                task();
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
            }
        });
    }
    for (std::thread& worker : workers) worker.join();
    if (error) std::rethrow_exception(error);
}

template <class Index, class Body>
void plain_parallel_for(Index first, Index last, const Body& body) {
    std::atomic<Index> next{first};
    // Relaxed, so that taking turns hides no race between two turns.
    const auto take = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
    const auto count = static_cast<int>(std::min<Index>(last - first, static_cast<Index>(1) << 20));
    on_plain_threads(std::min(this_task_arena::max_concurrency(), count), [&] {
        for (Index i = take(); i < last; i = take()) body(i);
    });
}

/// A loop of its own, which nothing around it gives up.
template <class Index, class Body>
void plain_parallel_for(Index first, Index last, const Body& body, const task_group_context&) {
    plain_parallel_for(first, last, body);
}

template <class Index, class Body, class Partitioner>
void plain_parallel_for(const blocked_range<Index>& range, const Body& body, const Partitioner&) {
    plain_parallel_for(range.begin(), range.end(), [&](Index i) { body(blocked_range<Index>(i, i + 1)); });
}

}  // namespace tbb

#define parallel_for plain_parallel_for
