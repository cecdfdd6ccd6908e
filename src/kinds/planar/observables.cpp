#include "stickslip/planar/observables.hpp"

#include "model/nearest_name.hpp"

namespace stickslip::planar {

namespace {

constexpr Observable known_observables[] = {
    {"magnification", "1", "magnification", [](const SteadyState& s) { return s.magnification; }},
    {"amplitude1", "m", "amplitude, first axis", [](const SteadyState& s) { return s.amplitude.x1; }},
    {"amplitude2", "m", "amplitude, second axis", [](const SteadyState& s) { return s.amplitude.x2; }},
    {"fundamental1", "m", "fundamental, first axis", [](const SteadyState& s) { return s.fundamental.x1; }},
    {"fundamental2", "m", "fundamental, second axis", [](const SteadyState& s) { return s.fundamental.x2; }},
    {"phase_lag1", "rad", "phase lag, first axis", [](const SteadyState& s) { return s.phase_lag.x1; }},
    {"phase_lag2", "rad", "phase lag, second axis", [](const SteadyState& s) { return s.phase_lag.x2; }},
    {"friction_phase_lag1", "rad", "phase lag of the friction, first axis",
     [](const SteadyState& s) { return s.friction_phase_lag.x1; }},
    {"friction_phase_lag2", "rad", "phase lag of the friction, second axis",
     [](const SteadyState& s) { return s.friction_phase_lag.x2; }},
    {"dissipated", "J", "friction loss per cycle", [](const SteadyState& s) { return s.dissipated; }},
    {"stuck_fraction", "1", "stuck fraction of the cycle", [](const SteadyState& s) { return s.stuck_fraction; }},
    {"stick_intervals_per_cycle", "1", "stick intervals per cycle",
     [](const SteadyState& s) {
         return s.is_periodic() ? static_cast<double>(s.stick_intervals_per_cycle) : undefined_value;
     },
     true},
};

}  // namespace

std::span<const Observable> observables() { return known_observables; }

const Observable& observable(std::string_view name) { return entry_named("planar observable", name, observables()); }

std::vector<std::string> usual_observables() {
    return {"magnification", "amplitude1", "amplitude2", "dissipated", "stuck_fraction"};
}

}  // namespace stickslip::planar
