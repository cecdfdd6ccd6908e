#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stickslip::explorer {

/// A question to compute, and what to do instead where there is no room for it.
struct Job {
    std::function<void()> run;
    std::function<void()> refuse;
};

/// Which of the waiting jobs comes next.
enum class Order {
    oldest_first,
    newest_first,  ///< a flood of questions makes those wait that are late already, not the latest one
};

/// A fixed number of threads and a queue of bounded length; at its bound the oldest job is refused.
class WorkPool {
public:
    WorkPool(std::size_t threads, std::size_t longest_queue, Order);
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;
    /// Drops what waits and waits for what runs.
    ~WorkPool();

    void offer(Job);

private:
    void run();

    std::size_t longest_queue_;
    Order order_;
    std::mutex mutex_;
    std::condition_variable has_work_;
    std::deque<Job> queue_;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace stickslip::explorer
