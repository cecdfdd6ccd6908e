#pragma once

#include <tbb/task_arena.h>

#include "kernel/in_parallel.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

/// `work(i)` for every i below `count`, for a tile whose cells all threads share. Isolated: a thread that waits here
/// must not begin another tile. @throws Interrupted if the calling thread was asked to stop.
template <class Work>
void on_all_threads(std::size_t count, const Work& work) {
    const std::atomic<bool>& wanted = InterruptionScope::wanted();
    tbb::this_task_arena::isolate([&] {
        in_parallel(std::size_t{0}, count, [&](std::size_t i) {
            const InterruptionScope scope(wanted);
            throw_if_interrupted();
            work(i);
        });
    });
}

}  // namespace stickslip
