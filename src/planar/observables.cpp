#include "stickslip/planar/observables.hpp"

#include <algorithm>
#include <stdexcept>

namespace stickslip::planar {

namespace {

[[noreturn]] void refuse_observable(const std::string& name) {
    std::string list;
    for (const Observable& o : all_observables()) {
        if (!list.empty()) list += ", ";
        list += o.name;
    }
    throw std::invalid_argument("no observable of a planar case is called " + name + "; there are " + list);
}

}  // namespace

const std::vector<Observable>& all_observables() {
    static const std::vector<Observable> all{
        {"magnification", "1", [](const SteadyState& s) { return s.magnification; }},
        {"amplitude1", "m", [](const SteadyState& s) { return s.amplitude.x1; }},
        {"amplitude2", "m", [](const SteadyState& s) { return s.amplitude.x2; }},
        {"fundamental1", "m", [](const SteadyState& s) { return s.fundamental.x1; }},
        {"fundamental2", "m", [](const SteadyState& s) { return s.fundamental.x2; }},
        {"phase_lag1", "rad", [](const SteadyState& s) { return s.phase_lag.x1; }},
        {"phase_lag2", "rad", [](const SteadyState& s) { return s.phase_lag.x2; }},
        {"friction_phase_lag1", "rad", [](const SteadyState& s) { return s.friction_phase_lag.x1; }},
        {"friction_phase_lag2", "rad", [](const SteadyState& s) { return s.friction_phase_lag.x2; }},
        {"dissipated", "J", [](const SteadyState& s) { return s.dissipated; }},
        {"stuck_fraction", "1", [](const SteadyState& s) { return s.stuck_fraction; }},
        {"stick_intervals_per_cycle", "1",
         [](const SteadyState& s) {
             return s.is_periodic() ? static_cast<double>(s.stick_intervals_per_cycle) : undefined_value;
         }},
    };
    return all;
}

std::vector<Observable> observables(const std::vector<std::string>& names) {
    std::vector<std::string> wanted = names;
    if (wanted.empty()) wanted = {"magnification", "amplitude1", "amplitude2", "dissipated", "stuck_fraction"};
    std::vector<Observable> chosen;
    for (const std::string& name : wanted) {
        const auto found = std::ranges::find(all_observables(), name, &Observable::name);
        if (found == all_observables().end()) refuse_observable(name);
        chosen.push_back(*found);
    }
    return chosen;
}

}  // namespace stickslip::planar
