#pragma once

// Den Hartog's motion without stops, [DenHartog1930], with viscous damping.
//
// Turning points at θ₀ and θ₀ + π, sliding forwards between them: x is the antiperiodic response y to the square wave
// −f plus the harmonic response |H|·sin(θ − lag). With M the free flow over half a period, h = π/Ω,
//     (I + M)·(y + f, y′)₀ = (2f, 0),    y′₀ + Ω|H|·cos ψ = 0,    X = −y₀ − |H|·sin ψ,    ψ = θ₀ − lag.
// docs/theory/steady.md, Eqs. (3)–(6).

#include "harmonic_phases.hpp"

namespace stickslip {

/// The candidate motion: from x = −amplitude at rest at load angle `angle` forwards to +amplitude half a period later.
template <class T>
struct TurningPoint {
    Mask<T> exists = Mask<T>(false);
    T amplitude{};
    T angle{};
};

/// cos(π/(2Ω)) to full relative accuracy near its zeros: the rounding of 1/(2Ω) is carried along.
template <class T>
STICKSLIP_KERNEL SinCos<T> quarter_turn(T frequency) {
    const T twice = frequency + frequency;
    const T quotient = T(1) / twice;
    const T rest = fused(T(0) - twice, quotient, T(1)) / twice;
    const T nearest = round_to_integer(quotient - T(0.5));  // π·quotient ≈ π/2 + π·nearest at a zero of cos
    const T away = pi_of<T> * (((quotient - T(0.5)) - nearest) + rest);  // from that zero
    const SinCos<T> s = sin_cos(away);
    const T parity = T(1) - T(2) * absolute(nearest - T(2) * round_down(T(0.5) * nearest));
    return {parity * s.cos, T(0) - parity * s.sin};
}

template <class T, class Kind>
STICKSLIP_KERNEL_CALL TurningPoint<T> den_hartog(const CellParameters<T>& cell, Kind kind) {
    const T W = cell.frequency;
    const T f = cell.friction;
    const T detuning = (T(1) - W) * (T(1) + W);
    const T loss = T(2) * cell.damping * W;
    const T gain_inverse = square_root(detuning * detuning + loss * loss);  // 1/|H|
    T y = T(0);
    T y_rate = T(0);
    if (kind == FlowKind::undamped) {
        const SinCos<T> quarter = quarter_turn(W);
        y_rate = select(f > T(0), f * quarter.sin / quarter.cos, T(0));  // infinite where there is no such motion
    } else {
        const auto flow = linear_flow(kind, cell.damping, T(1));
        const T h = pi_of<T> / W;
        const FreeResponse<T> r = free_response(flow, h, rotation(flow.natural_frequency * h));
        // 1 − det M, where det M = e^{−2ζh}; D = det(I + M) = (1 − e^{−ζh})² + 2·e^{−ζh}·(1 + cos) when underdamped.
        const T lost = T(0) - exp_minus_one(T(-2) * cell.damping * h);
        const T trace = T(1) - r.push + r.g_rate;
        T D = T(2) - lost + trace;
        if (kind == FlowKind::underdamped) {
            const T half = sin_cos(T(0.5) * flow.natural_frequency * h).cos;
            D = r.decay_minus * r.decay_minus + T(4) * r.decay * half * half;
        }
        y = f * (lost - T(2) * cell.damping * r.g) / D;
        y_rate = T(2) * f * r.g / D;
    }
    const T cosine = T(0) - y_rate * gain_inverse / W;  // cos ψ
    const T sine_square = (T(1) - cosine) * (T(1) + cosine);
    const T sine = T(0) - square_root(larger(sine_square, T(0)));
    TurningPoint<T> turn;
    turn.exists = (sine_square >= T(0)) & (gain_inverse > T(0));
    turn.amplitude = T(0) - y - sine / gain_inverse;
    const T lag = kind == FlowKind::undamped ? select(detuning < T(0), T(pi_of<T>), T(0)) : arc_tangent(loss, detuning);
    turn.angle = arc_tangent(sine, cosine) + lag;
    return turn;
}

}  // namespace stickslip
