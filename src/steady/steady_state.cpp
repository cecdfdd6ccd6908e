#include "stickslip/steady/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "law_steady_state.hpp"
#include "periodic_orbit.hpp"
#include "phase_lag.hpp"
#include "stickslip/motion/interruption.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/cell_state.hpp"
#include "stickslip/steady/solve_cell.hpp"
#include "stickslip/steady/special_regimes.hpp"
#include "transmission.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// The load angle at t = 0 of the one harmonic, with its amplitude taken positive.
double start_angle(const Load& load) {
    const Harmonic& h = load.harmonics.front();
    return std::remainder(h.phase + (h.amplitude < 0.0 ? pi : 0.0), two_pi_hi);
}

/// The state of the cell's motion at load angle `target`.
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

/// The centre of the member of the continuum at Ω = 1/(2n) that a start leads to. Inside the continuum the walk settles
/// geometrically; from outside it creeps up to the edge like n^−½, and never past it, because the period map expands no
/// distance: the edge is then the answer.
double member_centre(const CellParameters<double>& cell, State start, double angle, double radius) {
    constexpr int most_periods = 2000;
    constexpr double settled = 1e-15;
    HarmonicPhases<double> phases(cell, FlowKind::undamped);
    phases.set_section(angle);
    const double period = 2.0 * pi / cell.frequency;
    double centre = 0.0;
    for (int i = 0; i < most_periods; ++i) {
        throw_if_interrupted();
        CycleRecorder<double> cycle(start.position);
        const MappedState<double> m =
            walk_period(phases, start.position, start.velocity, period, most_phases_per_walk, cycle);
        const double change = std::hypot(m.x - start.position, m.v - start.velocity);
        start = {m.x, m.v};
        centre = 0.5 * (cycle.highest + cycle.lowest);
        if (change <= settled) break;
    }
    return std::clamp(centre, -radius, radius);
}

/// The member with this centre turns at its lowest point when the load is at its lowest, docs/theory/steady.md.
CellSolution<double> member_of_family(const CellParameters<double>& cell, CellSolution<double> found, double centre) {
    found.section = -0.5 * pi;
    found.x = centre - found.amplitude;
    found.v = 0.0;
    HarmonicPhases<double> phases(cell, FlowKind::undamped);
    phases.set_section(found.section);
    CycleRecorder<double> cycle(found.x);
    const MappedState<double> m =
        walk_period(phases, found.x, found.v, 2.0 * pi / cell.frequency, most_phases_per_walk, cycle);
    found.velocity = cycle.speed / cell.frequency;
    found.residual = std::hypot(m.x - found.x, m.v - found.v);
    return found;
}

/// What is read off the cycle as a trajectory.
void add_cycle(SteadyState& s, const Oscillator& oscillator, const Load& load, const State& at_zero) {
    s.cycle = simulate(oscillator, load, at_zero, s.period);
    s.transmitted_force = largest_support_force(*s.cycle);
    if (load.harmonics.size() != 1) return;
    s.phase_lag = phase_lag(*s.cycle, load.harmonics.front());
}

/// One harmonic, a spring, equal static and sliding friction: the templated cell solver.
SteadyState solve_by_cell(const Oscillator& oscillator, const Load& load, const State& start, const Ratios& ratios,
                          const SteadyOptions& options) {
    const CellScales unit = cell_scales(oscillator, load);
    const CellParameters<double> cell{ratios.friction, ratios.friction, ratios.frequency, ratios.damping};
    CellSolution<double> found = solve_cell(cell);
    SteadyState s;
    const double angle = start_angle(load);
    double middle = 0.0;  // of the motion, in p₀/k
    if (found.regime == Regime::non_unique && ratios.friction > 0.0) {
        const State scaled{(start.position - unit.centre) / unit.length, start.velocity / (unit.rate * unit.length)};
        const double radius = family_radius(cell);
        s.family = MotionFamily{{found.amplitude - radius, found.amplitude + radius},
                                {-found.amplitude - radius, -found.amplitude + radius}};
        middle = member_centre(cell, scaled, angle, radius);
        found = member_of_family(cell, found, middle);
        s.map_period = MapPeriod::full;
    }
    set_from_cell(s, ratios, unit, found, start, middle);
    if (!options.with_cycle || !s.is_periodic() || s.regime == Regime::permanent_stick) return s;
    const State at_zero = state_at_angle(cell, found, angle);
    add_cycle(s, oscillator, load,
              {unit.centre + at_zero.position * unit.length, at_zero.velocity * unit.rate * unit.length});
    return s;
}

/// Where the mass can rest for ever: |p(t) − k·(x − x_eq)| ≤ r_s at all times, for at most one harmonic.
std::optional<Interval> rest_positions(const Oscillator& o, const Load& load) {
    if (o.stiffness == 0.0 || load.harmonics.size() > 1) return std::nullopt;
    const double swing = load.harmonics.empty() ? 0.0 : std::abs(load.harmonics.front().amplitude);
    const double centre = o.equilibrium + load.constant / o.stiffness;
    const double room = (o.holding_bound() - swing) / o.stiffness;
    return Interval{centre - room, centre + room};
}

/// The state of a periodic motion at the start of the load period.
State state_at_zero(const Oscillator& oscillator, const Load& load, const PeriodicOrbit& orbit, double period) {
    SectionPhases phases(oscillator, load);
    phases.set_section(orbit.section);
    NoRecorder none;
    const MappedState<double> m =
        walk_period(phases, orbit.x, orbit.v, period - orbit.section, most_phases_per_walk, none);
    return {m.x, m.v + oscillator.belt_velocity};
}

/// On a belt the mass turns round in mid slide and its path is not its slip: extremes, speed and loss come from the
/// cycle itself.
void set_from_cycle(SteadyState& s, const Oscillator& oscillator, const Load& load, const State& at_zero) {
    const Peaks p = peaks(simulate(oscillator, load, at_zero, s.period));
    s.x_max = p.highest;
    s.x_min = p.lowest;
    s.amplitude = 0.5 * (p.highest - p.lowest);
    s.velocity = p.velocity;
    s.dissipated = oscillator.friction_bound * p.total_slip;
}

SteadyState solve_by_orbit(const Oscillator& oscillator, const Load& load, const State& start, double period,
                           const SteadyOptions& options) {
    const PeriodicOrbit orbit = find_periodic_orbit(oscillator, load, start, period);
    SteadyState s;
    s.regime = orbit.regime;
    s.period = period;
    const std::optional<Ratios> ratios = ratios_of(oscillator, load);
    if (ratios) set_ratios(s, *ratios);
    if (orbit.regime == Regime::unbounded && ratios) s.growth_per_cycle = pi - 4.0 * ratios->friction;
    if (orbit.regime == Regime::not_converged || orbit.regime == Regime::unbounded) return s;
    const CycleRecorder<double>& cycle = orbit.cycle;
    s.map_period = orbit.is_antisymmetric ? MapPeriod::half : MapPeriod::full;
    s.multiplier = orbit.regime == Regime::permanent_stick ? 1.0 : largest_multiplier(orbit.map);
    s.stops_then_reverse = cycle.stops_then_reverse;
    s.stops_then_same_direction = cycle.stops_then_same_direction;
    s.zero_duration_reversals = cycle.zero_duration_reversals;
    s.stuck_fraction = orbit.regime == Regime::permanent_stick ? 1.0 : cycle.stuck_time / period;
    s.x_max = cycle.highest;
    s.x_min = cycle.lowest;
    s.amplitude = 0.5 * (cycle.highest - cycle.lowest);
    s.velocity = cycle.speed;
    s.dissipated = oscillator.friction_bound * cycle.path;
    s.residual = orbit.residual;
    if (oscillator.belt_velocity != 0.0)
        set_from_cycle(s, oscillator, load, state_at_zero(oscillator, load, orbit, period));
    if (ratios) {
        const CellScales unit = cell_scales(oscillator, load);
        s.amplitude_ratio = s.amplitude / unit.length;
        s.velocity_ratio = s.velocity / (unit.load_rate * unit.length);
        s.dissipated_ratio = s.dissipated / unit.energy;
        s.residual = orbit.residual / unit.length;
    }
    if (orbit.regime == Regime::permanent_stick) {
        s.rest_positions = rest_positions(oscillator, load);
        return s;
    }
    if (!options.with_cycle) return s;
    add_cycle(s, oscillator, load, state_at_zero(oscillator, load, orbit, period));
    return s;
}

/// The regimes that other starts lead to where the static bound exceeds the sliding friction: rest in the middle, and a
/// motion let go from far out on either side, with and against the load.
void add_coexisting(SteadyState& s, const Oscillator& oscillator, const Load& load, double period) {
    constexpr double far_away = 20.0;  // static responses
    const CellScales unit = cell_scales(oscillator, load);
    const double sliding_force = oscillator.friction_bound / oscillator.stiffness;
    const double away = far_away * (unit.length + sliding_force);
    const State starts[] = {{unit.centre, 0.0}, {unit.centre + away, 0.0}, {unit.centre - away, 0.0}};
    for (const State& start : starts) {
        const Regime other = find_periodic_orbit(oscillator, load, start, period).regime;
        const bool is_known = other == s.regime || other == Regime::not_converged ||
                              std::find(s.coexists.begin(), s.coexists.end(), other) != s.coexists.end();
        if (!is_known) s.coexists.push_back(other);
    }
}

}  // namespace

double SteadyState::asymptotic_amplitude_ratio() const {
    const double sine = 4.0 * friction_ratio / pi;
    if (!is_plain_coulomb || !(sine <= 1.0) || damping_ratio != 0.0) return undefined_value;
    return std::sqrt((1.0 - sine) * (1.0 + sine)) / std::abs((1.0 - frequency_ratio) * (1.0 + frequency_ratio));
}

SteadyState steady_state(const Oscillator& oscillator, const Load& load, const State& start,
                         const SteadyOptions& options) {
    validate(oscillator);
    validate(load);
    validate(start);
    const bool is_on_belt = oscillator.belt_velocity != 0.0 && load.harmonics.empty() && !load.record;
    if (!oscillator.has_closed_form() || is_on_belt) {
        SteadyState s = law_steady_state(oscillator, load, start, options);
        s.is_plain_coulomb = false;
        return s;
    }
    const std::optional<double> period = load.period();
    if (!period) {
        throw std::invalid_argument(
            "a steady state needs a periodic load: one harmonic, or several with a common period");
    }
    const std::optional<Ratios> ratios = ratios_of(oscillator, load);
    const bool holds_more = oscillator.holding_bound() > oscillator.friction_bound;
    if (ratios && !holds_more && oscillator.belt_velocity == 0.0) {
        return solve_by_cell(oscillator, load, start, *ratios, options);
    }
    SteadyState s = solve_by_orbit(oscillator, load, start, *period, options);
    s.is_plain_coulomb = !holds_more && oscillator.belt_velocity == 0.0;
    if (ratios && holds_more) add_coexisting(s, oscillator, load, *period);
    return s;
}

SteadyState steady_state(const Case& problem, const SteadyOptions& options) {
    SteadyState s = steady_state(problem.oscillator, problem.load, problem.start, options);
    if (!problem.base || !problem.base->amplitude || problem.base->displacement.harmonics.empty()) return s;
    if (!problem.oscillator.has_closed_form()) return s;
    const double base_amplitude = std::abs(*problem.base->amplitude);
    Harmonic base = problem.base->displacement.harmonics.front();
    if (problem.base->surface == Surface::fixed) {
        s.transmissibility = s.amplitude / base_amplitude;
        if (s.cycle) {
            base.amplitude = -base.amplitude;  // the stretch x − y
            const CarriedExtremes stretch = carried_extremes(*s.cycle, base);
            const double rest = problem.oscillator.equilibrium;
            s.transmitted_force = problem.oscillator.stiffness *
                                  std::max(std::abs(stretch.highest - rest), std::abs(stretch.lowest - rest));
        }
    } else if (s.cycle) {
        const CarriedExtremes absolute_motion = carried_extremes(*s.cycle, base);
        s.transmissibility = 0.5 * (absolute_motion.highest - absolute_motion.lowest) / base_amplitude;
    } else if (s.regime == Regime::permanent_stick) {
        s.transmissibility = 1.0;
    }
    return s;
}

}  // namespace stickslip
