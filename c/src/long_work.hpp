#pragma once

// Long work on a thread of its own, while the thread that called listens to its callbacks; without callbacks the work
// is done where it was asked for.

#include <tbb/task_arena.h>

#include <future>
#include <thread>
#include <utility>

#include "kernel/watch.hpp"
#include "request.hpp"

namespace stickslip::c {

/// `work(watch)` with as many threads as the option `threads` says.
template <class Work>
auto in_arena(const Options& options, Watch& watch, const Work& work) {
    const auto scoped = [&] {
        const InterruptionScope scope(watch.wanted());
        return work(watch);
    };
    const auto count = options.whole("threads", 1);
    if (!count) return scoped();
    tbb::task_arena arena(static_cast<int>(*count));
    return arena.execute(scoped);
}

/// @throws what `work` throws; Interrupted where the callback of the request wants it.
template <class Work>
auto watched(const Options& options, const Work& work) {
    const stickslip_request& request = options.request();
    Watch watch;
    if (request.is_interruption_wanted == nullptr && request.progress == nullptr) {
        return in_arena(options, watch, work);
    }
    std::packaged_task<decltype(work(watch))()> task([&] { return in_arena(options, watch, work); });
    auto found = task.get_future();
    std::jthread worker(std::move(task));
    bool is_stopping = false;
    while (found.wait_for(between_looks) != std::future_status::ready) {
        if (is_stopping) continue;
        if (request.progress != nullptr) request.progress(request.progress_user, watch.done());
        if (request.is_interruption_wanted == nullptr) continue;
        is_stopping = request.is_interruption_wanted(request.interruption_user) != 0;
        if (is_stopping) watch.stop();
    }
    return found.get();
}

}  // namespace stickslip::c
