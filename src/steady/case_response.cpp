#include "stickslip/steady/case_response.hpp"

#include <cmath>
#include <limits>

namespace stickslip {

namespace {

/// What is read off the cycle as a trajectory; everything else is known without it.
bool needs_cycle(std::string_view name) {
    return name == "phase_lag" || name == "transmissibility" || name == "transmitted_force";
}

}  // namespace

Case CaseResponse::problem(double vary, double over) const {
    const CaseDocument chosen = document_.with_value(vary_, vary);
    return (over_ ? chosen.with_value(*over_, over) : chosen).read();
}

SteadyState CaseResponse::state(double vary, double over) const {
    return steady_state(problem(vary, over), {.with_cycle = false});
}

double CaseResponse::value(const Observable& target, double vary, double over) const {
    const SteadyState s = steady_state(problem(vary, over), {.with_cycle = needs_cycle(target.name)});
    return s.regime == Regime::unbounded ? std::numeric_limits<double>::infinity() : target.value(s);
}

bool CaseResponse::sticks(double vary, double over) const {
    const SteadyState s = state(vary, over);
    return s.regime != Regime::unbounded && !(s.stuck_fraction == 0.0);
}

std::optional<Crossing> nearest_boundary(const CaseResponse& response, const Interval& choices, const WorstCase& best) {
    const auto ratios_at = [&](double value) { return response.problem(value, best.over).ratios(); };
    const auto ratios = ratios_at(best.vary);
    if (!ratios || ratios->static_friction.value_or(ratios->friction) > ratios->friction) return std::nullopt;
    std::optional<Crossing> nearest;
    for (const Crossing& c : crossings_along([&](double v) { return *ratios_at(v); }, choices.low, choices.high)) {
        if (!nearest || std::abs(c.value - best.vary) < std::abs(nearest->value - best.vary)) nearest = c;
    }
    return nearest;
}

}  // namespace stickslip
