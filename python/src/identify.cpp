// Numbers of a case from a measured motion.

#include <pybind11/stl.h>

#include <string>

#include "binding.hpp"
#include "long_work.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::python {

namespace {

using Bounds = std::optional<std::pair<std::optional<double>, std::optional<double>>>;

MeasuredQuantity quantity_called(const std::string& text) {
    for (const MeasuredQuantity q : {MeasuredQuantity::velocity, MeasuredQuantity::acceleration}) {
        if (name(q) == text) return q;
    }
    return MeasuredQuantity::displacement;
}

py::dict as_dict(const Estimate& e) {
    py::dict d;
    d["value"] = e.value;
    d["lower"] = e.lower;
    d["upper"] = e.upper;
    d["standard_error"] = e.standard_error;
    d["profile_values"] = array_of(e.profile.values);
    d["profile_rise"] = array_of(e.profile.rise);
    return d;
}

py::dict identify_record(const CaseDocument& document, const Numbers& times, const Numbers& values,
                         const std::string& quantity, const std::vector<std::pair<std::string, Bounds>>& fit,
                         double confidence, bool compare, int profile_points, const py::object& progress) {
    std::vector<FittedKey> keys;
    for (const auto& [key, bounds] : fit) {
        keys.push_back({key, bounds ? bounds->first : std::nullopt, bounds ? bounds->second : std::nullopt});
    }
    const Measurement measured{vector_of(times), vector_of(values), quantity_called(quantity)};
    const Identification found = watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        return identify(document, measured, keys,
                        {.confidence = confidence, .compares_models = compare, .profile_points = profile_points});
    });
    if (!found.is_found) throw NoResult(found.reason);
    py::dict estimates;
    for (const Estimate& e : found.estimates) estimates[py::str(e.key)] = as_dict(e);
    py::dict alternatives;
    for (const ModelScore& m : found.alternatives) alternatives[py::str(m.model)] = m.bic;
    const std::size_t count = found.correlation.size();
    py::array_t<double> correlation({count, count});
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < count; ++k) {
            correlation.mutable_at(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(k)) = found.correlation[i][k];
        }
    }
    py::dict d;
    d["estimates"] = estimates;
    d["correlation"] = correlation;
    d["noise"] = found.noise;
    d["explained"] = found.explained;
    d["samples"] = found.samples;
    d["misfit"] = found.is_misfit;
    d["model"] = found.model;
    d["alternatives"] = alternatives;
    d["warnings"] = found.warnings;
    d["time_origin"] = found.time_origin;
    d["modelled"] = array_of(found.modelled);
    d["document"] = found.result.front();
    return d;
}

}  // namespace

void bind_identify(py::module_& m) {
    m.def("identify", &identify_record, py::arg("document"), py::arg("times"), py::arg("values"), py::arg("quantity"),
          py::arg("fit"), py::arg("confidence"), py::arg("compare"), py::arg("profile_points"), py::arg("progress"));
}

}  // namespace stickslip::python
