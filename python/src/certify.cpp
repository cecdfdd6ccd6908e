// Certificates of arrays of ratios: a column for each of their numbers.

#include <pybind11/stl.h>

#include <string>

#include "binding.hpp"
#include "kernel/in_parallel.hpp"
#include "long_work.hpp"
#include "stickslip/certify/certify.hpp"

namespace stickslip::python {

namespace {

py::dict certify_all(const Numbers& friction, const Numbers& frequency, const Numbers& damping,
                     const py::object& progress) {
    std::vector<Ratios> points;
    for (py::ssize_t i = 0; i < friction.size(); ++i) {
        points.push_back(
            {.friction = friction.data()[i], .frequency = frequency.data()[i], .damping = damping.data()[i]});
        validate(points.back());
    }
    std::vector<Certificate> found(points.size());
    watched(progress, [&](Watch& watch) {
        in_parallel(std::size_t{0}, points.size(), [&](std::size_t i) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            found[i] = certify(points[i]);
            watch.count_one(points.size());
        });
        return true;
    });
    py::dict d;
    d["proved"] = column<bool>(found, [](const Certificate& c) { return c.is_proved; });
    d["stops_then_reverse"] = column<int>(found, [](const Certificate& c) { return c.stops_then_reverse; });
    d["stops_then_same_direction"] =
        column<int>(found, [](const Certificate& c) { return c.stops_then_same_direction; });
    d["zero_duration_reversals"] = column<int>(found, [](const Certificate& c) { return c.zero_duration_reversals; });
    d["amplitude_lower"] = column(found, [](const Certificate& c) { return c.amplitude_ratio.low; });
    d["amplitude_upper"] = column(found, [](const Certificate& c) { return c.amplitude_ratio.high; });
    d["unique"] = column<bool>(found, [](const Certificate& c) { return c.is_unique; });
    std::vector<std::string> regimes;
    std::vector<std::string> theorems;
    std::vector<std::string> reasons;
    for (const Certificate& c : found) {
        regimes.emplace_back(name(c.regime));
        theorems.emplace_back(name(c.theorem));
        reasons.push_back(c.reason);
    }
    d["regime"] = regimes;
    d["theorem"] = theorems;
    d["reason"] = reasons;
    return d;
}

}  // namespace

void bind_certify(py::module_& m) {
    m.def("certify", &certify_all, py::arg("friction"), py::arg("frequency"), py::arg("damping"), py::arg("progress"));
}

}  // namespace stickslip::python
