#include "stickslip/steady/observables.hpp"

#include <algorithm>
#include <stdexcept>

namespace stickslip {

namespace {

/// A count, undefined where there is no periodic motion to count in.
double counted(const SteadyState& s, int count) { return s.is_periodic() ? count : undefined_value; }

constexpr Observable known_observables[] = {
    {"amplitude_ratio", "1", "amplitude ratio kX/p₀", [](const SteadyState& s) { return s.amplitude_ratio; }},
    {"velocity_ratio", "1", "velocity ratio kV/(ω_d·p₀)", [](const SteadyState& s) { return s.velocity_ratio; }},
    {"stops_per_cycle", "1", "stops per cycle", [](const SteadyState& s) { return counted(s, s.stops_per_cycle()); },
     true},
    {"stops_then_reverse", "1", "stops per cycle that reverse the motion",
     [](const SteadyState& s) { return counted(s, s.stops_then_reverse); }, true},
    {"stops_then_same_direction", "1", "stops per cycle that interrupt the motion",
     [](const SteadyState& s) { return counted(s, s.stops_then_same_direction); }, true},
    {"zero_duration_reversals", "1", "reversals without a stop per cycle",
     [](const SteadyState& s) { return counted(s, s.zero_duration_reversals); }, true},
    {"stuck_fraction", "1", "share of the period at rest", [](const SteadyState& s) { return s.stuck_fraction; }},
    {"dissipated_ratio", "1", "friction loss per cycle in p₀²/k",
     [](const SteadyState& s) { return s.dissipated_ratio; }},
    {"multiplier", "1", "largest multiplier", [](const SteadyState& s) { return s.multiplier; }},
    {"asymptotic_amplitude_ratio", "1", "amplitude ratio near resonance, asymptotic",
     [](const SteadyState& s) { return s.asymptotic_amplitude_ratio(); }},
    {"residual", "1", "closure error in p₀/k", [](const SteadyState& s) { return s.residual; }},
    {"x_max", "m", "largest position", [](const SteadyState& s) { return s.x_max; }},
    {"x_min", "m", "smallest position", [](const SteadyState& s) { return s.x_min; }},
    {"amplitude", "m", "amplitude", [](const SteadyState& s) { return s.amplitude; }},
    {"velocity", "m/s", "largest speed", [](const SteadyState& s) { return s.velocity; }},
    {"dissipated", "J", "friction loss per cycle", [](const SteadyState& s) { return s.dissipated; }},
    {"phase_lag", "rad", "phase lag", [](const SteadyState& s) { return s.phase_lag; }, false, true},
    {"transmissibility", "1", "transmissibility |x_abs|/Y", [](const SteadyState& s) { return s.transmissibility; },
     false, true},
    {"transmitted_force", "N", "transmitted force", [](const SteadyState& s) { return s.transmitted_force; }, false,
     true},
};

}  // namespace

std::span<const Observable> observables() { return known_observables; }

const Observable& observable(std::string_view name) {
    const auto* const found = std::find_if(std::begin(known_observables), std::end(known_observables),
                                           [&](const Observable& o) { return o.name == name; });
    if (found != std::end(known_observables)) return *found;
    std::string names;
    for (const Observable& o : known_observables) names += (names.empty() ? "" : ", ") + std::string(o.name);
    throw std::invalid_argument("observable " + std::string(name) + " is unknown; known are " + names);
}

}  // namespace stickslip
