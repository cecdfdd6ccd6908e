#pragma once

// The map of a state over part of a load period, with its exact derivative.
//
// Along a slide of length u the derivative is the free flow [1 − ω²G₁, g; −ω²g, g′](u). A stop projects the velocity
// out, a reversal multiplies δv by a⁺/a⁻, and a release under a larger static bound adds δv = −a⁺·δx·ω²/(d force/dt);
// docs/theory/steady.md, Eqs. (9)–(13).

#include "stickslip/motion/phase_kernel.hpp"

namespace stickslip {

/// Position and velocity at the ends of a map, and ∂(x, v)_end/∂(x, v)_start.
template <class T>
struct MappedState {
    T x{};
    T v{};
    T xx = T(1);
    T xv = T(0);
    T vx = T(0);
    T vv = T(1);
    bool is_complete = true;  ///< false where `most_phases` phases did not reach the end
};

/// The largest modulus of the eigenvalues of the derivative.
template <class T>
STICKSLIP_KERNEL T largest_multiplier(const MappedState<T>& m) {
    const T half_trace = T(0.5) * (m.xx + m.vv);
    const T half_difference = T(0.5) * (m.xx - m.vv);
    const T determinant = m.xx * m.vv - m.xv * m.vx;
    const T square = half_difference * half_difference + m.xv * m.vx;
    if (square < T(0)) return square_root(larger(determinant, T(0)));
    return absolute(half_trace) + square_root(square);
}

/// Ignores what a walk meets.
struct NoRecorder {
    template <class Phases, class T>
    STICKSLIP_KERNEL void slide(const Phases&, T, int, T, T) {}
    template <class Phases, class T>
    STICKSLIP_KERNEL void stick(const Phases&, T, T) {}
    template <class T>
    STICKSLIP_KERNEL void stop(T) {}
    template <class T>
    STICKSLIP_KERNEL void reversal(T) {}
};

/// Follows the state (x, v) over `span` of time. `phases.begin(elapsed, x)` prepares a phase; `recorder` sees every
/// slide, stick, stop and reversal. At most `most_phases` phases (a load period of the slowest oscillators has
/// thousands).
template <class T, class Phases, class Recorder>
STICKSLIP_KERNEL MappedState<T> walk_period(Phases& phases, T x, T v, T span, int most_phases, Recorder& recorder) {
    MappedState<T> m;
    T elapsed = T(0);
    phases.begin(elapsed, x);
    int direction = v > T(0) ? 1 : -1;
    int zeros = 0;
    bool stuck = false;
    if (!(v < T(0)) && !(v > T(0))) {
        const RestOutcome outcome = phases.outcome_of_rest();
        stuck = outcome.direction == 0;
        direction = outcome.direction;
        zeros = outcome.zeros;
        if (stuck) m.vv = T(0);
    }
    for (int phase = 0; elapsed < span; ++phase) {
        if (phase == most_phases) {
            m.is_complete = false;
            break;
        }
        const T remaining = span - elapsed;
        if (stuck) {
            const Release<T> release = phases.release(remaining);
            const T length = release.happens ? smaller(release.time, remaining) : remaining;
            recorder.stick(phases, x, length);
            x = x + phases.carried(length);
            if (!release.happens) break;
            elapsed = elapsed + length;
            phases.begin(elapsed, x);
            direction = release.direction;
            zeros = phases.zeros_of_release();
            stuck = false;
            v = T(0);
            const T lag = phases.velocity_lag_of_release(direction);
            m.vx = lag * m.xx;
            m.vv = lag * m.xv;
            continue;
        }
        const FirstZero<T> zero = phases.stop(v, direction, zeros, remaining);
        const bool stops = zero.kind != ZeroKind::none;
        const T length = stops ? zero.time : remaining;
        const Jet<T> end = phases.jet(v, direction, length);
        const FreeResponse<T> free = phases.free_flow(length);
        const T hold = T(1) - free.push * phases.stiffness();
        const T back = T(0) - free.g * phases.stiffness();
        const MappedState<T> before = m;
        m.xx = hold * before.xx + free.g * before.vx;
        m.xv = hold * before.xv + free.g * before.vv;
        m.vx = back * before.xx + free.g_rate * before.vx;
        m.vv = back * before.xv + free.g_rate * before.vv;
        x = phases.lab_position(end.derivative[0], length);
        recorder.slide(phases, v, direction, length, x);
        v = end.derivative[1];
        zeros = 0;
        if (!stops) break;
        v = T(0);
        elapsed = elapsed + length;
        phases.begin(elapsed, x);
        const RestOutcome outcome = phases.outcome_of_rest();
        if (outcome.direction == 0) {
            recorder.stop(end.derivative[2]);
            stuck = true;
            m.vx = T(0);
            m.vv = T(0);
            continue;
        }
        if (outcome.direction != direction) {
            const T onwards = phases.jet(T(0), outcome.direction, T(0)).derivative[2];
            recorder.reversal(onwards);
            const T ratio = onwards / end.derivative[2];
            m.vx = ratio * m.vx;
            m.vv = ratio * m.vv;
        }
        direction = outcome.direction;
        zeros = outcome.zeros;
    }
    m.x = x;
    m.v = v;
    return m;
}

}  // namespace stickslip
