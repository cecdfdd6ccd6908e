#include <tbb/global_control.h>
#include <tbb/info.h>

#include <memory>
#include <optional>
#include <string>

#include "binding.hpp"
#include "stickslip/version.hpp"

namespace stickslip::python {

namespace {

/// How many threads the engine may use, until told otherwise; nullopt lifts the limit.
void set_threads(std::optional<int> count) {
    static std::unique_ptr<tbb::global_control> limit;
    if (count && *count < 1) throw std::invalid_argument("threads = " + std::to_string(*count) + " must be ≥ 1");
    limit.reset();
    if (!count) return;
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(*count));
}

PyObject* new_exception(py::module_& m, const char* name, const char* text, PyObject* parent) {
    const std::string full = std::string("stickslip.") + name;
    PyObject* type = PyErr_NewExceptionWithDoc(full.c_str(), text, parent, nullptr);
    m.add_object(name, type);
    return type;
}

void bind_exceptions(py::module_& m) {
    static PyObject* input_error = nullptr;
    static PyObject* no_result = nullptr;
    input_error = new_exception(m, "InputError",
                                "What is wrong with the input, in the sentence of the command line: what, where, its "
                                "value, what is allowed.",
                                PyExc_ValueError);
    no_result =
        new_exception(m, "NoResultError", "The answer does not exist; the sentence says why.", PyExc_RuntimeError);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const std::invalid_argument& error) {
            PyErr_SetString(input_error, error.what());
        } catch (const NoResult& error) {
            PyErr_SetString(no_result, error.what());
        }
    });
}

}  // namespace

}  // namespace stickslip::python

PYBIND11_MODULE(_core, m) {
    using namespace stickslip::python;
    m.attr("version") = std::string(stickslip::version());
    m.def(
        "set_threads",
        [](const py::object& count) {
            set_threads(count.is_none() ? std::optional<int>() : std::optional<int>(py::cast<int>(count)));
        },
        py::arg("count"));
    m.def(
        "threads", [] { return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism); },
        "How many threads the engine may use.");
    bind_exceptions(m);
    bind_cases(m);
    bind_motion(m);
    bind_planar(m);
    bind_structures(m);
    bind_structure_curves(m);
    bind_steady(m);
    bind_curves(m);
    bind_joint_design(m);
    bind_ensemble(m);
    bind_certify(m);
    bind_identify(m);
    bind_maps(m);
    bind_chaos(m);
}
