#pragma once

#include <functional>

namespace stickslip::python {

/// Runs `job` on a thread that has nothing to do, or on a new one. Threads are kept for the next job: oneTBB keeps what
/// it allots to every thread that ever started a parallel loop, so that a thread for each call would be a leak.
/// A job must not throw. After a fork the child begins without threads.
void run_on_work_thread(std::function<void()> job);

}  // namespace stickslip::python
