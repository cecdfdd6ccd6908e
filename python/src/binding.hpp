#pragma once

// What the files of the binding share: how they are put together, how Ctrl-C gets through, how columns become arrays.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace stickslip::python {

namespace py = pybind11;

void bind_cases(py::module_&);
void bind_motion(py::module_&);
void bind_planar(py::module_&);
void bind_steady(py::module_&);
void bind_curves(py::module_&);
void bind_maps(py::module_&);
void bind_chaos(py::module_&);

/// The answer does not exist (unbounded, sticks everywhere); becomes stickslip.NoResultError.
struct NoResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Thrown through the engine when a signal handler has raised; the Python error is set in the calling thread.
struct Stopped {};

/// Lets signals through while the engine works without the GIL. `check` is called from the loops of the engine, on any
/// thread; on the calling thread it asks Python about ten times a second, on the others it only looks at the flag.
class Interruption {
public:
    void check() {
        if (is_stopped_.load(std::memory_order_relaxed)) throw Stopped{};
        if (std::this_thread::get_id() != caller_) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < pause) return;
        last_ = now;
        const py::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() == 0) return;
        is_stopped_ = true;
        throw Stopped{};
    }

private:
    static constexpr std::chrono::milliseconds pause{80};

    std::thread::id caller_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::atomic<bool> is_stopped_ = false;
};

/// Runs `work(interruption)` without the GIL.
template <class Work>
auto without_gil(Work&& work) {
    Interruption interruption;
    try {
        const py::gil_scoped_release release;
        return work(interruption);
    } catch (const Stopped&) {
        throw py::error_already_set();
    }
}

/// One value of each item.
template <class T = double, class Items, class Value>
py::array_t<T> column(const Items& items, Value&& value) {
    py::array_t<T> out(static_cast<py::ssize_t>(std::size(items)));
    T* to = out.mutable_data();
    for (const auto& item : items) *to++ = static_cast<T>(value(item));
    return out;
}

inline py::array_t<double> array_of(const std::vector<double>& values) {
    return column(values, [](double v) { return v; });
}

/// The numbers of a one-dimensional array.
inline std::vector<double> vector_of(const py::array_t<double, py::array::c_style | py::array::forcecast>& values) {
    return {values.data(), values.data() + values.size()};
}

}  // namespace stickslip::python
