#pragma once

// The map of a state over part of a load period, with its exact derivative.
//
// Along a slide of length u the derivative is the free flow [1 − ω²G₁, g; −ω²g, g′](u). A stop projects the velocity
// out, a reversal multiplies δv by a⁺/a⁻, and a release under a larger static bound adds δv = −a⁺·δx·ω²/(d force/dt);
// docs/theory/steady.md, Eqs. (9)–(13).

#include "kernel/phase_kernel.hpp"

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
    Mask<T> is_complete = Mask<T>(true);  ///< false where `most_phases` phases did not reach the end
};

/// The largest modulus of the eigenvalues of the derivative.
template <class T>
STICKSLIP_KERNEL T largest_multiplier(const MappedState<T>& m) {
    const T half_trace = T(0.5) * (m.xx + m.vv);
    const T half_difference = T(0.5) * (m.xx - m.vv);
    const T determinant = m.xx * m.vv - m.xv * m.vx;
    const T square = half_difference * half_difference + m.xv * m.vx;
    return select(square < T(0), square_root(larger(determinant, T(0))),
                  absolute(half_trace) + square_root(larger(square, T(0))));
}

/// Half a period: how much further from the periodic motion a state is than from closing, ‖(I + DΦ)⁻¹‖ or up to twice
/// that. It is large where an eigenvalue is near −1; near +1 the motion forgets its start slowly, too, but closes in
/// one place.
template <class T>
STICKSLIP_KERNEL T closing_sensitivity(const MappedState<T>& m) {
    const T determinant = (T(1) + m.xx) * (T(1) + m.vv) - m.xv * m.vx;
    const T terms = absolute(T(1) + m.xx) + absolute(m.xv) + absolute(m.vx) + absolute(T(1) + m.vv);
    return terms / absolute(determinant);
}

/// Ignores what a walk meets.
struct NoRecorder {
    template <class... What>
    STICKSLIP_KERNEL void slide(const What&...) {}
    template <class... What>
    STICKSLIP_KERNEL void stick(const What&...) {}
    template <class... What>
    STICKSLIP_KERNEL void stop(const What&...) {}
    template <class... What>
    STICKSLIP_KERNEL void reversal(const What&...) {}
    template <class... What>
    STICKSLIP_KERNEL void flight(const What&...) {}
};

/// Phases of a contact that may open; `window_left` is how long it stays as it is. Their scalar is a double.
template <class Phases>
concept MayOpen = requires(const Phases& phases) {
    phases.window_left();
    phases.is_open();
};

/// A walk of a state, phase by phase.
template <class T, class Phases, class Recorder>
class PeriodWalk {
public:
    STICKSLIP_KERNEL PeriodWalk(Phases& phases, T x, T v, T span, Recorder& recorder, Mask<T> wanted)
        : phases_(phases), recorder_(recorder), x_(x), v_(v), span_(span), walking_(wanted & (T(0) < span)) {
        phases_.begin(elapsed_, x_);
        touch_down();
    }

    STICKSLIP_KERNEL_CALL MappedState<T> run(int most_phases) {
        for (int phase = 0; any(walking_) && phase < most_phases; ++phase) {
            if (any(walking_ & stuck_)) rest();
            if constexpr (MayOpen<Phases>) {
                if (stuck_) continue;
            }
            if (any(walking_)) slide();
        }
        map_.is_complete = !walking_;
        map_.x = x_;
        map_.v = v_;
        return map_;
    }

private:
    /// In contact from now on, with the velocity v.
    STICKSLIP_KERNEL void touch_down() {
        if constexpr (MayOpen<Phases>) {
            stuck_ = false;
            zeros_ = direction_ = 0;
            if (phases_.is_open()) return;
        }
        direction_ = select(v_ > T(0), Count<T>(1), Count<T>(-1));
        const Mask<T> rests = walking_ & !(v_ < T(0)) & !(v_ > T(0));
        if (!any(rests)) return;
        const RestOutcome<T> outcome = phases_.outcome_of_rest();
        direction_ = select(rests, outcome.direction, direction_);
        zeros_ = select(rests, outcome.zeros, zeros_);
        stuck_ = rests & (outcome.direction == 0);
        map_.vv = select(stuck_, T(0), map_.vv);
        if constexpr (MayOpen<Phases>) map_.vx = select(stuck_, T(0), map_.vx);
    }

    /// How long the walk goes on as it does, at most.
    STICKSLIP_KERNEL T longest_phase() const {
        const T remaining = span_ - elapsed_;
        if constexpr (MayOpen<Phases>) {
            return smaller(remaining, phases_.window_left());
        } else {
            return remaining;
        }
    }

    /// The window of the normal force is over after a phase of this length; what slides in contact goes on.
    STICKSLIP_KERNEL void enter_window(T length, bool goes_on) {
        elapsed_ = length < span_ - elapsed_ ? elapsed_ + length : span_;
        walking_ = elapsed_ < span_;
        if (!walking_) return;
        phases_.begin(elapsed_, x_);
        if (!goes_on || phases_.is_open()) touch_down();
    }

    /// Stuck lanes rest until they are released or the time is up.
    STICKSLIP_KERNEL void rest() {
        const Mask<T> now = walking_ & stuck_;
        const T remaining = longest_phase();
        const Release<T> release = phases_.release(remaining);
        const Mask<T> leaves = now & release.happens;
        const T length = select(leaves, smaller(release.time, remaining), remaining);
        recorder_.stick(phases_, x_, length, now);
        x_ = select(now, x_ + phases_.carried(length), x_);
        if constexpr (MayOpen<Phases>) {
            if (!leaves) {
                v_ = T(0);
                return enter_window(length, false);
            }
        }
        walking_ = walking_ & (leaves | !now);
        if (!any(leaves)) return;
        elapsed_ = select(leaves, elapsed_ + length, elapsed_);
        phases_.begin(elapsed_, x_);
        direction_ = select(leaves, release.direction, direction_);
        zeros_ = select(leaves, phases_.zeros_of_release(), zeros_);
        stuck_ = stuck_ & !leaves;
        v_ = select(leaves, T(0), v_);
        const T lag = phases_.velocity_lag_of_release(direction_);
        map_.vx = select(leaves, lag * map_.xx, map_.vx);
        map_.vv = select(leaves, lag * map_.xv, map_.vv);
        walking_ = walking_ & (elapsed_ < span_);
    }

    /// Sliding lanes slide until they stop or the time is up.
    STICKSLIP_KERNEL void slide() {
        const Mask<T> now = walking_;
        const T remaining = longest_phase();
        const SlideEnd<T> end = phases_.end_of_slide(v_, direction_, zeros_, remaining, now);
        const Mask<T> stops = now & end.stop.exists;
        const T length = select(stops, end.stop.time, remaining);
        carry_derivative(length, now);
        x_ = select(now, phases_.lab_position(end.z, length), x_);
        tell_slide(length, now);
        v_ = select(now, select(stops, T(0), end.velocity), v_);
        zeros_ = select(now, Count<T>(0), zeros_);
        if constexpr (MayOpen<Phases>) {
            if (!stops) return enter_window(length, direction_ != 0);
        }
        walking_ = stops;
        if (!any(stops)) return;
        elapsed_ = select(stops, elapsed_ + length, elapsed_);
        phases_.begin(elapsed_, x_);
        leave_stop(end.acceleration, stops);
        walking_ = stops & (elapsed_ < span_);
    }

    STICKSLIP_KERNEL void tell_slide(T length, Mask<T> now) {
        if constexpr (MayOpen<Phases>) {
            if (direction_ == 0) return recorder_.flight(phases_, v_, length, x_);
        }
        recorder_.slide(phases_, v_, direction_, length, x_, now);
    }

    /// What follows a slide that came to rest with acceleration `arrival`.
    STICKSLIP_KERNEL void leave_stop(T arrival, Mask<T> stops) {
        if constexpr (MayOpen<Phases>) {
            if (phases_.is_open()) return touch_down();
        }
        const RestOutcome<T> outcome = phases_.outcome_of_rest();
        const Mask<T> sticks = stops & (outcome.direction == 0);
        if (any(sticks)) recorder_.stop(arrival, absolute(map_.vx) + absolute(map_.vv), sticks);
        stuck_ = stuck_ | sticks;
        T ratio = select(sticks, T(0), T(1));
        const Mask<T> turns = stops & !sticks & !(outcome.direction == direction_);
        if (any(turns)) {
            const T onwards = phases_.acceleration_from_rest(outcome.direction);
            recorder_.reversal(onwards, turns);
            ratio = select(turns, onwards / arrival, ratio);
        }
        map_.vx = select(sticks | turns, ratio * map_.vx, map_.vx);
        map_.vv = select(sticks | turns, ratio * map_.vv, map_.vv);
        direction_ = select(stops, outcome.direction, direction_);
        zeros_ = select(stops, outcome.zeros, zeros_);
    }

    STICKSLIP_KERNEL void carry_derivative(T length, Mask<T> now) {
        const FreeResponse<T> free = phases_.free_flow(length);
        const T hold = T(1) - free.push * phases_.stiffness();
        const T back = T(0) - free.g * phases_.stiffness();
        const MappedState<T> before = map_;
        map_.xx = select(now, hold * before.xx + free.g * before.vx, before.xx);
        map_.xv = select(now, hold * before.xv + free.g * before.vv, before.xv);
        map_.vx = select(now, back * before.xx + free.g_rate * before.vx, before.vx);
        map_.vv = select(now, back * before.xv + free.g_rate * before.vv, before.vv);
    }

    Phases& phases_;
    Recorder& recorder_;
    T x_;
    T v_;
    T span_;
    T elapsed_ = T(0);
    Count<T> direction_ = 0;
    Count<T> zeros_ = 0;
    Mask<T> walking_;
    Mask<T> stuck_ = Mask<T>(false);
    MappedState<T> map_;
};

/// Follows the state (x, v) over `span` of time. `phases.begin(elapsed, x)` prepares a phase; `recorder` sees every
/// slide, stick, stop and reversal, and the flights of a contact that opens, each with the lanes it is about; a stop
/// with the deceleration and with how much the velocity there changes with the state at the start. At most
/// `most_phases` slides (a load period of the slowest oscillators has thousands).
template <class T, class Phases, class Recorder>
STICKSLIP_KERNEL MappedState<T> walk_period(Phases& phases, T x, T v, T span, int most_phases, Recorder& recorder,
                                            Mask<T> wanted = Mask<T>(true)) {
    return PeriodWalk<T, Phases, Recorder>(phases, x, v, span, recorder, wanted).run(most_phases);
}

}  // namespace stickslip
