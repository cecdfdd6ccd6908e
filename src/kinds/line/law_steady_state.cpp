// March until the motion nearly repeats, then shoot (attractor.hpp, shooting.hpp); everything else is read off one
// cycle of Taylor pieces.

#include "law_steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "long_run.hpp"
#include "phase_lag.hpp"
#include "series_trajectory.hpp"
#include "shooting.hpp"
#include "slow_load.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip {

namespace {

/// Counts of the events of one cycle, per load period; it closes on itself, so what follows the last stop may stand
/// first.
void count_stops(SteadyState& s, const Trajectory& cycle, int load_periods) {
    std::vector<Event> events;
    for (const Event& e : cycle.events) {
        if (e.time > 0.0 || e.kind != EventKind::stick_to_slide || cycle.phases.front().kind == PhaseKind::stick) {
            events.push_back(e);
        }
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].kind == EventKind::reversal) ++s.zero_duration_reversals;
        if (events[i].kind != EventKind::slide_to_stick) continue;
        const Event& next = events[(i + 1) % events.size()];
        ++(next.direction == events[i].direction ? s.stops_then_same_direction : s.stops_then_reverse);
    }
    for (double* count : {&s.stops_then_reverse, &s.stops_then_same_direction, &s.zero_duration_reversals}) {
        *count /= load_periods;
    }
}

/// The largest of |f| on [low, high] near its largest sample, by golden section.
template <class Function>
double largest_near(const Function& f, double low, double high) {
    constexpr double ratio = 0.6180339887498949;
    constexpr int narrowings = 60;
    for (int k = 0; k < narrowings; ++k) {
        const double width = high - low;
        const double left = high - ratio * width;
        const double right = low + ratio * width;
        (f(left) < f(right) ? low : high) = f(left) < f(right) ? left : right;
    }
    return f(0.5 * (low + high));
}

/// Largest |p − m·x″|, what the support feels.
double largest_series_force(const Trajectory& cycle) {
    const double end = cycle.end_time();
    const auto force = [&](double time) {
        const Sample s = cycle.at(std::clamp(time, 0.0, end));
        return std::abs(cycle.load.value(s.time) - cycle.oscillator.mass * s.acceleration);
    };
    constexpr int samples = 512;
    double best = 0.0;
    double at = 0.0;
    for (int i = 0; i <= samples; ++i) {
        const double time = end * i / samples;
        if (force(time) > best) {
            best = force(time);
            at = time;
        }
    }
    for (const Event& e : cycle.events) best = std::max({best, force(e.time), force(std::nextafter(e.time, 0.0))});
    return std::max(best, largest_near(force, std::max(0.0, at - end / samples), std::min(end, at + end / samples)));
}

void set_ratios(SteadyState& s, const Oscillator& o, const Load& load) {
    if (o.cubic() != 0.0 || o.stiffness <= 0.0) return;
    const std::optional<Ratios> r = ratios_of(o, load);
    if (!r) return;
    s.friction_ratio = r->friction;
    s.static_ratio = r->static_friction.value_or(r->friction);
    s.frequency_ratio = r->frequency;
    s.damping_ratio = r->damping;
    const double length = *load_amplitude(load) / o.stiffness;
    s.amplitude_ratio = s.amplitude / length;
    s.velocity_ratio = s.velocity / (load.harmonics.front().frequency.value() * length);
    s.dissipated_ratio = s.dissipated / (o.stiffness * length * length);
    s.residual /= length;
}

/// Counts, losses and rest per load period of a motion over so many of them.
void set_means(SteadyState& s, const Trajectory& motion, int load_periods) {
    double stuck = 0.0;
    double open = 0.0;
    for (const Phase& phase : motion.phases) {
        stuck += phase.kind == PhaseKind::stick ? phase.duration : 0.0;
        open += phase.kind == PhaseKind::open ? phase.duration : 0.0;
    }
    s.stuck_fraction = std::min(1.0, stuck / motion.end_time());
    if (motion.oscillator.has_varying_normal()) s.open_fraction = std::min(1.0, open / motion.end_time());
    count_stops(s, motion, load_periods);
    s.dissipated = energy_balance(motion).friction / load_periods;
}

/// Everything that one cycle tells.
void describe(SteadyState& s, const Oscillator& o, const Load& load, const LawOrbit& orbit,
              const SteadyOptions& options) {
    const Trajectory cycle = simulate_by_series(o, load, orbit.points.front(), orbit.period, {});
    s.load_periods = orbit.load_periods;
    s.residual = orbit.residual;
    s.multiplier = orbit.multiplier();
    s.multipliers = orbit.multipliers;
    s.map_period = MapPeriod::full;
    const Peaks p = peaks(cycle);
    s.x_max = p.highest;
    s.x_min = p.lowest;
    s.amplitude = 0.5 * (p.highest - p.lowest);
    s.velocity = p.velocity;
    set_means(s, cycle, std::max(1, orbit.load_periods));
    s.regime = s.stops_per_cycle() > 0 ? Regime::stick_slip : Regime::continuous;
    if (s.stuck_fraction == 1.0 && can_stick(o.law)) s.regime = Regime::permanent_stick;
    s.transmitted_force = largest_series_force(cycle);
    if (load.harmonics.size() == 1 && s.regime != Regime::permanent_stick) {
        s.phase_lag = phase_lag(cycle, load.harmonics.front());
    }
    set_ratios(s, o, load);
    if (options.with_cycle && s.regime != Regime::permanent_stick) s.cycle = cycle;
}

/// The orbit that belongs to an attractor, from its point of the lowest x.
LawOrbit orbit_of(const Oscillator& o, const Load& load, const Attractor& a) {
    return shoot(o, load, a.points.front(), a.period);
}

/// Means over many load periods; the amplitude is the mean of half the peak to peak of each.
void describe_chaos(SteadyState& s, const Oscillator& o, const Load& load, const Attractor& a) {
    constexpr int periods = 200;
    s.regime = Regime::chaotic;
    s.load_periods = 0;
    s.exponent = a.exponent;
    s.exponent_error = a.exponent_error;
    s.x_max = -std::numeric_limits<double>::infinity();
    s.x_min = -s.x_max;
    s.velocity = 0.0;
    s.amplitude = 0.0;
    LawState state = a.points.back();
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load);
    const Trajectory all = simulate_by_series(o, load, state, periods * s.period, {});
    set_means(s, all, periods);
    for (int n = 0; n < periods; ++n) {
        const Peaks p = peaks(simulate_by_series(o, load, state, s.period, {}));
        s.x_max = std::max(s.x_max, p.highest);
        s.x_min = std::min(s.x_min, p.lowest);
        s.velocity = std::max(s.velocity, p.velocity);
        s.amplitude += 0.5 * (p.highest - p.lowest) / periods;
        motion->start({}, state);
        motion->advance(s.period);
        state = motion->state();
    }
    set_ratios(s, o, load);
}

SteadyState forced(const Oscillator& o, const Load& load, const LawState& start, double period,
                   const SteadyOptions& options) {
    SteadyState s;
    s.period = period;
    if (s.reason = why_too_slow(o, period, most_slides_of_laws); !s.reason.empty()) return s;
    const Attractor a = find_attractor(o, load, start);
    switch (a.kind) {
        case AttractorKind::diverging: s.regime = Regime::unbounded; break;
        case AttractorKind::chaotic: describe_chaos(s, o, load, a); break;
        case AttractorKind::unresolved: s.reason = why_unresolved(a, {}); break;
        case AttractorKind::periodic: describe(s, o, load, orbit_of(o, load, a), options); break;
    }
    return s;
}

/// Rest in the laboratory while the belt slides by, or rest on a belt at rest: nothing moves.
SteadyState at_rest(const Oscillator& o, const Load& load, const LawState& start) {
    constexpr double settling_time = 2000.0;  // in 1/ωₙ
    constexpr double still = 1e-9;            // of the position
    SteadyState s;
    s.load_periods = 0;
    const double rate = std::sqrt((std::abs(o.stiffness) + std::abs(o.cubic())) / o.mass);
    if (rate == 0.0) return s;
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load);
    motion->start({}, start);
    motion->advance(settling_time / rate);
    if (motion->has_diverged()) {
        s.regime = Regime::unbounded;
        return s;
    }
    const LawState end = motion->state();
    const double speed = std::abs(end.slip_velocity + o.belt_velocity);
    if (speed > still * rate * (1.0 + std::abs(end.position))) return s;
    s.regime = motion->kind() == PhaseKind::stick && can_stick(o.law) ? Regime::permanent_stick : Regime::continuous;
    s.stuck_fraction = s.regime == Regime::permanent_stick ? 1.0 : 0.0;
    s.amplitude = 0.0;
    s.velocity = 0.0;
    s.x_max = s.x_min = end.position;
    s.multiplier = s.regime == Regime::permanent_stick ? 1.0 : undefined_value;
    return s;
}

}  // namespace

SteadyState law_steady_state(const Oscillator& o, const Load& load, const State& start, const SteadyOptions& options) {
    const LawState state{start.position, start.velocity - o.belt_velocity, 0.0, {}};
    if (const auto period = common_period(load, o.normal)) return forced(o, load, state, *period, options);
    if (!load.harmonics.empty() || load.record) {
        throw std::invalid_argument(
            "a steady state needs a periodic load: one harmonic, or several with a common period");
    }
    const LawOrbit orbit = shoot_limit_cycle(o, load, state);
    if (!orbit.is_converged) return at_rest(o, load, state);
    SteadyState s;
    s.period = orbit.period;
    describe(s, o, load, orbit, options);
    return s;
}

}  // namespace stickslip
