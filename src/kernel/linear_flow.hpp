#pragma once

// The closed-form flow of x″ + 2σ·x′ + ω²·x = q(τ) from any state, for every damping and at every load frequency.
//
// All responses are divided differences of e^{λτ} over the nodes λ₁, λ₂ (the roots of λ² + 2σλ + ω² = 0), μ = iΩ (the
// load) and 0 (a constant load):
//     free            g = e[λ₁,λ₂],           g(0) = 0, g′(0) = 1
//     constant push   G₁ = e[λ₁,λ₂,0]
//     harmonic e^{μτ} F = e[λ₁,λ₂,μ],          F′ = e[λ₁,μ] + λ₂·F
// The textbook formulas divide by 1 − Ω² + 2iζΩ and cancel at resonance. Here F = (e[λ₁,μ] − g)/(μ − λ₂) divides only
// by the distance to the far root, which is never small, and e[λ₁,μ] = e^{(λ₁+μ)τ/2}·sinh((μ−λ₁)τ/2)·2/(μ−λ₁) is
// accurate however close μ comes to λ₁. docs/theory/motion.md, Eqs. (5)–(12).

#include <type_traits>

#include "scalar.hpp"

namespace stickslip {

/// Which closed form of e^{λτ} applies; uniform over the lanes of a SIMD scalar.
enum class FlowKind {
    free,         ///< σ = ω = 0
    undamped,     ///< σ = 0 < ω
    underdamped,  ///< 0 < σ < ω
    overdamped,   ///< σ ≥ ω, σ > 0 (critical damping and ω = 0 included)
};

/// The kind where it is known when compiling: no code is made for the others.
template <FlowKind kind>
using KnownKind = std::integral_constant<FlowKind, kind>;

/// The constants of the flow: λ₁ = −σ₁ + iω₁ is the root that resonates, λ₂ = −σ₂ − iω₁ the far one.
template <class T, class Kind = FlowKind>
struct LinearFlow {
    Kind kind{};
    T half_damping{};       ///< σ = c/2m [1/s]
    T stiffness{};          ///< ω² = k/m [1/s²]
    T near_decay{};         ///< σ₁
    T far_decay{};          ///< σ₂
    T natural_frequency{};  ///< ω₁, 0 when overdamped
    T decay_split{};        ///< σ₂ − σ₁ = 2√(σ² − ω²), 0 unless overdamped
    T inverse_frequency{};  ///< 1/ω₁, where there is one
    T inverse_stiffness{};  ///< 1/ω², infinite where there is no spring
};

/// The flow of m·x″ + c·x′ + k·x = …, with half_damping = c/2m and stiffness = k/m.
template <class T, class Kind>
STICKSLIP_KERNEL LinearFlow<T, Kind> linear_flow(Kind kind, T half_damping, T stiffness) {
    LinearFlow<T, Kind> flow;
    flow.kind = kind;
    flow.half_damping = half_damping;
    flow.stiffness = stiffness;
    flow.inverse_stiffness = T(1) / stiffness;
    const T omega = square_root(stiffness);
    const T spread = (omega - half_damping) * (omega + half_damping);  // ω² − σ²
    if (kind == FlowKind::overdamped) {
        const T kappa = square_root(larger(T(0) - spread, T(0)));
        flow.decay_split = kappa + kappa;
        flow.near_decay = stiffness / (half_damping + kappa);
        flow.far_decay = half_damping + kappa;
    } else {
        flow.near_decay = half_damping;
        flow.far_decay = half_damping;
        flow.natural_frequency = square_root(larger(spread, T(0)));
        flow.inverse_frequency = T(1) / flow.natural_frequency;
    }
    return flow;
}

STICKSLIP_KERNEL inline FlowKind flow_kind(double half_damping, double stiffness) {
    if (half_damping == 0.0) return stiffness == 0.0 ? FlowKind::free : FlowKind::undamped;
    // The same rounded ω as in linear_flow, so that an underdamped flow never has ω₁ = 0.
    return half_damping < square_root(stiffness) ? FlowKind::underdamped : FlowKind::overdamped;
}

/// The free and constant-push responses at one time.
template <class T>
struct FreeResponse {
    T g;            ///< x of a unit initial velocity; a unit displacement decays as 1 − ω²·push
    T g_rate;       ///< its velocity
    T push;         ///< G₁, x of a unit constant load from rest; its velocity is g
    T decay;        ///< e^{−σ₁τ}
    T decay_minus;  ///< 1 − e^{−σ₁τ}, without cancellation
};

/// e[λ₁,λ₂,0,…,0] with `zeros` zeros by its Taylor series, for |λ|τ of order one and less.
template <class T, class Kind>
STICKSLIP_KERNEL T push_series(const LinearFlow<T, Kind>& flow, T tau, int zeros) {
    constexpr int most_terms = 40;
    T older = T(0);  // coefficient of τ^k/k! in g
    T newer = T(1);
    T power = tau;
    for (int k = 2; k <= zeros; ++k) power = power * tau / T(k);
    T sum = T(0);
    T last_term = T(1);
    for (int k = 1; k <= most_terms; ++k) {
        power = power * tau / T(k + zeros);
        const T term = newer * power;
        sum = sum + term;
        // Without damping every other term is zero: only two small ones in a row end the series.
        const Mask<T> is_small = is_negligible(term, sum);
        if (all(is_small & is_negligible(last_term, sum))) break;
        last_term = term;
        const T next = T(0) - (flow.half_damping + flow.half_damping) * newer - flow.stiffness * older;
        older = newer;
        newer = next;
    }
    return sum;
}

/// An angle's sine and cosine, and 1 − cos without cancellation.
template <class T>
struct Rotation {
    SinCos<T> angle;
    T versine;
};

template <class T>
STICKSLIP_KERNEL Rotation<T> rotation(T angle) {
    const SinCos<T> half = sin_cos(T(0.5) * angle);
    const T versine = T(2) * half.sin * half.sin;
    return {{T(2) * half.sin * half.cos, T(1) - versine}, versine};
}

/// The free response, given the rotation ω₁τ.
template <class T, class Kind>
STICKSLIP_KERNEL FreeResponse<T> free_response(const LinearFlow<T, Kind>& flow, T tau, const Rotation<T>& natural) {
    FreeResponse<T> r{};
    switch (static_cast<FlowKind>(flow.kind)) {
        case FlowKind::free:
            r.g = tau;
            r.g_rate = T(1);
            r.push = T(0.5) * tau * tau;
            r.decay = T(1);
            r.decay_minus = T(0);
            break;
        case FlowKind::undamped:
            r.g = natural.angle.sin * flow.inverse_frequency;
            r.g_rate = natural.angle.cos;
            r.push = natural.versine * flow.inverse_stiffness;
            r.decay = T(1);
            r.decay_minus = T(0);
            break;
        case FlowKind::underdamped: {
            r.decay_minus = T(0) - exp_minus_one(T(0) - flow.near_decay * tau);
            r.decay = T(1) - r.decay_minus;
            r.g = r.decay * natural.angle.sin * flow.inverse_frequency;
            r.g_rate = r.decay * natural.angle.cos - flow.half_damping * r.g;
            r.push = (r.decay * natural.versine + (r.decay_minus - flow.half_damping * r.g)) * flow.inverse_stiffness;
            const Mask<T> is_short = (flow.half_damping + flow.natural_frequency) * tau < T(0.5);
            if (any(is_short)) r.push = select(is_short, push_series(flow, tau, 1), r.push);
            break;
        }
        case FlowKind::overdamped: {
            r.decay_minus = T(0) - exp_minus_one(T(0) - flow.near_decay * tau);
            r.decay = T(1) - r.decay_minus;
            const T split_minus = T(0) - exp_minus_one(T(0) - flow.decay_split * tau);  // 1 − e^{(λ₂−λ₁)τ}
            const T far = r.decay * (T(1) - split_minus);                               // e^{λ₂τ}
            r.g = select(flow.decay_split > T(0), r.decay * split_minus / flow.decay_split, r.decay * tau);
            r.g_rate = far - flow.near_decay * r.g;
            const T near_push = select(flow.near_decay > T(0), r.decay_minus / flow.near_decay, tau);  // e[λ₁,0]
            r.push = (near_push - r.g) / flow.far_decay;
            const Mask<T> is_short = flow.far_decay * tau < T(1);
            if (any(is_short)) r.push = select(is_short, push_series(flow, tau, 1), r.push);
            break;
        }
    }
    return r;
}

/// The response from rest to e^{iΩτ}.
template <class T>
struct HarmonicResponse {
    Phasor<T> x;
    Phasor<T> v;
    Phasor<T> load;  ///< e^{iΩτ}
};

/// How far a load is from the two roots: 1/|μ − λ₁|² (0 at resonance) and 1/|μ − λ₂|².
template <class T>
struct Detuning {
    bool is_known = false;
    T near_inverse{};
    T far_inverse{};
};

template <class T, class Kind>
STICKSLIP_KERNEL Detuning<T> detuning(const LinearFlow<T, Kind>& flow, T frequency) {
    const T near = frequency - flow.natural_frequency;
    const T far = frequency + flow.natural_frequency;
    const T near_square = flow.near_decay * flow.near_decay + near * near;
    const Mask<T> is_away = near_square > T(0);
    return {true, select(is_away, T(1) / select(is_away, near_square, T(1)), T(0)),
            T(1) / (flow.far_decay * flow.far_decay + far * far)};
}

/// The rotations of the free motion, ω₁τ, and of half the detuning, (Ω − ω₁)τ/2: the two angles that may be small and
/// must then keep their digits. The load's rotation and the mean one follow by addition.
template <class T>
struct Rotations {
    Rotation<T> natural;
    SinCos<T> difference;

    [[nodiscard]] STICKSLIP_KERNEL SinCos<T> mean() const { return natural.angle + difference; }
};

template <class T, class Kind>
STICKSLIP_KERNEL Rotations<T> rotations(const LinearFlow<T, Kind>& flow, T frequency, T tau) {
    return {rotation(flow.natural_frequency * tau), sin_cos(T(0.5) * (frequency - flow.natural_frequency) * tau)};
}

template <class T, class Kind>
STICKSLIP_KERNEL HarmonicResponse<T> harmonic_response(const LinearFlow<T, Kind>& flow, T frequency,
                                                       const Detuning<T>& away, T tau, const Rotations<T>& angles,
                                                       const FreeResponse<T>& free) {
    const SinCos<T> mean = angles.mean();
    const SinCos<T> load = mean + angles.difference;
    // e[λ₁,μ] = e^{i·mean}·[(1 − e^{−σ₁τ})·cos d + i·(1 + e^{−σ₁τ})·sin d]/(μ − λ₁), with its limit τ·e^{i·mean} at μ =
    // λ₁.
    const T q_re = flow.near_decay;
    const T q_im = frequency - flow.natural_frequency;
    const Phasor<T> top{free.decay_minus * angles.difference.cos, (T(1) + free.decay) * angles.difference.sin};
    const Phasor<T> quotient{
        select(away.near_inverse > T(0), (top.re * q_re + top.im * q_im) * away.near_inverse, tau),
        (top.im * q_re - top.re * q_im) * away.near_inverse,
    };
    const Phasor<T> near = quotient * Phasor<T>{mean.cos, mean.sin};
    // F = (e[λ₁,μ] − g)/(μ − λ₂), F′ = e[λ₁,μ] + λ₂·F.
    const T d_re = flow.far_decay;
    const T d_im = frequency + flow.natural_frequency;
    const Phasor<T> difference{near.re - free.g, near.im};
    const Phasor<T> x{(difference.re * d_re + difference.im * d_im) * away.far_inverse,
                      (difference.im * d_re - difference.re * d_im) * away.far_inverse};
    const Phasor<T> far_root{T(0) - flow.far_decay, T(0) - flow.natural_frequency};
    return {x, near + far_root * x, {load.cos, load.sin}};
}

}  // namespace stickslip
