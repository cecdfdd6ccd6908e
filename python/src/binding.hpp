#pragma once

// What the files of the binding share: how they are put together, and how columns become arrays.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <iterator>
#include <stdexcept>
#include <vector>

namespace stickslip::python {

namespace py = pybind11;

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

void bind_cases(py::module_&);
void bind_motion(py::module_&);
void bind_planar(py::module_&);
void bind_structures(py::module_&);
void bind_structure_curves(py::module_&);
void bind_steady(py::module_&);
void bind_curves(py::module_&);
void bind_joint_design(py::module_&);
void bind_ensemble(py::module_&);
void bind_certify(py::module_&);
void bind_identify(py::module_&);
void bind_maps(py::module_&);
void bind_chaos(py::module_&);

/// The answer does not exist (unbounded, sticks everywhere); becomes stickslip.NoResultError.
struct NoResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

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
inline std::vector<double> vector_of(const Numbers& values) { return {values.data(), values.data() + values.size()}; }

}  // namespace stickslip::python
