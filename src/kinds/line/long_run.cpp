// The attractor search finds what a start leads to, Newton closes it to the last digits, and everything else is read
// off one cycle, or off many periods of chaos. docs/theory/static_friction.md.

#include "long_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cell.hpp"
#include "few_digits.hpp"
#include "orbit_state.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {

namespace {

/// Load periods over which the means of chaos are taken.
constexpr int periods_of_chaos = 2000;

State lab_state(const Oscillator& o, const LawState& s) { return {s.position, s.slip_velocity + o.belt_velocity}; }

/// Means per load period of a motion that never repeats; the amplitude is the mean of half the peak to peak of each
/// period.
void set_means(SteadyState& s, const Oscillator& o, const Load& load, const LawState& from) {
    SectionPhases phases(o, load);
    phases.set_section(0.0);
    CycleRecorder<double> cycle(from.position);
    double highest = from.position;
    double lowest = from.position;
    double swing = 0.0;
    double x = from.position;
    double v = from.slip_velocity;
    double loss = 0.0;
    double speed = 0.0;
    for (int n = 0; n < periods_of_chaos; ++n) {
        throw_if_interrupted();
        if (o.has_varying_normal()) {
            const Trajectory whole = simulate(o, load, {x, v + o.belt_velocity}, s.period);
            const Peaks p = peaks(whole);
            highest = std::max(highest, p.highest);
            lowest = std::min(lowest, p.lowest);
            swing += 0.5 * (p.highest - p.lowest);
            loss += energy_balance(whole).friction;
            speed = std::max(speed, p.velocity);
        }
        cycle.position = cycle.highest = cycle.lowest = x;
        const MappedState<double> m = walk_period(phases, x, v, s.period, most_phases_per_walk, cycle);
        if (!o.has_varying_normal()) {
            highest = std::max(highest, cycle.highest);
            lowest = std::min(lowest, cycle.lowest);
            swing += 0.5 * (cycle.highest - cycle.lowest);
        }
        x = m.x;
        v = m.v;
    }
    constexpr double periods = periods_of_chaos;
    s.stops_then_reverse = cycle.stops_then_reverse / periods;
    s.stops_then_same_direction = cycle.stops_then_same_direction / periods;
    s.zero_duration_reversals = cycle.zero_duration_reversals / periods;
    s.stuck_fraction = cycle.stuck_time / (periods * s.period);
    s.x_max = highest;
    s.x_min = lowest;
    s.amplitude = swing / periods;
    s.velocity = std::max(cycle.speed, speed);
    s.dissipated = (o.has_varying_normal() ? loss : o.friction_bound * cycle.path) / periods;
    if (o.has_varying_normal()) s.open_fraction = cycle.open_time / (periods * s.period);
    set_ratio_values(s, o, load);
}

/// A free block keeps the place to which its start has led it: followed until its velocity settles, to the point of its
/// periodic motion at the beginning of a load period.
State settled_point(const Oscillator& o, const Load& load, const State& start, double period, const Attractor& a) {
    constexpr int most_periods = 20'000;                                      // after the velocity was recognised
    constexpr double settled = 4.0 * std::numeric_limits<double>::epsilon();  // of the speeds of the motion
    SectionPhases phases(o, load);
    double x = start.position;
    double v = start.velocity - o.belt_velocity;
    double fastest = std::abs(v);
    double change = std::numeric_limits<double>::infinity();
    for (int n = 0; n < a.marched + most_periods && (n < a.marched || change > settled * fastest); n += a.period) {
        const double before = v;
        for (int i = 0; i < a.period; ++i) {
            throw_if_interrupted();
            NoRecorder none;
            const MappedState<double> m = walk_period(phases, x, v, period, most_phases_per_walk, none);
            x = m.x;
            v = m.v;
            fastest = std::max(fastest, std::abs(v));
        }
        change = std::abs(v - before);
    }
    return {x, v};
}

}  // namespace

LawState slip_state(const Oscillator& o, const State& s) { return {s.position, s.velocity - o.belt_velocity, 0.0, {}}; }

AttractorOptions closed_form_search() {
    AttractorOptions options;
    options.transient = 0;
    options.most_periods = 6000;
    options.longest_march = 200'000;
    options.exponent_periods = 2000;
    options.largest_period = 1024;
    options.points = 1;
    return options;
}

std::string why_unresolved(const Attractor& a, const AttractorOptions& options) {
    return "no period of up to " + std::to_string(options.largest_period) + " load periods was found in " +
           std::to_string(a.marched) + ", and the exponent " + few_digits(a.exponent) + " ± " +
           few_digits(a.exponent_error) + " 1/s is not positive: a very slow transient, or a longer period";
}

SteadyState long_run(const Oscillator& o, const Load& load, const State& start, double period,
                     const SteadyOptions& options) {
    const AttractorOptions search = closed_form_search();
    const Attractor a = find_closed_form_attractor(o, load, slip_state(o, start), period, search);
    PeriodicOrbit orbit;
    if (a.kind == AttractorKind::periodic) {
        const LawState& p = a.points.front();
        const State at =
            o.stiffness > 0.0 ? State{p.position, p.slip_velocity} : settled_point(o, load, start, period, a);
        orbit = close_orbit(o, load, at, period, a.period);
    } else if (a.kind == AttractorKind::diverging) {
        orbit.regime = Regime::unbounded;
    }
    SteadyState s = orbit_state(o, load, orbit, period, options);
    if (a.kind == AttractorKind::periodic) s.at_zero = state_at_zero(o, load, orbit, period);
    if (a.kind == AttractorKind::periodic || a.kind == AttractorKind::diverging) return s;
    s.load_periods = 0;
    s.exponent = a.exponent;
    s.exponent_error = a.exponent_error;
    if (a.kind == AttractorKind::unresolved) {
        s.reason = why_unresolved(a, search);
        return s;
    }
    s.regime = Regime::chaotic;
    s.at_zero = lab_state(o, a.points.back());
    set_means(s, o, load, a.points.back());
    return s;
}

}  // namespace stickslip
