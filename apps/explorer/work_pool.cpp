#include "work_pool.hpp"

namespace stickslip::explorer {

WorkPool::WorkPool(std::size_t threads, std::size_t queue_length, Order order)
    : longest_queue_(queue_length), order_(order) {
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

void WorkPool::offer(Job job) {
    Job refused;
    {
        const std::lock_guard lock(mutex_);
        if (is_closing_) return;
        queue_.push_back(std::move(job));
        if (queue_.size() > longest_queue_) {
            refused = std::move(queue_.front());
            queue_.pop_front();
        }
    }
    has_work_.notify_one();
    if (refused.refuse) refused.refuse();
}

void WorkPool::run() {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            has_work_.wait(lock, [this] { return is_closing_ || !queue_.empty(); });
            if (queue_.empty()) return;
            const bool is_newest_first = order_ == Order::newest_first;
            job = std::move(is_newest_first ? queue_.back() : queue_.front());
            if (is_newest_first) {
                queue_.pop_back();
            } else {
                queue_.pop_front();
            }
        }
        job.run();
    }
}

}  // namespace stickslip::explorer
