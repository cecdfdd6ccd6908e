#pragma once

#include <atomic>
#include <exception>

namespace stickslip {

/// Thrown out of a computation that was asked to stop.
class Interrupted : public std::exception {
public:
    /// One sentence, without the place where it happened.
    [[nodiscard]] const char* what() const noexcept override { return "the computation was interrupted"; }
};

/// While it lives, computations of this thread end with `Interrupted` soon after `wanted` becomes true: between two
/// phases, steps or maps of a motion, and between the pieces of what is summed up or searched over one. It reaches this
/// thread only, not those that a parallel computation starts. Threads without a scope listen to `ask_all`.
class InterruptionScope {
public:
    /// Listens to `wanted`, which must live longer.
    explicit InterruptionScope(const std::atomic<bool>& wanted) : outer_(current_) { current_ = &wanted; }
    InterruptionScope(const InterruptionScope&) = delete;
    InterruptionScope& operator=(const InterruptionScope&) = delete;
    ~InterruptionScope() { current_ = outer_; }

    /// Asks every thread without a scope of its own to stop, now and for the rest of the process. A signal handler may
    /// call it.
    static void ask_all() noexcept { all_ = true; }

    /// Whether `ask_all` was called.
    [[nodiscard]] static bool are_all_asked() noexcept { return all_; }

    /// Whether this thread was asked to stop.
    [[nodiscard]] static bool is_wanted() { return wanted().load(std::memory_order_relaxed); }

    /// What this thread listens to, to hand on to threads and devices that work for it.
    [[nodiscard]] static const std::atomic<bool>& wanted() { return *current_; }

private:
    static inline std::atomic<bool> all_{false};
    static_assert(std::atomic<bool>::is_always_lock_free);
    static inline thread_local const std::atomic<bool>* current_ = &all_;
    const std::atomic<bool>* outer_;
};

/// @throws Interrupted if this thread was asked to stop.
inline void throw_if_interrupted() {
    if (InterruptionScope::is_wanted()) throw Interrupted();
}

}  // namespace stickslip
