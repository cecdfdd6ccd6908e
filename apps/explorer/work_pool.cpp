#include "work_pool.hpp"

namespace stickslip::explorer {

WorkPool::WorkPool(std::size_t threads, std::size_t longest_queue) : longest_queue_(longest_queue) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

WorkPool::~WorkPool() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
        queue_.clear();
    }
    has_work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

bool WorkPool::offer(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (is_closing_ || queue_.size() >= longest_queue_) return false;
        queue_.push_back(std::move(job));
    }
    has_work_.notify_one();
    return true;
}

void WorkPool::run() {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            has_work_.wait(lock, [this] { return is_closing_ || !queue_.empty(); });
            if (queue_.empty()) return;
            job = std::move(queue_.front());
            queue_.pop_front();
        }
        job();
    }
}

}  // namespace stickslip::explorer
