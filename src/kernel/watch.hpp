#pragma once

// Between long work and the thread that waits for it: a request to stop one way, the share that is done the other way.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>

#include "stickslip/interruption.hpp"

namespace stickslip {

/// How long somebody who waits sleeps between two looks: short for people, long for the work.
inline constexpr std::chrono::milliseconds between_looks{80};

/// What long work is told and tells, from any of its threads.
class Watch {
public:
    [[nodiscard]] const std::atomic<bool>& wanted() const { return is_stopped_; }
    [[nodiscard]] double done() const { return done_; }
    void stop() { is_stopped_ = true; }

    /// Never goes back, whichever thread is first.
    void report(double part) {
        double before = done_;
        while (part > before && !done_.compare_exchange_weak(before, part)) continue;
    }

    /// Another one of `total` equal parts is done.
    void count_one(std::size_t total) { report(static_cast<double>(++counted_) / static_cast<double>(total)); }

    /// For work of which nobody knows how much is left.
    void report_unknown() { done_ = std::numeric_limits<double>::quiet_NaN(); }

    /// @throws Interrupted if the work should end.
    void check() const {
        if (is_stopped_.load(std::memory_order_relaxed)) throw Interrupted();
    }

private:
    std::atomic<bool> is_stopped_ = false;
    std::atomic<double> done_ = 0.0;
    std::atomic<std::size_t> counted_ = 0;
};

}  // namespace stickslip
