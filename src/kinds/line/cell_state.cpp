#include "cell_state.hpp"

#include <cmath>
#include <numbers>

#include "cell.hpp"

namespace stickslip {

namespace {

void set_rest(SteadyState& s, const Ratios& ratios, const CellScales& unit, const State& start) {
    const double room = (ratios.friction - 1.0) * unit.length;
    s.rest_positions = Interval{unit.centre - room, unit.centre + room};
    s.map_period = MapPeriod::full;
    const bool rests_at_once =
        start.velocity == 0.0 && start.position >= s.rest_positions->low && start.position <= s.rest_positions->high;
    if (rests_at_once) s.x_max = s.x_min = start.position;
}

}  // namespace

State state_at_angle(const CellParameters<double>& cell, const CellSolution<double>& found, double target) {
    HarmonicPhases<double> phases(cell, flow_kind(cell.damping, 1.0));
    phases.set_section(found.section);
    double angle = std::remainder(target - found.section, two_pi_hi);
    if (angle < 0.0) angle += two_pi_hi;
    NoRecorder none;
    const MappedState<double> m =
        walk_period(phases, found.x, found.v, angle / cell.frequency, most_phases_per_walk, none);
    return {m.x, m.v};
}

void set_ratios(SteadyState& s, const Ratios& r) {
    s.friction_ratio = r.friction;
    s.static_ratio = r.static_friction.value_or(r.friction);
    s.frequency_ratio = r.frequency;
    s.damping_ratio = r.damping;
}

CellScales cell_scales(const Oscillator& o, const Load& load) {
    const double p0 = *load_amplitude(load);
    const double energy = std::isnormal(p0 * p0) ? p0 * p0 / o.stiffness : p0 * (p0 / o.stiffness);
    return {p0 / o.stiffness, natural_frequency(o), load.harmonics.front().frequency.value(),
            o.equilibrium + load.constant / o.stiffness, energy};
}

void set_from_cell(SteadyState& s, const Ratios& ratios, const CellScales& unit, const CellSolution<double>& found,
                   const State& start, double middle) {
    s.regime = found.regime;
    s.period = two_pi_hi / unit.load_rate;
    set_ratios(s, ratios);
    if (found.regime == Regime::not_converged) return;
    if (found.regime == Regime::unbounded) {
        s.growth_per_cycle = std::numbers::pi - 4.0 * ratios.friction;
        return;
    }
    const bool is_quasi_periodic = found.regime == Regime::non_unique && ratios.friction == 0.0;
    if (is_quasi_periodic) return;
    s.amplitude_ratio = found.amplitude;
    s.velocity_ratio = found.velocity;
    s.stops_then_reverse = found.stops_then_reverse;
    s.stops_then_same_direction = found.stops_then_same_direction;
    s.zero_duration_reversals = found.zero_duration_reversals;
    s.stuck_fraction = found.stuck_fraction;
    s.dissipated_ratio = found.dissipated;
    s.multiplier = found.multiplier;
    s.residual = found.residual;
    s.amplitude = found.amplitude * unit.length;
    s.velocity = found.velocity * unit.load_rate * unit.length;
    s.dissipated = found.dissipated * unit.energy;
    if (found.regime == Regime::permanent_stick) {
        set_rest(s, ratios, unit, start);
        return;
    }
    s.x_max = unit.centre + (middle + found.amplitude) * unit.length;
    s.x_min = unit.centre + (middle - found.amplitude) * unit.length;
}

}  // namespace stickslip
