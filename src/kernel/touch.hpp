#pragma once

// A function that comes down to zero, touches it within its rounding error and rises again has no zero that anyone
// could prove. A slide whose velocity does this goes on: an undamped mass under a ramp of the load slides with
// v = c·(1 − cos ωτ), and rounding must not make a stop of every touch. docs/theory/events.md, section 6.

#include "first_zero.hpp"

namespace stickslip {

/// From the time of the Taylor data to the minimum of the polynomial, by Newton's method on its slope; infinite where
/// there is none within `reach`.
template <class T, int degree>
STICKSLIP_KERNEL T time_to_minimum(const TaylorData<T, degree>& f, T reach) {
    constexpr int most_iterations = 30;
    T s = T(0);
    T last_step = reach;
    Mask<T> is_sound(true);
    Mask<T> goes_on(true);
    STICKSLIP_SHORT_LOOP
    for (int i = 0; i < most_iterations && any(goes_on); ++i) {
        T slope = T(0);
        T bend = T(0);
        for (int k = degree; k >= 1; --k) {
            bend = mul_add(bend, s, slope);
            slope = mul_add(slope, s, f.coefficient[k] * T(k));
        }
        const T step = T(0) - slope / bend;
        is_sound = is_sound & ((!goes_on) | ((bend > T(0)) & (absolute(step) <= last_step)));
        goes_on = goes_on & is_sound & (absolute(step) > epsilon_of<T> * absolute(s));
        s = select(goes_on, s + step, s);
        last_step = absolute(step);
    }
    return select(is_sound & (absolute(s) <= reach), s, T(infinity_of<T>));
}

/// The first zero as in `search_first_zero`, but a touch is passed over: where f comes no lower than its rounding
/// error, and `tolerance(τ)` more, below zero, and rises from there above it within `sharp_touch` of a step. A function
/// that creeps towards zero has no such minimum; its zero is where it falls below its rounding error.
template <class T, int degree, class Function, class Foresight, class Tolerance>
STICKSLIP_KERNEL FirstZero<T> search_past_touches(const Function& taylor_at, TaylorAt<T, degree>& at, Count<T> zeros,
                                                  T horizon, T step, Mask<T> wanted, const Foresight& foresight,
                                                  const Tolerance& tolerance) {
    constexpr double sharp_touch = 1.0 / 32.0;
    const T reach = T(sharp_touch) * smaller(step, horizon);
    FirstZero<T> zero{Mask<T>(false), Mask<T>(false), horizon};
    while (any(wanted)) {
        const T from = at.time;
        const FirstZero<T> next = search_first_zero(taylor_at, at, zeros, horizon, step, wanted, foresight);
        zero.exists = zero.exists | (wanted & next.exists);
        zero.crosses = zero.crosses | (wanted & next.crosses);
        zero.time = select(wanted, next.time, zero.time);
        // A proven crossing can be a touch only where more is allowed than the proof knows of.
        wanted =
            wanted & next.exists & (next.grazes() | (tolerance(at.time) > T(0))) & ((at.time > from) | (zeros == 0));
        if (!any(wanted)) break;
        const T touch = at.time;
        const T low = larger(from, smaller(touch + time_to_minimum(at.f, reach), horizon));
        wanted = wanted & (low <= touch + reach);
        if (!any(wanted)) break;
        at.time = select(wanted, low, touch);
        at.f = taylor_at(at.time);
        const T allowed = at.f.noise + tolerance(at.time);
        wanted = wanted & (at.f.coefficient[0] >= T(0) - allowed) &
                 (at.f.coefficient[2] * reach * reach > allowed + allowed);
        at.time = select(wanted, at.time, touch);
        if (!all(wanted)) at.f = taylor_at(at.time);
        zero.exists = zero.exists & !wanted;
        zero.crosses = zero.crosses & !wanted;
        zero.time = select(wanted, horizon, zero.time);
        wanted = wanted & (at.time < horizon);
        zeros = Count<T>(2);
    }
    return zero;
}

}  // namespace stickslip
