#pragma once

// The first zero of a function whose Taylor coefficients and fourth-derivative bound are known, found by proof.
//
// On [τ, τ+h] the function lies within M·h⁴/24 of its cubic Taylor polynomial. If every Bernstein coefficient of that
// cubic exceeds the remainder, there is no zero in the step; if the derivative's enclosure is negative throughout and
// the far end is below zero, there is exactly one. Anything else halves the step. Sampling for sign changes misses
// grazing zeros and short stops; this cannot. docs/theory/events.md, Eqs. (1)–(6).

#include "stickslip/motion/scalar.hpp"

namespace stickslip {

/// A function near τ: |f⁗| ≤ bound + bound_rate·h on [τ, τ+h].
template <class T>
struct TaylorData {
    T value[4];    ///< f, f′, f″, f‴
    T bound;       ///< [unit of f⁗]
    T bound_rate;  ///< growth of the bound with the step
    T noise;       ///< rounding error of value[0]; |f| ≤ noise counts as zero
};

/// How a search ended.
enum class ZeroKind {
    none,      ///< f > 0 up to the horizon
    crossing,  ///< f changes sign at the time found
    graze,     ///< f touches zero within its rounding error and no sign change is proven there
};

template <class T>
struct FirstZero {
    ZeroKind kind = ZeroKind::none;
    T time{};
};

/// Bernstein coefficients of f/τⁿ on [0, h] for the first n Taylor coefficients zero: true if all exceed the remainder.
template <class T>
STICKSLIP_KERNEL bool is_positive(const TaylorData<T>& f, int zeros, T h, T bound) {
    const T c0 = f.value[0];
    const T c1 = f.value[1] * h;
    const T c2 = f.value[2] * h * h * T(0.5);
    const T c3 = f.value[3] * h * h * h * (T(1) / T(6));
    const T remainder = bound * h * h * h * h * (T(1) / T(24));
    const T third = T(1) / T(3);
    switch (zeros) {
        case 0: {
            const T floor = remainder + f.noise;
            return c0 > floor && c0 + third * c1 > floor && c0 + third * (c1 + c1 + c2) > floor &&
                   c0 + c1 + c2 + c3 > floor;
        }
        case 1: return c1 > remainder && c1 + T(0.5) * c2 > remainder && c1 + c2 + c3 > remainder;
        case 2: return c2 > remainder && c2 + c3 > remainder;
        default: return c3 > remainder;
    }
}

/// True if f falls throughout [0, h] and is below zero at h, both proven.
template <class T>
STICKSLIP_KERNEL bool is_falling_through(const TaylorData<T>& f, T h, T bound) {
    const T s0 = f.value[1];
    const T s1 = f.value[2] * h;
    const T s2 = f.value[3] * h * h * T(0.5);
    const T slope_remainder = bound * h * h * h * (T(1) / T(6));
    const T end = f.value[0] + h * (s0 + T(0.5) * s1 + T(1) / T(3) * s2);
    return s0 < T(0) - slope_remainder && s0 + T(0.5) * s1 < T(0) - slope_remainder &&
           s0 + s1 + s2 < T(0) - slope_remainder && end < T(0) - (T(0.25) * slope_remainder * h + f.noise);
}

/// The zero of the cubic Taylor polynomial in [low, high] (local), by Newton kept inside the bracket.
template <class T>
STICKSLIP_KERNEL T cubic_zero(const TaylorData<T>& f, T low, T high) {
    constexpr int most_iterations = 60;
    T t = smaller(larger(T(0) - f.value[0] / f.value[1], low), high);
    for (int i = 0; i < most_iterations; ++i) {
        const T value = f.value[0] + t * (f.value[1] + t * (T(0.5) * f.value[2] + t * (T(1) / T(6)) * f.value[3]));
        const T slope = f.value[1] + t * (f.value[2] + t * T(0.5) * f.value[3]);
        if (value > T(0)) {
            low = t;
        } else {
            high = t;
        }
        T next = t - value / slope;
        const bool is_inside = next >= low && next <= high;
        if (!is_inside) next = T(0.5) * (low + high);
        const T step = next - t;
        t = next;
        // Newton doubles the digits: after a step this small the next one would not be seen.
        if (is_inside && step * step <= epsilon_of<T> * t * t) break;
    }
    return t;
}

/// The unique zero in [low, high] of a function proven to fall through zero there; `f` is its data at `low`. Each
/// iteration solves the local cubic, so the order is four; it ends when the cubic's error at its zero is below the
/// rounding error of f, without evaluating f there once more.
template <class T, class Function>
STICKSLIP_KERNEL T refine_zero(const Function& taylor_at, TaylorData<T> f, T low, T high) {
    constexpr int most_iterations = 60;
    T t = low;
    for (int i = 0; i < most_iterations; ++i) {
        const T step = f.value[1] < T(0) ? cubic_zero(f, low - t, high - t) : T(0.5) * (low + high) - t;
        const T next = smaller(larger(t + step, low), high);
        const T move = absolute(next - t);
        const T square = move * move;
        const T remainder = (f.bound + move * f.bound_rate) * square * square * (T(1) / T(24));
        if (next == t || remainder <= T(0.25) * f.noise) return next;
        t = next;
        f = taylor_at(t);
        if (f.value[0] > T(0)) {
            low = t;
        } else {
            high = t;
        }
    }
    return t;
}

/// The first zero after `from` of a function that is positive there, or has its first `zeros` Taylor coefficients zero
/// (up to 3) and leaves zero upwards. `first` is its data at `from`, `step` a first guess of a step [s].
template <class T, class Function>
STICKSLIP_KERNEL FirstZero<T> first_zero(const Function& taylor_at, const TaylorData<T>& first, int zeros, T from,
                                         T horizon, T step) {
    constexpr double shrink = 0.7;  // a refused step costs no evaluation, so the next one is only a little shorter
    const T smallest_step = epsilon_of<T>;
    TaylorData<T> f = first;
    T tau = from;
    T h = step;
    while (tau < horizon) {
        const bool is_last = !(tau + h < horizon);
        if (is_last) h = horizon - tau;
        const T bound = f.bound + h * f.bound_rate;
        if (is_positive(f, zeros, h, bound)) {
            if (is_last) return {ZeroKind::none, horizon};
            tau = tau + h;
            f = taylor_at(tau);
            zeros = 0;
            h = h + h;
            continue;
        }
        if (zeros == 0) {
            if (f.value[0] <= f.noise) return {ZeroKind::graze, tau};
            if (is_falling_through(f, h, bound)) {
                return {ZeroKind::crossing, refine_zero(taylor_at, f, tau, tau + h)};
            }
        }
        h = T(shrink) * h;
        if (h <= smallest_step * larger(absolute(tau), step)) return {ZeroKind::graze, tau};
    }
    return {ZeroKind::none, horizon};
}

}  // namespace stickslip
