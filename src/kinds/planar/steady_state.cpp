#include "stickslip/planar/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "circular.hpp"
#include "model/bounds.hpp"
#include "periodic_orbit.hpp"
#include "single_harmonic.hpp"
#include "steady_cycle.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stuck_orbit.hpp"

namespace stickslip::planar {

namespace {

constexpr double pi = std::numbers::pi;

/// An angle in (−π, π].
double wrapped(double angle) {
    const double turn = std::remainder(angle, 2.0 * pi);
    return turn <= -pi ? turn + 2.0 * pi : turn;
}

/// +1 or −1 for a load that turns on a circle counter-clockwise or clockwise, else 0.
int circular_sense(const SingleHarmonic& load) {
    constexpr double rounding = 1e-14;
    const double a = load.amplitude.x1;
    if (!(a > 0.0) || std::abs(load.amplitude.x2 - a) > rounding * a) return 0;
    const double lead = wrapped(load.phase.x1 - load.phase.x2);
    if (std::abs(std::abs(lead) - 0.5 * pi) > rounding) return 0;
    return lead > 0.0 ? 1 : -1;
}

/// The part of a load that has the frequency of its period.
SingleHarmonic fundamental_of(const Load& load, double period) {
    constexpr double same = 1e-9;
    SingleHarmonic s;
    s.frequency = 2.0 * pi / period;
    for (int i = 0; i < 2; ++i) {
        double sine = 0.0;
        double cosine = 0.0;
        for (const Harmonic& h : load.axis(i).harmonics) {
            if (std::abs(h.frequency.value() - s.frequency) > same * s.frequency) continue;
            sine += h.amplitude * std::cos(h.phase);
            cosine += h.amplitude * std::sin(h.phase);
        }
        s.amplitude[i] = std::hypot(sine, cosine);
        s.phase[i] = std::atan2(cosine, sine);
    }
    return s;
}

void set_magnification(const Oscillator& o, const SingleHarmonic& load, SteadyState& s) {
    if (!o.is_rigid()) {
        s.magnification = *o.support_stiffness * s.fundamental.x1 / o.friction_bound;
    } else if (load.amplitude.x1 > 0.0) {
        s.magnification = o.stiffness * s.fundamental.x1 / load.amplitude.x1;
    }
}

/// What is read off the cycle.
void add_waves(const Oscillator& o, const SingleHarmonic& load, SteadyState& s) {
    const Peaks extremes = peaks(*s.cycle);
    s.amplitude = 0.5 * (extremes.highest - extremes.lowest);
    const Fundamentals waves = fundamentals(*s.cycle, load.frequency);
    const double noise = 1e-13 * extremes.position;
    for (int i = 0; i < 2; ++i) {
        const Fundamental& x = waves.position[i];
        const Fundamental& r = waves.friction[i];
        s.fundamental[i] = std::hypot(x.sine, x.cosine);
        if (!(s.fundamental[i] > noise)) continue;
        const double phase = std::atan2(x.cosine, x.sine);
        if (load.amplitude[i] > 0.0) s.phase_lag[i] = wrapped(load.phase[i] - phase);
        s.friction_phase_lag[i] = wrapped(phase - std::atan2(r.cosine, r.sine));
    }
    set_magnification(o, load, s);
}

void add_energies(SteadyState& s) {
    const EnergyBalance energy = energy_balance(*s.cycle);
    s.dissipated = energy.friction;
    s.damped = energy.damping;
    s.input = energy.input;
}

/// The cycle that starts with `state` at t = 0, and its intervals.
void add_cycle(const Oscillator& o, const Load& load, const State& state, SteadyState& s) {
    s.cycle = simulate_from(o, load, state, 0.0, s.period);
    s.stuck_fraction = stuck_fraction(*s.cycle);
    if (o.has_varying_normal()) s.open_fraction = open_fraction(*s.cycle);
    s.residual = norm(s.cycle->end.position - state.position);
    // A cycle that begins within a slide does not begin with a release.
    std::vector<Event>& events = s.cycle->events;
    const auto count = [&](EventKind kind) {
        return std::count_if(events.begin(), events.end(), [&](const Event& e) { return e.kind == kind; });
    };
    if (count(EventKind::stick_to_slide) > count(EventKind::slide_to_stick)) events.erase(events.begin());
    s.stick_intervals_per_cycle = static_cast<int>(count(EventKind::slide_to_stick));
}

/// Where the slider is once the motion from `start` can slide no more: what remains of the start.
Vector settled_slider(const Oscillator& o, const Load& load, State state, double period, const StuckOrbit& orbit) {
    constexpr int most_periods = 400;
    const double slack = o.is_rigid() ? 0.0 : o.friction_bound / *o.support_stiffness;
    const State forced = orbit.at(0.0);
    for (int n = 0; n < most_periods; ++n) {
        const Trajectory cycle = simulate_from(o, load, state, 0.0, period);
        state = cycle.end;
        if (o.is_rigid()) {
            if (cycle.pieces.size() == 1 && !cycle.pieces.front().is_sliding) break;
            continue;
        }
        const Vector stretch = (1.0 / *o.support_stiffness) * state.friction_force;
        const Vector slider = state.position - stretch;
        // What is left of the free motion: it decays, and cannot slide once everything fits into the circle.
        const double rate = std::sqrt((o.stiffness + *o.support_stiffness) / o.mass);
        const Vector offset = orbit.offset(slider);
        const Vector free = stretch - offset - forced.position;
        const Vector free_velocity = state.velocity - forced.velocity;
        const double size = norm(free) + norm(free_velocity) / rate;
        if (size <= slack && orbit.largest_stretch(offset) + size <= slack) return slider;
    }
    if (o.is_rigid()) return state.position;
    return state.position - (1.0 / *o.support_stiffness) * state.friction_force;
}

/// The waves of a stuck motion under one harmonic, in closed form; a rigid support holds the mass at rest.
void add_stuck_waves(const Oscillator& o, const SingleHarmonic& load, SteadyState& s) {
    s.amplitude = s.fundamental = {};
    s.phase_lag = s.friction_phase_lag = undefined_vector;
    if (!o.is_rigid()) {
        const double w = load.frequency;
        const double spring = o.stiffness + *o.support_stiffness - o.mass * w * w;
        for (int i = 0; i < 2; ++i) {
            if (load.amplitude[i] == 0.0) continue;
            s.amplitude[i] = s.fundamental[i] = load.amplitude[i] / std::hypot(spring, o.damping * w);
            s.phase_lag[i] = std::atan2(o.damping * w, spring);
            s.friction_phase_lag[i] = 0.0;
        }
    }
    set_magnification(o, load, s);
}

/// Stuck for ever: the linear response of the mass on its support.
SteadyState stuck_state(const Oscillator& o, const Load& load, const std::optional<SingleHarmonic>& harmonic,
                        const State& start, double period) {
    SteadyState s;
    s.regime = Regime::permanent_stick;
    s.period = period;
    s.multiplier = 1.0;
    const StuckOrbit orbit(o, load, period);
    const Vector slider = settled_slider(o, load, start, period, orbit);
    State at_zero = orbit.at(0.0);
    const Vector stretch = at_zero.position + orbit.offset(slider);
    at_zero.position = slider + stretch;
    if (!o.is_rigid()) at_zero.friction_force = *o.support_stiffness * stretch;
    add_cycle(o, load, at_zero, s);
    add_energies(s);
    if (harmonic || o.is_rigid()) {
        add_stuck_waves(o, harmonic.value_or(fundamental_of(load, period)), s);
    } else {
        add_waves(o, fundamental_of(load, period), s);
    }
    s.stuck_fraction = 1.0;
    s.dissipated = 0.0;
    s.stick_intervals_per_cycle = 0;
    return s;
}

/// Why the motion under a load so slow is not followed; empty where it is. Mass and spring set the pace of the slides.
std::string why_too_slow(const Oscillator& o, double period) {
    constexpr double most_natural_periods = 500.0;
    const double rate = std::sqrt(o.stiffness / o.mass);
    const double natural_periods = rate * period / (2.0 * pi);
    if (!(natural_periods > most_natural_periods)) return "";
    return "the load is too slow: its period is " + shortest(std::round(natural_periods)) +
           " natural periods, and at most " + shortest(most_natural_periods) + " are followed";
}

SteadyState circular_state(const Oscillator& o, const Load& load, const SingleHarmonic& harmonic, int sense,
                           double period) {
    SteadyState s;
    s.period = period;
    const CircularMotion c = circular_motion(o, harmonic.amplitude.x1, harmonic.frequency);
    if (std::isinf(c.radius)) {
        s.regime = Regime::unbounded;
        return s;
    }
    s.regime = Regime::continuous;
    s.amplitude = s.fundamental = {c.radius, c.radius};
    s.phase_lag = {c.phase_lag, c.phase_lag};
    s.friction_phase_lag = {c.friction_phase_lag, c.friction_phase_lag};
    set_magnification(o, harmonic, s);
    // p₁ = a·cos(ωt + α) and p₂ = ±a·sin(ωt + α).
    const double angle = harmonic.phase.x1 - 0.5 * pi - c.phase_lag;
    const double speed = harmonic.frequency * c.radius;
    const double friction_angle = sense * (angle - c.friction_phase_lag);
    State at_zero;
    at_zero.position = c.radius * Vector{std::cos(angle), sense * std::sin(angle)};
    at_zero.velocity = speed * Vector{-std::sin(angle), sense * std::cos(angle)};
    at_zero.friction_force = o.friction_bound * Vector{std::cos(friction_angle), std::sin(friction_angle)};
    add_cycle(o, load, at_zero, s);
    const double slip = speed * -std::sin(c.friction_phase_lag);
    s.dissipated = o.friction_bound * slip * period;
    s.damped = o.damping * speed * speed * period;
    s.input = s.dissipated + s.damped;
    s.stuck_fraction = 0.0;
    s.stick_intervals_per_cycle = 0;
    return s;
}

}  // namespace

void require_periodic(const Oscillator& o, const Load& load) {
    if (common_period(load, o.normal)) return;
    if (o.has_varying_normal()) {
        throw std::invalid_argument(o.normal->record
                                        ? "a steady state needs a normal force that repeats, and a record does not"
                                        : "a steady state needs a load and a normal force with a common period");
    }
    std::string why = "these frequencies have no common period of at most 1000 periods of the slowest one";
    if (load.axis1.record || load.axis2.record) {
        why = "a record is not periodic";
    } else if (load.axis1.harmonics.empty() && load.axis2.harmonics.empty()) {
        why = "this one has no harmonic";
    }
    throw std::invalid_argument("a steady state needs a periodic load; " + why);
}

std::optional<Regime> known_regime(const Oscillator& o, const Load& load) {
    if (o.has_varying_normal()) return std::nullopt;
    const std::optional<double> period = load.period();
    if (!period) return std::nullopt;
    const std::optional<SingleHarmonic> harmonic = single_harmonic(load);
    if (!harmonic) {
        const bool holds = StuckOrbit(o, load, *period).least_bound() <= o.friction_bound;
        return holds ? std::optional(Regime::permanent_stick) : std::nullopt;
    }
    const double size = semi_major_axis(harmonic->amplitude, harmonic->phase);
    if (size <= least_sliding_load(o, harmonic->frequency)) return Regime::permanent_stick;
    if (circular_sense(*harmonic) == 0) return std::nullopt;
    const CircularMotion c = circular_motion(o, harmonic->amplitude.x1, harmonic->frequency);
    return std::isinf(c.radius) ? Regime::unbounded : Regime::continuous;
}

namespace {

/// Where the motion under a normal force that varies comes to rest for ever, if it does so soon.
std::optional<State> rest_under_normal(const Oscillator& o, const Load& load, State state, double period) {
    constexpr int most_periods = 64;
    if (!o.has_varying_normal()) return std::nullopt;
    for (int n = 0; n < most_periods; ++n) {
        const Trajectory cycle = simulate_from(o, load, state, 0.0, period);
        const auto rests = [](const Piece& p) { return p.kind == PieceKind::stick; };
        if (std::all_of(cycle.pieces.begin(), cycle.pieces.end(), rests)) return state;
        state = cycle.end;
    }
    return std::nullopt;
}

SteadyState resting_state(const Oscillator& o, const Load& load, const State& state, double period) {
    SteadyState s;
    s.regime = Regime::permanent_stick;
    s.period = period;
    s.multiplier = 1.0;
    add_cycle(o, load, state, s);
    add_energies(s);
    s.amplitude = s.fundamental = {};
    set_magnification(o, fundamental_of(load, period), s);
    s.stuck_fraction = 1.0;
    return s;
}

/// What is wanted of a cycle that has to be searched for: of many in a row only the cycle, each near the one before.
enum class Wanted { cycle, everything };

SteadyState solve(const Oscillator& o, const Load& load, const State& start, Wanted wanted) {
    validate(o);
    validate(load);
    validate(start, o);
    require_periodic(o, load);
    const std::optional<double> period = common_period(load, o.normal);
    const std::optional<SingleHarmonic> harmonic = single_harmonic(load);
    const std::optional<Regime> known = known_regime(o, load);
    const bool is_held = known == Regime::permanent_stick && o.is_rigid();
    if (const std::string reason = why_too_slow(o, *period); !reason.empty() && !is_held) {
        SteadyState s;
        s.period = *period;
        s.reason = reason;
        return s;
    }
    if (known) {
        if (*known == Regime::permanent_stick) return stuck_state(o, load, harmonic, start, *period);
        return circular_state(o, load, *harmonic, circular_sense(*harmonic), *period);
    }
    if (const std::optional<State> rest = rest_under_normal(o, load, start, *period)) {
        return resting_state(o, load, *rest, *period);
    }
    SteadyState s;
    s.period = *period;
    s.map_period = is_antisymmetric(o, load, *period) ? MapPeriod::half : MapPeriod::full;
    const SearchFrom from = wanted == Wanted::cycle ? SearchFrom::nearby : SearchFrom::anywhere;
    const PeriodicOrbit orbit = find_periodic_orbit(o, load, start, *period, from);
    if (!orbit.is_found) {
        if (orbit.grows) s.regime = Regime::unbounded;
        return s;
    }
    s.multiplier = orbit.multiplier;
    add_cycle(o, load, orbit.at_zero, s);
    if (wanted == Wanted::everything) {
        add_energies(s);
        add_waves(o, fundamental_of(load, *period), s);
    }
    constexpr double whole = 1.0 - 1e-12;
    s.regime = s.stuck_fraction >= whole          ? Regime::permanent_stick
               : s.stick_intervals_per_cycle == 0 ? Regime::continuous
                                                  : Regime::stick_slip;
    return s;
}

}  // namespace

SteadyState steady_state(const Oscillator& o, const Load& load, const State& start) {
    return solve(o, load, start, Wanted::everything);
}

SteadyState steady_cycle(const Oscillator& o, const Load& load, const State& start) {
    return solve(o, load, start, Wanted::cycle);
}

}  // namespace stickslip::planar
