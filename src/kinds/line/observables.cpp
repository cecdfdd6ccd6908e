#include "stickslip/steady/observables.hpp"

#include "model/nearest_name.hpp"

namespace stickslip {

namespace {

constexpr std::string_view residual_name = "residual";

/// A count, undefined where there is no motion to count in.
double counted(const SteadyState& s, double count) { return s.is_described() ? count : undefined_value; }

constexpr Observable known_observables[] = {
    {"amplitude_ratio", "1", "amplitude ratio kX/p₀", [](const SteadyState& s) { return s.amplitude_ratio; }},
    {"velocity_ratio", "1", "velocity ratio kV/(ω_d·p₀)", [](const SteadyState& s) { return s.velocity_ratio; }},
    {"stops_per_cycle", "1", "stops per cycle", [](const SteadyState& s) { return counted(s, s.stops_per_cycle()); },
     true},
    {"stops_then_reverse", "1", "stops per cycle after which it turns back",
     [](const SteadyState& s) { return counted(s, s.stops_then_reverse); }, true},
    {"stops_then_same_direction", "1", "stops per cycle after which it goes on",
     [](const SteadyState& s) { return counted(s, s.stops_then_same_direction); }, true},
    {"zero_duration_reversals", "1", "reversals without a stop per cycle",
     [](const SteadyState& s) { return counted(s, s.zero_duration_reversals); }, true},
    {"stuck_fraction", "1", "stuck fraction of the cycle", [](const SteadyState& s) { return s.stuck_fraction; }},
    {"dissipated_ratio", "1", "friction loss per cycle kW/p₀²",
     [](const SteadyState& s) { return s.dissipated_ratio; }},
    {"multiplier", "1", "largest multiplier", [](const SteadyState& s) { return s.multiplier; }},
    {"load_periods", "1", "load periods until the motion repeats",
     [](const SteadyState& s) { return s.is_periodic() ? s.load_periods : undefined_value; }, true},
    {"asymptotic_amplitude_ratio", "1", "amplitude ratio near resonance, asymptotic",
     [](const SteadyState& s) { return s.asymptotic_amplitude_ratio(); }},
    {residual_name, "p₀/k", "closure error", [](const SteadyState& s) { return s.residual; }},
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

bool is_bounded(std::string_view name) {
    const bool is_angle = name.find("phase_lag") != std::string_view::npos;
    return is_angle || name == "stuck_fraction" || name == "multiplier";
}

bool is_bounded(const Observable& o) { return o.is_count || is_bounded(o.name); }

const Observable& observable(std::string_view name) { return entry_named("observable", name, observables()); }

std::string_view unit_of(const Observable& o, const Case& problem) {
    if (o.name == residual_name) return problem.ratios() ? o.unit : unit_in(unit_system(problem), "m");
    return unit_in(unit_system(problem), o.unit);
}

std::string label_of(const Observable& o, const Case& problem) { return with_unit(o.description, unit_of(o, problem)); }

std::vector<std::string> usual_observables(const Case& problem) {
    if (!problem.ratios()) return {"amplitude", "velocity", "dissipated", "stuck_fraction", "stops_per_cycle"};
    std::vector<std::string> names{"amplitude_ratio",  "velocity_ratio", "phase_lag",
                                   "dissipated_ratio", "stuck_fraction", "stops_per_cycle"};
    if (problem.base) names.insert(names.begin(), "transmissibility");
    return names;
}

}  // namespace stickslip
