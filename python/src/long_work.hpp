#pragma once

// Long work of the engine without the GIL: Ctrl-C gets through, and the caller hears how far it is.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "stickslip/interruption.hpp"
#include "work_threads.hpp"

namespace stickslip::python {

namespace py = pybind11;

/// How long the engine works between two looks at what Python wants.
inline constexpr std::chrono::milliseconds between_looks{80};

/// Python, as the engine asks it: have signals come, and what does `progress` (None, or called with the share done)
/// say?
class Caller {
public:
    explicit Caller(const py::object& progress) : progress_(progress) {}

    /// Needs the GIL. False if a signal handler or `progress` has raised; the Python error is set then.
    [[nodiscard]] bool lets_go_on(double done) const {
        if (PyErr_CheckSignals() != 0) return false;
        if (progress_.is_none()) return true;
        PyObject* const answer = PyObject_CallFunction(progress_.ptr(), "d", done);
        Py_XDECREF(answer);
        return answer != nullptr;
    }

private:
    const py::object& progress_;
};

/// Thrown through the engine when Python has raised; the Python error is set in the calling thread.
struct Stopped {};

/// Work on the calling thread, for what often takes microseconds: the engine tells how far it is between its steps.
class CallingThread {
public:
    explicit CallingThread(const py::object& progress) : caller_(progress) {}

    void report(double done) {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < between_looks) return;
        last_ = now;
        const py::gil_scoped_acquire gil;
        if (!caller_.lets_go_on(done)) throw Stopped{};
    }

private:
    Caller caller_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Runs `work(calling_thread)` without the GIL.
template <class Work>
auto on_calling_thread(const py::object& progress, Work&& work) {
    CallingThread thread(progress);
    try {
        const py::gil_scoped_release release;
        return work(thread);
    } catch (const Stopped&) {
        throw py::error_already_set();
    }
}

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

/// Runs `work(watch)` on another thread, while the calling thread listens to Python.
template <class Work>
auto watched(const py::object& progress, Work&& work) {
    const Caller caller(progress);
    Watch watch;
    const auto task = std::make_shared<std::packaged_task<decltype(work(watch))()>>([&] {
        const InterruptionScope scope(watch.wanted());
        return work(watch);
    });
    auto found = task->get_future();
    run_on_work_thread([task] { (*task)(); });
    std::optional<py::error_already_set> raised;
    const auto is_done = [&] {
        const py::gil_scoped_release release;
        return found.wait_for(between_looks) == std::future_status::ready;
    };
    while (!is_done()) {
        if (raised || caller.lets_go_on(watch.done())) continue;
        raised.emplace();
        watch.stop();
    }
    if (raised) throw py::error_already_set(std::move(*raised));
    return found.get();
}

}  // namespace stickslip::python
