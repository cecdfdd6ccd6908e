#pragma once

#include "kernel/scalar.hpp"

namespace stickslip {

/// What one walk over a map period shows: extremes, path, rest, stops and reversals; the largest speed costs a search
/// and can be left out.
template <class T, bool with_speed = true>
struct CycleRecorder {
    T position{};  ///< where the walk is
    T highest{};
    T lowest{};
    T speed{};
    T path{};
    T stuck_time{};
    T open_time{};
    T gentlest_stop =
        infinity_of<T>;  ///< smallest |a| with which a slide ends in rest: times are uncertain by noise/|a|
    T steepest_stop{};   ///< largest |∂v/∂(x, v)|/|a| there: derivatives are uncertain by noise times that
    Count<T> stops_then_reverse = 0;
    Count<T> stops_then_same_direction = 0;
    Count<T> zero_duration_reversals = 0;
    Count<T> first_direction = 0;
    Count<T> last_direction = 0;
    Mask<T> stop_is_open = Mask<T>(false);

    STICKSLIP_KERNEL explicit CycleRecorder(T start) : position(start), highest(start), lowest(start) {}

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases& phases, T v, Count<T> direction, T length, T end, Mask<T> now) {
        if constexpr (with_speed)
            speed = select(now, larger(speed, phases.peak_speed(v, direction, length, now)), speed);
        path = select(now, path + absolute(end - position), path);
        position = select(now, end, position);
        highest = select(now, larger(highest, end), highest);
        lowest = select(now, smaller(lowest, end), lowest);
        close_stop(direction, now);
        first_direction = select(now & (first_direction == 0), direction, first_direction);
        last_direction = select(now, direction, last_direction);
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T, T length, Mask<T> now) {
        stuck_time = select(now, stuck_time + length, stuck_time);
    }
    template <class Phases>
    STICKSLIP_KERNEL void flight(const Phases&, T, T length, T end) {
        open_time = open_time + length;
        position = end;
    }
    STICKSLIP_KERNEL void stop(T deceleration, T slope, Mask<T> now) {
        stop_is_open = stop_is_open | now;
        gentlest_stop = select(now, smaller(gentlest_stop, absolute(deceleration)), gentlest_stop);
        steepest_stop = select(now, larger(steepest_stop, slope / absolute(deceleration)), steepest_stop);
    }
    STICKSLIP_KERNEL void reversal(T, Mask<T> now) {
        zero_duration_reversals = select(now, zero_duration_reversals + 1, zero_duration_reversals);
    }

    /// An open stop is followed by a slide in this direction: the next one, or at the end of the walk the first one of
    /// the next map period.
    STICKSLIP_KERNEL void close_stop(Count<T> next_direction, Mask<T> now = Mask<T>(true)) {
        const Mask<T> closes = now & stop_is_open;
        const Mask<T> goes_on = next_direction == last_direction;
        stops_then_same_direction = select(closes & goes_on, stops_then_same_direction + 1, stops_then_same_direction);
        stops_then_reverse = select(closes & !goes_on, stops_then_reverse + 1, stops_then_reverse);
        stop_is_open = stop_is_open & !now;
    }
};

/// Finds the longest rest of a walk: where a section cuts the motion best.
template <class T>
struct LongestStick {
    T elapsed{};
    T length{};
    T middle{};

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases&, T, Count<T>, T duration, T, Mask<T> now) {
        elapsed = select(now, elapsed + duration, elapsed);
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T, T duration, Mask<T> now) {
        const Mask<T> is_longer = now & (duration > length);
        length = select(is_longer, duration, length);
        middle = select(is_longer, elapsed + T(0.5) * duration, middle);
        elapsed = select(now, elapsed + duration, elapsed);
    }
    template <class Phases>
    STICKSLIP_KERNEL void flight(const Phases&, T, T duration, T) {
        elapsed = elapsed + duration;
    }
    STICKSLIP_KERNEL void stop(T, T, Mask<T>) {}
    STICKSLIP_KERNEL void reversal(T, Mask<T>) {}
};

/// Where a walk rests: how long at its two ends, and the longest rest between two slides.
template <class T>
struct Rests {
    T first{};
    T last{};
    T inner{};
    T inner_middle{};  ///< since the start of the walk
    T inner_position{};
    T elapsed{};
    Mask<T> has_slid = Mask<T>(false);
    T last_position{};

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases&, T, Count<T>, T duration, T, Mask<T> now) {
        const Mask<T> is_longer = now & (last > inner);  // the last rest is between two slides after all
        inner = select(is_longer, last, inner);
        inner_middle = select(is_longer, elapsed - T(0.5) * last, inner_middle);
        inner_position = select(is_longer, last_position, inner_position);
        elapsed = select(now, elapsed + duration, elapsed);
        has_slid = has_slid | now;
        last = select(now, T(0), last);
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T x, T duration, Mask<T> now) {
        last = select(now & has_slid, duration, last);
        first = select(now & !has_slid, duration, first);
        last_position = select(now, x, last_position);
        elapsed = select(now, elapsed + duration, elapsed);
    }
    STICKSLIP_KERNEL void stop(T, T, Mask<T>) {}
    STICKSLIP_KERNEL void reversal(T, Mask<T>) {}
};

/// Hands what a walk meets to two recorders.
template <class First, class Second>
struct BothRecorders {
    First& first_recorder;
    Second& second_recorder;

    template <class... What>
    STICKSLIP_KERNEL void slide(const What&... what) {
        first_recorder.slide(what...);
        second_recorder.slide(what...);
    }
    template <class... What>
    STICKSLIP_KERNEL void stick(const What&... what) {
        first_recorder.stick(what...);
        second_recorder.stick(what...);
    }
    template <class... What>
    STICKSLIP_KERNEL void stop(const What&... what) {
        first_recorder.stop(what...);
        second_recorder.stop(what...);
    }
    template <class... What>
    STICKSLIP_KERNEL void reversal(const What&... what) {
        first_recorder.reversal(what...);
        second_recorder.reversal(what...);
    }
    template <class... What>
    STICKSLIP_KERNEL void flight(const What&... what) {
        first_recorder.flight(what...);
        second_recorder.flight(what...);
    }
};

}  // namespace stickslip
