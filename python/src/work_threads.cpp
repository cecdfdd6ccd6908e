#include "work_threads.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace stickslip::python {

namespace {

class WorkThreads {
public:
    void run(std::function<void()> job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
            if (idle_ >= jobs_.size()) {
                has_job_.notify_one();
                return;
            }
        }
        std::thread([this] { work(); }).detach();
    }

    [[nodiscard]] bool is_of_this_process() const { return owner_ == getpid(); }

private:
    [[noreturn]] void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            ++idle_;
            has_job_.wait(lock, [&] { return !jobs_.empty(); });
            --idle_;
            {
                const std::function<void()> job = std::move(jobs_.front());
                jobs_.pop_front();
                lock.unlock();
                job();
            }
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable has_job_;
    std::deque<std::function<void()>> jobs_;
    std::size_t idle_ = 0;  ///< threads that wait, or are about to take a job
    pid_t owner_ = getpid();
};

/// Never destroyed: its threads live as long as the process. That of a parent process is left alone, because its lock
/// may be held by a thread that did not come along.
std::atomic<WorkThreads*> threads{nullptr};

WorkThreads& work_threads() {
    WorkThreads* found = threads;
    while (found == nullptr || !found->is_of_this_process()) {
        auto* const fresh = new WorkThreads;
        if (threads.compare_exchange_strong(found, fresh)) return *fresh;
        delete fresh;
    }
    return *found;
}

}  // namespace

void run_on_work_thread(std::function<void()> job) { work_threads().run(std::move(job)); }

}  // namespace stickslip::python
