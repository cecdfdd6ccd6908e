// Numbers of a case from a measured motion.

#include <pybind11/stl.h>

#include <string>

#include "binding.hpp"
#include "kinds/case_identification.hpp"
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

std::vector<FittedKey> keys_of(const std::vector<std::pair<std::string, Bounds>>& fit) {
    std::vector<FittedKey> keys;
    for (const auto& [key, bounds] : fit) {
        keys.push_back({key, bounds ? bounds->first : std::nullopt, bounds ? bounds->second : std::nullopt});
    }
    return keys;
}

py::dict as_dict(const Identification& found) {
    if (!found.is_found) throw NoResult(found.reason);
    py::dict estimates;
    for (const Estimate& e : found.estimates) estimates[py::str(e.key)] = as_dict(e);
    py::dict alternatives;
    py::dict alternative_values;
    for (const ModelScore& m : found.alternatives) {
        alternatives[py::str(m.model)] = m.bic;
        if (m.model == found.model) continue;  // its values are the estimates
        py::dict values;
        for (const auto& [key, value] : m.numbers) values[py::str(key)] = value;
        alternative_values[py::str(m.model)] = values;
    }
    py::dict channel_noise;
    for (const ChannelNoise& c : found.channels) channel_noise[py::str(c.name)] = c.noise;
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
    d["alternative_values"] = alternative_values;
    d["channel_noise"] = channel_noise;
    d["warnings"] = found.warnings;
    d["time_origin"] = found.time_origin;
    d["modelled"] = array_of(found.modelled);
    d["document"] = found.result.front();
    return d;
}

using Fit = std::vector<std::pair<std::string, Bounds>>;

py::dict identify_record(const CaseDocument& document, const Numbers& times, const std::vector<Numbers>& values,
                         const std::vector<std::string>& places, const std::string& quantity, const Fit& fit,
                         double confidence, bool compare, int profile_points, const py::object& progress) {
    ChannelRecord record{vector_of(times), {}, quantity_called(quantity)};
    for (std::size_t i = 0; i < values.size(); ++i) record.channels.push_back({places[i], vector_of(values[i])});
    const std::vector<FittedKey> keys = keys_of(fit);
    return as_dict(watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        return identify(document, record, keys,
                        {.confidence = confidence, .compares_models = compare, .profile_points = profile_points});
    }));
}

py::dict identify_curve(const CaseDocument& document, const Numbers& frequencies, const Numbers& amplitudes,
                        const Numbers& phases, const std::string& place, const Fit& fit, double confidence,
                        int profile_points, const py::object& progress) {
    const MeasuredCurve curve{vector_of(frequencies), vector_of(amplitudes), vector_of(phases), place};
    const std::vector<FittedKey> keys = keys_of(fit);
    return as_dict(watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        return identify(document, curve, keys, {.confidence = confidence, .profile_points = profile_points});
    }));
}

}  // namespace

void bind_identify(py::module_& m) {
    m.def("identify", &identify_record, py::arg("document"), py::arg("times"), py::arg("values"), py::arg("places"),
          py::arg("quantity"), py::arg("fit"), py::arg("confidence"), py::arg("compare"), py::arg("profile_points"),
          py::arg("progress"));
    m.def("identify_curve", &identify_curve, py::arg("document"), py::arg("frequencies"), py::arg("amplitudes"),
          py::arg("phases"), py::arg("place"), py::arg("fit"), py::arg("confidence"), py::arg("profile_points"),
          py::arg("progress"));
}

}  // namespace stickslip::python
