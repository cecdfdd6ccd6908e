#pragma once

// A group of tasks of oneTBB, for builds with ThreadSanitizer only, by plain threads, like the loops of parallel_for.h.

#include_next <tbb/task_group.h>

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tbb {

class plain_task_group {
public:
    template <class Task>
    void run(Task task) {
        workers_.emplace_back([this, task] {
            try {
                task();
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!error_) error_ = std::current_exception();
            }
        });
    }

    void wait() {
        for (std::thread& worker : workers_) worker.join();
        workers_.clear();
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::mutex mutex_;
    std::exception_ptr error_;
    std::vector<std::thread> workers_;
};

}  // namespace tbb

#define task_group plain_task_group
