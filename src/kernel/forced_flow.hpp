#pragma once

// One analytic piece of motion: the linear flow from a state under a load that is a cubic plus harmonics, with as many
// time derivatives as the event search needs. Positions are relative to the spring's equilibrium, loads are per unit
// mass.

#include "linear_flow.hpp"

namespace stickslip {

/// a·sin(Ω·τ + θ) in local time, with θ given by its sine and cosine.
template <class T>
struct HarmonicTerm {
    T amplitude;  ///< a ≥ 0 [N/kg]
    T frequency;  ///< Ω [rad/s]
    SinCos<T> start;
    Detuning<T> away{};  ///< from the roots of the flow, if that is known beforehand
};

/// A harmonic and its quadrature, a·sin and a·cos of one angle.
template <class T>
struct HarmonicPair {
    T sine;
    T cosine;

    /// The derivative by time of both, given the frequency.
    STICKSLIP_KERNEL void differentiate(T frequency) {
        const T next = frequency * cosine;
        cosine = T(0) - frequency * sine;
        sine = next;
    }
};

template <class T>
STICKSLIP_KERNEL HarmonicPair<T> pair_at(T amplitude, const SinCos<T>& angle) {
    return {amplitude * angle.sin, amplitude * angle.cos};
}

template <class T, class Kind>
STICKSLIP_KERNEL Detuning<T> detuning_of(const LinearFlow<T, Kind>& flow, const HarmonicTerm<T>& term) {
    return term.away.is_known ? term.away : detuning(flow, term.frequency);
}

/// q(τ) = Σ polynomial[k]·τ^k + Σ harmonics, [N/kg].
template <class T>
struct Forcing {
    T polynomial[4]{};
    int degree = 0;  ///< highest power that may be nonzero
    const HarmonicTerm<T>* harmonics = nullptr;
    int harmonic_count = 0;
    Mask<T> is_balanced =
        Mask<T>(false);  ///< the motion starts at rest with no net force: exactly, whatever rounding says

    static constexpr bool is_constant_and_harmonic = false;  ///< known when compiling
};

/// The load of a map: a constant and one harmonic.
template <class T>
struct HarmonicForcing {
    T polynomial[1]{};
    const HarmonicTerm<T>* harmonics = nullptr;
    Mask<T> is_balanced = Mask<T>(false);

    static constexpr int degree = 0;
    static constexpr int harmonic_count = 1;
    static constexpr bool is_constant_and_harmonic = true;
};

/// x and its derivatives, `derivative[n]` in m/sⁿ.
template <class T>
struct Jet {
    static constexpr int order = 10;
    T derivative[order + 1];
    T travel;  ///< x − x0 with its own digits, however far from zero the motion takes place [m]
};

/// The load and its derivatives.
template <class T>
struct LoadJet {
    static constexpr int order = Jet<T>::order - 2;
    T derivative[order + 1];
};

template <class T, class Force>
STICKSLIP_KERNEL void add_polynomial(const Force& forcing, T tau, LoadJet<T>& q) {
    const T* c = forcing.polynomial;
    q.derivative[0] = q.derivative[0] + c[0];
    if constexpr (!Force::is_constant_and_harmonic) {
        if (forcing.degree == 0) return;
        q.derivative[0] = q.derivative[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
        q.derivative[1] = q.derivative[1] + c[1] + tau * (T(2) * c[2] + T(3) * tau * c[3]);
        q.derivative[2] = q.derivative[2] + T(2) * c[2] + T(6) * tau * c[3];
        q.derivative[3] = q.derivative[3] + T(6) * c[3];
    }
}

/// Adds a·sin and its derivatives, given the load's sine and cosine now.
template <class T>
STICKSLIP_KERNEL void add_harmonic(T amplitude, T frequency, const SinCos<T>& now, LoadJet<T>& q) {
    HarmonicPair<T> term = pair_at(amplitude, now);
    for (int n = 0; n <= LoadJet<T>::order; ++n) {
        q.derivative[n] = q.derivative[n] + term.sine;
        term.differentiate(frequency);
    }
}

/// The load alone at τ.
template <class Force, class T>
STICKSLIP_KERNEL LoadJet<T> load_jet(const Force& forcing, T tau) {
    LoadJet<T> q{};
    for (int i = 0; i < forcing.harmonic_count; ++i) {
        const HarmonicTerm<T>& term = forcing.harmonics[i];
        SinCos<T> now = term.start;
        if (any(!(tau == T(0)))) now = now + sin_cos(term.frequency * tau);
        add_harmonic(term.amplitude, term.frequency, now, q);
    }
    add_polynomial(forcing, tau, q);
    return q;
}

/// The load alone at τ, and how much it has grown since 0 with all digits of that, for |Ωτ| < 1.
template <class T>
struct GrownLoad {
    LoadJet<T> jet{};
    T growth{};
};

template <class Force, class T>
STICKSLIP_KERNEL GrownLoad<T> grown_load(const Force& forcing, T tau) {
    GrownLoad<T> q;
    for (int i = 0; i < forcing.harmonic_count; ++i) {
        const HarmonicTerm<T>& term = forcing.harmonics[i];
        const SinCos<T> turn = sin_cos(term.frequency * tau);
        const T versine = turn.sin * turn.sin / (T(1) + turn.cos);
        q.growth = q.growth + term.amplitude * (term.start.cos * turn.sin - term.start.sin * versine);
        add_harmonic(term.amplitude, term.frequency, term.start + turn, q.jet);
    }
    add_polynomial(forcing, tau, q.jet);
    if constexpr (!Force::is_constant_and_harmonic) {
        const T* c = forcing.polynomial;
        if (forcing.degree > 0) q.growth = q.growth + tau * (c[1] + tau * (c[2] + tau * c[3]));
    }
    return q;
}

/// x″ at τ = 0, given the load there.
template <class T, class Kind, class Force>
STICKSLIP_KERNEL T start_acceleration(const LinearFlow<T, Kind>& flow, const Force& forcing, T load, T x0, T v0) {
    const T a = load - (flow.half_damping + flow.half_damping) * v0 - flow.stiffness * x0;
    return select(forcing.is_balanced, T(0), a);
}

/// pushes[n] = e[λ₁,λ₂,0…0] with n zeros, the response from rest to τⁿ⁻¹/(n−1)!, for n = 2 … degree + 1; pushes[0] = g
/// and pushes[1] = G₁ are given. The series for short times, else the recurrence that divides by the larger root.
template <class T, class Kind>
STICKSLIP_KERNEL void higher_pushes(const LinearFlow<T, Kind>& flow, T tau, int degree, T* pushes) {
    const T rate = flow.far_decay + flow.natural_frequency;
    const Mask<T> is_short = rate * tau < T(1.5);
    T power = T(1);  // τⁿ⁻¹/(n−1)!
    const Mask<T> decays = flow.near_decay > T(0);
    T near = select(decays, (T(0) - exp_minus_one(T(0) - flow.near_decay * tau)) / flow.near_decay, tau);  // e[λ₁,0]
    for (int n = 2; n <= degree + 1; ++n) {
        power = power * tau / T(n - 1);
        if (flow.kind == FlowKind::overdamped) {
            // e[λ₁,0…0]: its own series while λ₁τ is small.
            LinearFlow<T> single{};
            single.half_damping = T(0.5) * flow.near_decay;
            near =
                select(flow.near_decay * tau < T(1), push_series(single, tau, n - 1), (power - near) / flow.near_decay);
            pushes[n] = (near - pushes[n - 1]) / flow.far_decay;
        } else {
            pushes[n] = (power - T(2) * flow.half_damping * pushes[n - 1] - pushes[n - 2]) / flow.stiffness;
        }
        if (flow.kind == FlowKind::free) {
            pushes[n] = push_series(flow, tau, n);
        } else if (any(is_short)) {
            pushes[n] = select(is_short, push_series(flow, tau, n), pushes[n]);
        }
    }
}

/// Completes travel, velocity and acceleration by the equation of motion and the load's derivatives.
template <class T, class Kind>
STICKSLIP_KERNEL Jet<T> completed_jet(const LinearFlow<T, Kind>& flow, const LoadJet<T>& q, T x0, T travel, T v, T a) {
    Jet<T> jet{};
    jet.travel = travel;
    jet.derivative[0] = x0 + travel;
    jet.derivative[1] = v;
    jet.derivative[2] = a;
    for (int n = 1; n + 2 <= Jet<T>::order; ++n) {
        jet.derivative[n + 2] = q.derivative[n] - (flow.half_damping + flow.half_damping) * jet.derivative[n + 1] -
                                flow.stiffness * jet.derivative[n];
    }
    return jet;
}

template <class T>
struct Travel {
    T distance;  ///< x − x0
    T velocity;
};

/// Σ (n-th derivative)·τⁿ/n! of the motion, `terms` terms; next_load() gives the derivatives of the load in turn, from
/// the first on.
template <class T, class Kind, class NextLoad>
STICKSLIP_KERNEL Travel<T> series_travel(const LinearFlow<T, Kind>& flow, T v0, T a0, T tau, int terms,
                                         const Real<T>* inverse, NextLoad&& next_load) {
    const T damping = flow.half_damping + flow.half_damping;
    T lower = v0;   // x⁽ⁿ⁺¹⁾
    T higher = a0;  // x⁽ⁿ⁺²⁾
    T power = tau;  // τⁿ⁺¹/(n+1)!
    T travel = tau * v0;
    T v = v0;
    STICKSLIP_SHORT_LOOP
    for (int n = 1; n < terms; ++n) {
        v = v + power * higher;
        power = power * tau * inverse[n + 1];
        travel = travel + power * higher;
        const T next = next_load() - damping * higher - flow.stiffness * lower;
        lower = higher;
        higher = next;
    }
    return {travel, v};
}

/// Travel and velocity by the Taylor series of the motion itself, for `angle` = (fastest rate)·τ ≤ 1. The closed forms
/// are differences of nearly equal terms there, and a slide that starts with no net force is smaller still; the series
/// keeps every digit of the travel x − x0. `a0` is x″ at the start.
template <class T, class Kind, class Force>
STICKSLIP_KERNEL Travel<T> short_travel(const LinearFlow<T, Kind>& flow, const Force& forcing, T v0, T a0, T tau,
                                        T angle) {
    constexpr int most_terms = 24;
    using R = Real<T>;
    constexpr R inverse[most_terms + 1] = {R(0),         R(1),         R(1) / R(2),  R(1) / R(3),  R(1) / R(4),
                                           R(1) / R(5),  R(1) / R(6),  R(1) / R(7),  R(1) / R(8),  R(1) / R(9),
                                           R(1) / R(10), R(1) / R(11), R(1) / R(12), R(1) / R(13), R(1) / R(14),
                                           R(1) / R(15), R(1) / R(16), R(1) / R(17), R(1) / R(18), R(1) / R(19),
                                           R(1) / R(20), R(1) / R(21), R(1) / R(22), R(1) / R(23), R(1) / R(24)};
    int terms = 6;  // until (angle)ⁿ/n! no longer counts beside the first terms
    STICKSLIP_SHORT_LOOP
    for (T size = angle * angle * angle; terms < most_terms && any(size > T(1e-3) * epsilon_of<T>); ++terms) {
        size = size * angle * inverse[terms];
    }
    if (forcing.harmonic_count == 1 && forcing.degree == 0) {  // the case of maps needs no table
        const HarmonicTerm<T>& term = forcing.harmonics[0];
        HarmonicPair<T> load = pair_at(term.amplitude, term.start);
        return series_travel(flow, v0, a0, tau, terms, inverse, [&] {
            load.differentiate(term.frequency);
            return load.sine;
        });
    }
    if constexpr (!Force::is_constant_and_harmonic) {
        T load[most_terms + 1] = {forcing.polynomial[0], forcing.polynomial[1], T(2) * forcing.polynomial[2],
                                  T(6) * forcing.polynomial[3]};
        for (int i = 0; i < forcing.harmonic_count; ++i) {
            const HarmonicTerm<T>& term = forcing.harmonics[i];
            HarmonicPair<T> part = pair_at(term.amplitude, term.start);
            for (int n = 0; n < terms; ++n) {
                load[n] = load[n] + part.sine;
                part.differentiate(term.frequency);
            }
        }
        const T* next = load;
        return series_travel(flow, v0, a0, tau, terms, inverse, [&] { return *++next; });
    }
    return {};
}

/// Travel and velocity by the closed forms.
template <class T, class Kind, class Force>
STICKSLIP_KERNEL Travel<T> closed_travel(const LinearFlow<T, Kind>& flow, const Force& forcing, T x0, T v0, T tau,
                                         LoadJet<T>& q) {
    FreeResponse<T> free{};
    T travel = T(0);
    T v = T(0);
    if (forcing.harmonic_count == 0) free = free_response(flow, tau, rotation(flow.natural_frequency * tau));
    for (int i = 0; i < forcing.harmonic_count; ++i) {
        const HarmonicTerm<T>& term = forcing.harmonics[i];
        const Rotations<T> angles = rotations(flow, term.frequency, tau);
        if (i == 0) free = free_response(flow, tau, angles.natural);
        const HarmonicResponse<T> r =
            harmonic_response(flow, term.frequency, detuning_of(flow, term), tau, angles, free);
        travel = travel + term.amplitude * (term.start.cos * r.x.im + term.start.sin * r.x.re);
        v = v + term.amplitude * (term.start.cos * r.v.im + term.start.sin * r.v.re);
        add_harmonic(term.amplitude, term.frequency,
                     SinCos<T>{term.start.sin * r.load.re + term.start.cos * r.load.im,
                               term.start.cos * r.load.re - term.start.sin * r.load.im},
                     q);
    }
    const T* c = forcing.polynomial;
    const T pull = c[0] - flow.stiffness * x0;  // hold = 1 − ω²·push: a displaced start is a constant pull
    travel = travel + free.push * pull + free.g * v0;
    v = v + free.g * pull + free.g_rate * v0;
    if constexpr (!Force::is_constant_and_harmonic) {
        if (forcing.degree > 0) {
            T pushes[5] = {free.g, free.push, T(0), T(0), T(0)};
            higher_pushes(flow, tau, forcing.degree, pushes);
            const T factorial[4] = {T(1), T(1), T(2), T(6)};
            for (int k = 1; k <= forcing.degree; ++k) {
                // The degree is at most 3. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
                travel = travel + c[k] * factorial[k] * pushes[k + 1];
                v = v + c[k] * factorial[k] * pushes[k];
            }
        }
    }
    return {travel, v};
}

/// The jet at τ ≥ 0 of the motion that starts with x0, v0. Of short motions the acceleration, too, is a sum of what has
/// changed since the start: forces that balance leave no rounding error behind.
template <class T, class Kind, class Force>
STICKSLIP_KERNEL Jet<T> motion_jet(const LinearFlow<T, Kind>& flow, const Force& forcing, T x0, T v0, T tau) {
    if (all(tau == T(0))) {
        const LoadJet<T> q = load_jet(forcing, tau);
        return completed_jet(flow, q, x0, T(0), v0, start_acceleration(flow, forcing, q.derivative[0], x0, v0));
    }
    const T damping = flow.half_damping + flow.half_damping;
    T rate = flow.far_decay + flow.near_decay + flow.natural_frequency;
    for (int i = 0; i < forcing.harmonic_count; ++i) rate = larger(rate, forcing.harmonics[i].frequency);
    const Mask<T> is_short = rate * tau < T(1);
    LoadJet<T> q{};
    Travel<T> travel{};
    T a = T(0);
    if (any(!is_short)) {
        travel = closed_travel(flow, forcing, x0, v0, tau, q);
        add_polynomial(forcing, tau, q);
        a = q.derivative[0] - damping * travel.velocity - flow.stiffness * (x0 + travel.distance);
    }
    if (any(is_short)) {
        T load = forcing.polynomial[0];
        for (int i = 0; i < forcing.harmonic_count; ++i) {
            load = load + forcing.harmonics[i].amplitude * forcing.harmonics[i].start.sin;
        }
        const T a0 = start_acceleration(flow, forcing, load, x0, v0);
        const Travel<T> brief = short_travel(flow, forcing, v0, a0, tau, rate * tau);
        const GrownLoad<T> grown = grown_load(forcing, tau);
        const T change = grown.growth - damping * (brief.velocity - v0) - flow.stiffness * brief.distance;
        travel.distance = select(is_short, brief.distance, travel.distance);
        travel.velocity = select(is_short, brief.velocity, travel.velocity);
        a = select(is_short, a0 + change, a);
        for (int n = 0; n <= LoadJet<T>::order; ++n) {
            q.derivative[n] = select(is_short, grown.jet.derivative[n], q.derivative[n]);
        }
    }
    return completed_jet(flow, q, x0, travel.distance, travel.velocity, a);
}

}  // namespace stickslip
