#include "marching.hpp"

#include <cmath>
#include <numbers>

#include "cvode_motion.hpp"
#include "odeint_motion.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "timing.hpp"

namespace stickslip {

namespace {

constexpr double tolerances[] = {1e-11, 1e-12, 1e-13};  // of the integrators, relative and absolute

double period_of(const Ratios& r) { return 2.0 * std::numbers::pi / r.frequency; }

/// Advances cycle by cycle until the state is the steady one.
template <class Advance>
March march(const State& target, const MarchCaps& caps, double begin, const Advance& advance) {
    March result;
    while (result.cycles < caps.cycles && !result.arrived && processor_seconds() - begin < caps.seconds) {
        const State s = advance(++result.cycles);
        result.arrived = std::hypot(s.position - target.position, s.velocity - target.velocity) <= caps.arrival;
    }
    result.seconds = processor_seconds() - begin;
    return result;
}

}  // namespace

State steady_begin(const Ratios& r) {
    const SteadyState steady = steady_state(oscillator_of(r), load_of(r), {});
    if (!steady.cycle) return {};
    const Sample begin = steady.cycle->at(0.0);
    return {begin.position, begin.velocity};
}

March march_cvode(const Ratios& r, const State& target, double tolerance, const MarchCaps& caps) {
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double begin = processor_seconds();
    CvodeMotion integrator(oscillator, load, tolerance);
    PeerMotion motion = integrator.begin({});
    return march(target, caps, begin, [&](int cycle) {
        integrator.advance(cycle * period_of(r), motion);
        motion.events.clear();
        return motion.final;
    });
}

/// Every load cycle is the same to an oscillator, so each is a run of its own; a Runge–Kutta method has no history to
/// lose.
March march_odeint(const Ratios& r, const State& target, double tolerance, const MarchCaps& caps) {
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double begin = processor_seconds();
    OdeintMotion integrator(oscillator, load, tolerance);
    State state;
    return march(target, caps, begin, [&](int) { return state = integrator.run(state, period_of(r)).final; });
}

March best_march(Marcher& marcher, const Ratios& r, const State& target, const MarchCaps& caps) {
    March best;
    for (const double tolerance : tolerances) {
        const March m = marcher(r, target, tolerance, caps);
        const bool is_better = m.arrived == best.arrived ? m.seconds < best.seconds : m.arrived;
        if (best.cycles == 0 || is_better) best = m;
    }
    return best;
}

}  // namespace stickslip
