#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stickslip::explorer {

/// A fixed number of threads and a queue of bounded length.
class WorkPool {
public:
    WorkPool(std::size_t threads, std::size_t longest_queue);
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;
    /// Drops what waits and waits for what runs.
    ~WorkPool();

    /// False if the queue is full; the job is then not taken.
    [[nodiscard]] bool offer(std::function<void()> job);

private:
    void run();

    std::size_t longest_queue_;
    std::mutex mutex_;
    std::condition_variable has_work_;
    std::deque<std::function<void()>> queue_;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace stickslip::explorer
