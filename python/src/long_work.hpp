#pragma once

// Long work of the engine without the GIL: Ctrl-C gets through, and the caller hears how far it is.

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "kernel/watch.hpp"
#include "stickslip/interruption.hpp"
#include "work_threads.hpp"

namespace stickslip::python {

namespace py = pybind11;

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
