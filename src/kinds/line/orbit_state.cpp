#include "orbit_state.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "cell.hpp"
#include "cell_state.hpp"
#include "phase_lag.hpp"
#include "stickslip/motion/simulate.hpp"
#include "transmission.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// The largest value that a periodic load takes: closed form of one harmonic, else the best of equal steps, refined.
double largest_value(const Load& load, double period) {
    if (load.harmonics.empty()) return load.constant;
    if (load.harmonics.size() == 1) return load.constant + std::abs(load.harmonics.front().amplitude);
    constexpr double steps_of_fastest = 32.0;
    double fastest = 0.0;
    for (const Harmonic& h : load.harmonics) fastest = std::max(fastest, h.frequency.value());
    const double steps = std::ceil(steps_of_fastest * period * fastest / two_pi_hi);
    const double step = period / steps;
    double best = 0.0;
    for (double k = 1.0; k < steps; ++k) {
        if (load.value(k * step) > load.value(best * step)) best = k;
    }
    const auto below = [&](double time) { return -load.value(time); };
    return -boost::math::tools::brent_find_minima(below, (best - 1.0) * step, (best + 1.0) * step,
                                                  std::numeric_limits<double>::digits / 2)
                .second;
}

/// Where the mass can rest for ever under a varying normal force: what pulls up and down beyond the friction is a load
/// of its own. `low` exceeds `high` where there is no such place.
Interval rest_positions_under_normal(const Oscillator& o, const Load& load, double period) {
    const double up = largest_value(with_normal_force(load, *o.normal, -o.holding_bound()), period);
    Load turned = with_normal_force(load, *o.normal, o.holding_bound());
    turned.constant = -turned.constant;
    for (Harmonic& h : turned.harmonics) h.amplitude = -h.amplitude;
    const double down = largest_value(turned, period);
    return {o.equilibrium + up / o.stiffness, o.equilibrium - down / o.stiffness};
}

/// Where the mass can rest inside its bounds, every steady motion is such a rest (docs/theory/normal_force.md,
/// section 4). Motions come to its edge ever more slowly, and rounding would see the last slides for ever.
PeriodicOrbit at_rest_where_it_can(const Oscillator& o, const Load& load, PeriodicOrbit orbit, double period) {
    const bool is_monotone = o.holding_bound() == o.friction_bound;
    const bool can_rest = o.stiffness > 0.0 && o.belt_velocity == 0.0 && is_monotone;
    if (!o.has_varying_normal() || !can_rest || orbit.regime == Regime::permanent_stick) return orbit;
    const Interval rests = rest_positions_under_normal(o, load, period);
    if (!(rests.low < rests.high)) return orbit;
    orbit.regime = Regime::permanent_stick;
    orbit.x = std::clamp(orbit.x, rests.low, rests.high);
    orbit.v = orbit.residual = orbit.section = 0.0;
    orbit.is_antisymmetric = false;
    orbit.cycle = CycleRecorder<double>(orbit.x);
    return orbit;
}

/// Where the mass can rest for ever: |p(t) − k·(x − x_eq)| ≤ r_s at all times, for at most one harmonic.
std::optional<Interval> rest_positions(const Oscillator& o, const Load& load, double period) {
    if (o.stiffness == 0.0) return std::nullopt;
    if (o.has_varying_normal()) return rest_positions_under_normal(o, load, period);
    if (load.harmonics.size() > 1) return std::nullopt;
    const double swing = load.harmonics.empty() ? 0.0 : std::abs(load.harmonics.front().amplitude);
    const double centre = o.equilibrium + load.constant / o.stiffness;
    const double room = (o.holding_bound() - swing) / o.stiffness;
    return Interval{centre - room, centre + room};
}

/// How long the motion takes to repeat [s].
double time_to_repeat(const SteadyState& s) { return s.load_periods * s.period; }

/// On a belt, and where the contact opens, the mass turns round in mid phase and its path is not its slip; under a
/// varying normal force the loss is not the bound times that. Extremes, speed and loss come from the cycle itself.
void set_from_cycle(SteadyState& s, const Oscillator& oscillator, const Load& load, const State& at_zero) {
    const Trajectory cycle = simulate(oscillator, load, at_zero, time_to_repeat(s));
    const Peaks p = peaks(cycle);
    s.x_max = p.highest;
    s.x_min = p.lowest;
    s.amplitude = 0.5 * (p.highest - p.lowest);
    s.velocity = p.velocity;
    s.dissipated =
        oscillator.has_varying_normal() ? energy_balance(cycle).friction : oscillator.friction_bound * p.total_slip;
    s.dissipated /= s.load_periods;
}

/// Counts and losses are means per load period.
void set_from_recorder(SteadyState& s, const Oscillator& oscillator, const CycleRecorder<double>& cycle) {
    const double periods = s.load_periods;
    s.stops_then_reverse = cycle.stops_then_reverse / periods;
    s.stops_then_same_direction = cycle.stops_then_same_direction / periods;
    s.zero_duration_reversals = cycle.zero_duration_reversals / periods;
    s.stuck_fraction = s.regime == Regime::permanent_stick ? 1.0 : cycle.stuck_time / time_to_repeat(s);
    if (oscillator.has_varying_normal()) s.open_fraction = cycle.open_time / time_to_repeat(s);
    s.x_max = cycle.highest;
    s.x_min = cycle.lowest;
    s.amplitude = 0.5 * (cycle.highest - cycle.lowest);
    s.velocity = cycle.speed;
    s.dissipated = oscillator.friction_bound * cycle.path / periods;
}

}  // namespace

double start_angle(const Load& load) {
    const Harmonic& h = load.harmonics.front();
    return std::remainder(h.phase + (h.amplitude < 0.0 ? pi : 0.0), two_pi_hi);
}

void add_cycle(SteadyState& s, const Oscillator& oscillator, const Load& load, const State& at_zero) {
    s.cycle = simulate(oscillator, load, at_zero, time_to_repeat(s));
    s.transmitted_force = largest_support_force(*s.cycle);
    if (load.harmonics.size() != 1) return;
    s.phase_lag = phase_lag(*s.cycle, load.harmonics.front());
}

State state_at_zero(const Oscillator& oscillator, const Load& load, const PeriodicOrbit& orbit, double period) {
    SectionPhases phases(oscillator, load);
    phases.set_section(orbit.section);
    NoRecorder none;
    const MappedState<double> m =
        walk_period(phases, orbit.x, orbit.v, orbit.load_periods * period - orbit.section, most_phases_per_walk, none);
    return {m.x, m.v + oscillator.belt_velocity};
}

void set_ratio_values(SteadyState& s, const Oscillator& oscillator, const Load& load) {
    if (!ratios_of(oscillator, load)) return;
    const CellScales unit = cell_scales(oscillator, load);
    s.amplitude_ratio = s.amplitude / unit.length;
    s.velocity_ratio = s.velocity / (unit.load_rate * unit.length);
    s.dissipated_ratio = s.dissipated / unit.energy;
    s.residual /= unit.length;
}

SteadyState orbit_state(const Oscillator& oscillator, const Load& load, const PeriodicOrbit& found, double period,
                        const SteadyOptions& options) {
    const PeriodicOrbit orbit = at_rest_where_it_can(oscillator, load, found, period);
    SteadyState s;
    s.regime = orbit.regime;
    s.period = period;
    s.load_periods = orbit.load_periods;
    const std::optional<Ratios> ratios = ratios_of(oscillator, load);
    if (ratios) set_ratios(s, *ratios);
    if (orbit.regime == Regime::unbounded && ratios) s.growth_per_cycle = pi - 4.0 * ratios->friction;
    if (orbit.regime == Regime::not_converged || orbit.regime == Regime::unbounded) return s;
    s.map_period = orbit.is_antisymmetric ? MapPeriod::half : MapPeriod::full;
    s.multiplier = orbit.regime == Regime::permanent_stick ? 1.0 : largest_multiplier(orbit.map);
    s.residual = orbit.residual;
    set_from_recorder(s, oscillator, orbit.cycle);
    const bool moves = orbit.regime != Regime::permanent_stick;
    if (oscillator.belt_velocity != 0.0 || (oscillator.has_varying_normal() && moves))
        set_from_cycle(s, oscillator, load, state_at_zero(oscillator, load, orbit, period));
    set_ratio_values(s, oscillator, load);
    if (orbit.regime == Regime::permanent_stick) {
        s.rest_positions = rest_positions(oscillator, load, period);
        return s;
    }
    if (options.with_cycle) add_cycle(s, oscillator, load, state_at_zero(oscillator, load, orbit, period));
    return s;
}

}  // namespace stickslip
