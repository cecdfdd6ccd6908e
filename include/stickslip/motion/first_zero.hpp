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
template <class T>
struct FirstZero {
    Mask<T> exists{};   ///< false where f > 0 up to the horizon
    Mask<T> crosses{};  ///< f changes sign at `time`; else it touches zero within its rounding error, no sign change
                        ///< proven
    T time{};

    [[nodiscard]] STICKSLIP_KERNEL Mask<T> grazes() const { return exists & !crosses; }
};

/// Bernstein coefficients of f/τⁿ on [0, h] for the first n Taylor coefficients zero: true if all exceed the remainder.
template <class T>
STICKSLIP_KERNEL Mask<T> is_positive(const TaylorData<T>& f, Count<T> zeros, T h, T bound) {
    T c0 = f.value[0];
    T c1 = f.value[1] * h;
    T c2 = f.value[2] * h * h * T(0.5);
    T c3 = f.value[3] * h * h * h * (T(1) / T(6));
    const T remainder = bound * h * h * h * h * (T(1) / T(24));
    T floor = remainder + f.noise;
    if (any(zeros > 0)) {
        floor = select(zeros > 0, remainder, floor);
        for (int n = 1; n <= 3; ++n) {
            const Mask<T> drops = zeros >= n;
            c0 = select(drops, c1, c0);
            c1 = select(drops, c2, c1);
            c2 = select(drops, c3, c2);
            c3 = select(drops, T(0), c3);
        }
    }
    const T third = T(1) / T(3);
    return (c0 > floor) & (c0 + third * c1 > floor) & (c0 + third * (c1 + c1 + c2) > floor) &
           (c0 + c1 + c2 + c3 > floor);
}

/// True if f falls throughout [0, h] and is below zero at h, both proven.
template <class T>
STICKSLIP_KERNEL Mask<T> is_falling_through(const TaylorData<T>& f, T h, T bound) {
    const T s0 = f.value[1];
    const T s1 = f.value[2] * h;
    const T s2 = f.value[3] * h * h * T(0.5);
    const T slope_remainder = bound * h * h * h * (T(1) / T(6));
    const T end = f.value[0] + h * (s0 + T(0.5) * s1 + T(1) / T(3) * s2);
    return (s0 < T(0) - slope_remainder) & (s0 + T(0.5) * s1 < T(0) - slope_remainder) &
           (s0 + s1 + s2 < T(0) - slope_remainder) & (end < T(0) - (T(0.25) * slope_remainder * h + f.noise));
}

/// The zero of the cubic Taylor polynomial in [low, high] (local), by Newton kept inside the bracket.
template <class T>
STICKSLIP_KERNEL T cubic_zero(const TaylorData<T>& f, T low, T high, Mask<T> wanted) {
    constexpr int most_iterations = 60;
    T t = smaller(larger(T(0) - f.value[0] / f.value[1], low), high);
    for (int i = 0; i < most_iterations && any(wanted); ++i) {
        const T value = f.value[0] + t * (f.value[1] + t * (T(0.5) * f.value[2] + t * (T(1) / T(6)) * f.value[3]));
        const T slope = f.value[1] + t * (f.value[2] + t * T(0.5) * f.value[3]);
        low = select(value > T(0), t, low);
        high = select(value > T(0), high, t);
        const T newton = t - value / slope;
        const Mask<T> is_inside = (newton >= low) & (newton <= high);
        const T next = select(is_inside, newton, T(0.5) * (low + high));
        const T step = next - t;
        t = select(wanted, next, t);
        // Newton doubles the digits: after a step this small the next one would not be seen.
        wanted = wanted & !(is_inside & (step * step <= epsilon_of<T> * t * t));
    }
    return t;
}

/// The unique zero in [low, high] of a function proven to fall through zero there; `f` is its data at `low`. Each
/// iteration solves the local cubic, so the order is four; it ends when the cubic's error at its zero is below the
/// rounding error of f, without evaluating f there once more.
template <class T, class Function>
STICKSLIP_KERNEL T refine_zero(const Function& taylor_at, TaylorData<T> f, T low, T high, Mask<T> wanted) {
    constexpr int most_iterations = 60;
    T t = low;
    for (int i = 0; i < most_iterations; ++i) {
        const Mask<T> falls = f.value[1] < T(0);
        const T step = select(falls, cubic_zero(f, low - t, high - t, wanted & falls), T(0.5) * (low + high) - t);
        const T next = smaller(larger(t + step, low), high);
        const T move = absolute(next - t);
        const T square = move * move;
        const T remainder = (f.bound + move * f.bound_rate) * square * square * (T(1) / T(24));
        const Mask<T> is_there = (next == t) | (remainder <= T(0.25) * f.noise);
        t = select(wanted, next, t);
        wanted = wanted & !is_there;
        if (!any(wanted)) break;
        f = taylor_at(t);
        const Mask<T> is_before = f.value[0] > T(0);
        low = select(wanted & is_before, t, low);
        high = select(wanted & !is_before, t, high);
    }
    return t;
}

/// The first zero after `from` of a function that is positive there, or has its first `zeros` Taylor coefficients zero
/// (up to 3) and leaves zero upwards. `first` is its data at `from`, `step` a first guess of a step [s]. A function of
/// several lanes is asked again at the same time where a lane waits for the others.
template <class T, class Function>
STICKSLIP_KERNEL FirstZero<T> first_zero(const Function& taylor_at, const TaylorData<T>& first, Count<T> zeros, T from,
                                         T horizon, T step, Mask<T> wanted = Mask<T>(true)) {
    constexpr double shrink = 0.6;  // a refused step costs no evaluation, so the next one is only a little shorter
    constexpr double growth = 1.5;
    const T smallest_step = epsilon_of<T>;
    TaylorData<T> f = first;
    FirstZero<T> zero{Mask<T>(false), Mask<T>(false), horizon};
    T tau = from;
    T h = step;
    for (Mask<T> searching = wanted & (tau < horizon); any(searching); searching = searching & (tau < horizon)) {
        const Mask<T> is_last = !(tau + h < horizon);
        h = select(searching & is_last, horizon - tau, h);
        const T bound = f.bound + h * f.bound_rate;
        const Mask<T> is_clear = searching & is_positive(f, zeros, h, bound);
        const Mask<T> moves = is_clear & !is_last;
        const Mask<T> is_in_doubt = searching & !is_clear & (zeros == 0);
        const Mask<T> is_zero = is_in_doubt & (f.value[0] <= f.noise);
        const Mask<T> crosses = is_in_doubt & !is_zero & is_falling_through(f, h, bound);
        const Mask<T> shrinks = searching & !is_clear & !is_zero & !crosses;
        const Mask<T> is_stuck = shrinks & (T(shrink) * h <= smallest_step * larger(absolute(tau), step));
        const Mask<T> grazes = is_zero | is_stuck;
        zero.crosses = zero.crosses | crosses;
        zero.exists = zero.exists | crosses | grazes;
        zero.time = select(crosses | grazes, tau, zero.time);
        searching = moves | (shrinks & !is_stuck);
        tau = select(moves, tau + h, tau);
        h = select(moves, T(growth) * h, select(shrinks, T(shrink) * h, h));
        if (any(moves)) {
            zeros = select(moves, Count<T>(0), zeros);
            f = taylor_at(tau);
        }
    }
    if (any(zero.crosses))
        zero.time = select(zero.crosses, refine_zero(taylor_at, f, tau, tau + h, zero.crosses), zero.time);
    return zero;
}

}  // namespace stickslip
