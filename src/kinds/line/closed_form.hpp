#pragma once

// Den Hartog's motion without stops, [DenHartog1930], with viscous damping.
//
// The motion rises from −X at load angle θ to X half a period β = π/Ω later. With the gain Q and the lag ψ of the
// linear oscillator and M the free flow over half a period, docs/theory/steady.md, Eqs. (3)–(6),
//     (I + M)·(f·(1 + G), f·Ω·H) = (2f, 0),    Q·cos(θ − ψ) = −f·H,    Q·sin(θ − ψ) = −(X + f·G).

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
    const T Q_inverse = square_root(detuning * detuning + loss * loss);
    T fG = T(0);
    T fWH = T(0);
    if (kind == FlowKind::undamped) {
        const SinCos<T> quarter = quarter_turn(W);
        fWH = select(f > T(0), f * quarter.sin / quarter.cos, T(0));  // infinite where there is no such motion
    } else {
        const auto flow = linear_flow(kind, cell.damping, T(1));
        const T beta = pi_of<T> / W;
        const FreeResponse<T> r = free_response(flow, beta, rotation(flow.natural_frequency * beta));
        // 1 − det M, where det M = e^{−2ζβ}; D = det(I + M) = (1 − e^{−ζβ})² + 2·e^{−ζβ}·(1 + cos ηβ) when underdamped.
        const T lost = T(0) - exp_minus_one(T(-2) * cell.damping * beta);
        const T trace = T(1) - r.push + r.g_rate;
        T D = T(2) - lost + trace;
        if (kind == FlowKind::underdamped) {
            const T half = sin_cos(T(0.5) * flow.natural_frequency * beta).cos;
            D = r.decay_minus * r.decay_minus + T(4) * r.decay * half * half;
        }
        fG = f * (lost - T(2) * cell.damping * r.g) / D;
        fWH = T(2) * f * r.g / D;
    }
    const T cosine = T(0) - fWH * Q_inverse / W;  // cos(θ − ψ)
    const T sine_square = (T(1) - cosine) * (T(1) + cosine);
    const T sine = T(0) - square_root(larger(sine_square, T(0)));
    TurningPoint<T> turn;
    turn.exists = (sine_square >= T(0)) & (Q_inverse > T(0));
    turn.amplitude = T(0) - fG - sine / Q_inverse;
    const T psi = kind == FlowKind::undamped ? select(detuning < T(0), T(pi_of<T>), T(0)) : arc_tangent(loss, detuning);
    turn.angle = arc_tangent(sine, cosine) + psi;
    return turn;
}

}  // namespace stickslip
