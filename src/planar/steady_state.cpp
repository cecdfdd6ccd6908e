#include "stickslip/planar/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "periodic_orbit.hpp"
#include "stickslip/planar/circular.hpp"
#include "stickslip/planar/simulate.hpp"

namespace stickslip::planar {

namespace {

constexpr double pi = std::numbers::pi;

/// An angle in (−π, π].
double wrapped(double angle) {
    const double turn = std::remainder(angle, 2.0 * pi);
    return turn <= -pi ? turn + 2.0 * pi : turn;
}

/// A load of one harmonic on each axis, all of the same frequency and without constant parts.
struct SingleHarmonic {
    Vector amplitude;  ///< ≥ 0
    Vector phase;
    double frequency = 0.0;
};

std::optional<SingleHarmonic> single_harmonic(const Load& load) {
    SingleHarmonic s;
    for (int i = 0; i < 2; ++i) {
        const stickslip::Load& axis = load.axis(i);
        if (axis.constant != 0.0 || axis.record || axis.harmonics.size() > 1) return std::nullopt;
        if (axis.harmonics.empty()) continue;
        const Harmonic& h = axis.harmonics.front();
        if (s.frequency != 0.0 && h.frequency.value() != s.frequency) return std::nullopt;
        s.frequency = h.frequency.value();
        s.amplitude[i] = std::abs(h.amplitude);
        s.phase[i] = h.amplitude < 0.0 ? h.phase + pi : h.phase;
    }
    return s;
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

void set_magnification(const Oscillator& o, const std::optional<SingleHarmonic>& load, SteadyState& s) {
    if (!o.is_rigid()) {
        s.magnification = *o.support_stiffness * s.fundamental.x1 / o.friction_bound;
    } else if (load && load->amplitude.x1 > 0.0) {
        s.magnification = o.stiffness * s.fundamental.x1 / load->amplitude.x1;
    }
}

/// Energies and intervals of a cycle that starts with `state` at t = 0.
void add_cycle(const Oscillator& o, const Load& load, const State& state, SteadyState& s) {
    s.cycle = simulate_from(o, load, state, 0.0, s.period);
    const EnergyBalance energy = energy_balance(*s.cycle);
    s.dissipated = energy.friction;
    s.damped = energy.damping;
    s.input = energy.input;
    s.stuck_fraction = stuck_fraction(*s.cycle);
    s.residual = norm(s.cycle->end.position - state.position);
    const auto stops = [](const Event& e) { return e.kind == EventKind::slide_to_stick; };
    s.stick_intervals_per_cycle =
        static_cast<int>(std::count_if(s.cycle->events.begin(), s.cycle->events.end(), stops));
}

/// The state at t = 0 (mod the period) to which the motion from `start` settles once it can slide no more; its slider
/// position is what remains of the start. `reach` is the largest stretch of the forced orbit [m].
Vector settled_slider(const Oscillator& o, const Load& load, State state, double period, double reach,
                      const State& forced) {
    constexpr int most_periods = 400;
    const double slack = o.is_rigid() ? 0.0 : o.friction_bound / *o.support_stiffness;
    const double softening = o.is_rigid() ? 0.0 : o.stiffness / (o.stiffness + *o.support_stiffness);
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
        const Vector offset = -softening * slider;
        const Vector free = stretch - offset - forced.position;
        const Vector free_velocity = state.velocity - forced.velocity;
        const double size = norm(free) + norm(free_velocity) / rate;
        if (reach + norm(offset) + size <= slack) return slider;
    }
    if (o.is_rigid()) return state.position;
    return state.position - (1.0 / *o.support_stiffness) * state.friction_force;
}

/// Stuck for ever: the linear response of the mass on its support; a rigid support holds it at rest.
SteadyState stuck_state(const Oscillator& o, const Load& load, const SingleHarmonic& harmonic, const State& start,
                        double period) {
    SteadyState s;
    s.regime = Regime::permanent_stick;
    s.period = period;
    s.multiplier = 1.0;
    State at_zero;
    double size = 1.0;
    if (o.is_rigid()) {
        s.amplitude = s.fundamental = {};
    } else {
        const double w = harmonic.frequency;
        const double spring = o.stiffness + *o.support_stiffness - o.mass * w * w;
        size = std::hypot(spring, o.damping * w);
        const double lag = std::atan2(o.damping * w, spring);
        for (int i = 0; i < 2; ++i) {
            const double a = harmonic.amplitude[i] / size;
            s.amplitude[i] = s.fundamental[i] = a;
            if (a == 0.0) continue;
            s.phase_lag[i] = lag;
            s.friction_phase_lag[i] = 0.0;
            at_zero.position[i] = a * std::sin(harmonic.phase[i] - lag);
            at_zero.velocity[i] = a * w * std::cos(harmonic.phase[i] - lag);
        }
    }
    set_magnification(o, harmonic, s);
    const double reach = semi_major_axis(harmonic.amplitude, harmonic.phase) / size;
    const Vector slider = settled_slider(o, load, start, period, reach, at_zero);
    if (o.is_rigid()) {
        at_zero.position = slider;
    } else {
        const double support = *o.support_stiffness;
        const double softening = o.stiffness / (o.stiffness + support);
        const Vector stretch = at_zero.position - softening * slider;
        at_zero.position = slider + stretch;
        at_zero.friction_force = support * stretch;
    }
    add_cycle(o, load, at_zero, s);
    s.stuck_fraction = 1.0;
    s.dissipated = 0.0;
    s.stick_intervals_per_cycle = 0;
    return s;
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

/// What is read off the cycle of any other load.
void add_waves(const Oscillator& o, const std::optional<SingleHarmonic>& harmonic, SteadyState& s) {
    const Peaks extremes = peaks(*s.cycle);
    s.amplitude = 0.5 * (extremes.highest - extremes.lowest);
    const Fundamentals waves = fundamentals(*s.cycle, 2.0 * pi / s.period);
    const double noise = 1e-13 * extremes.position;
    for (int i = 0; i < 2; ++i) {
        const Fundamental& x = waves.position[i];
        const Fundamental& r = waves.friction[i];
        s.fundamental[i] = std::hypot(x.sine, x.cosine);
        if (!(s.fundamental[i] > noise)) continue;
        const double phase = std::atan2(x.cosine, x.sine);
        if (harmonic && harmonic->amplitude[i] > 0.0) s.phase_lag[i] = wrapped(harmonic->phase[i] - phase);
        s.friction_phase_lag[i] = wrapped(phase - std::atan2(r.cosine, r.sine));
    }
    set_magnification(o, harmonic, s);
}

}  // namespace

SteadyState steady_state(const Oscillator& o, const Load& load, const State& start) {
    validate(o);
    validate(load);
    validate(start, o);
    const std::optional<double> period = load.period();
    if (!period) throw std::invalid_argument("a steady state needs a periodic load");
    const std::optional<SingleHarmonic> harmonic = single_harmonic(load);
    if (harmonic) {
        const double size = semi_major_axis(harmonic->amplitude, harmonic->phase);
        if (size <= least_sliding_load(o, harmonic->frequency)) return stuck_state(o, load, *harmonic, start, *period);
        if (const int sense = circular_sense(*harmonic)) return circular_state(o, load, *harmonic, sense, *period);
    }
    SteadyState s;
    s.period = *period;
    s.map_period = is_antisymmetric(load, *period) ? MapPeriod::half : MapPeriod::full;
    const PeriodicOrbit orbit = find_periodic_orbit(o, load, start, *period);
    if (!orbit.is_found) {
        if (orbit.grows) s.regime = Regime::unbounded;
        return s;
    }
    s.multiplier = orbit.multiplier;
    add_cycle(o, load, orbit.at_zero, s);
    add_waves(o, harmonic, s);
    constexpr double whole = 1.0 - 1e-12;
    s.regime = s.stuck_fraction >= whole          ? Regime::permanent_stick
               : s.stick_intervals_per_cycle == 0 ? Regime::continuous
                                                  : Regime::stick_slip;
    return s;
}

}  // namespace stickslip::planar
