#pragma once

#include "stickslip/motion/scalar.hpp"

namespace stickslip {

/// What one walk over a map period shows: extremes, path, rest, stops and reversals.
template <class T>
struct CycleRecorder {
    T position{};  ///< where the walk is
    T highest{};
    T lowest{};
    T speed{};
    T path{};
    T stuck_time{};
    T gentlest_stop =
        infinity_of<T>;  ///< smallest |a| with which a slide ends in rest: times are uncertain by noise/|a|
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int zero_duration_reversals = 0;
    int first_direction = 0;
    int last_direction = 0;
    bool stop_is_open = false;

    STICKSLIP_KERNEL explicit CycleRecorder(T start) : position(start), highest(start), lowest(start) {}

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases& phases, T v, int direction, T length, T end) {
        speed = larger(speed, phases.peak_speed(v, direction, length));
        path = path + absolute(end - position);
        position = end;
        highest = larger(highest, end);
        lowest = smaller(lowest, end);
        if (stop_is_open) close_stop(direction);
        if (first_direction == 0) first_direction = direction;
        last_direction = direction;
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T, T length) {
        stuck_time = stuck_time + length;
    }
    STICKSLIP_KERNEL void stop(T deceleration) {
        stop_is_open = true;
        gentlest_stop = smaller(gentlest_stop, absolute(deceleration));
    }
    STICKSLIP_KERNEL void reversal(T) { ++zero_duration_reversals; }

    /// A stop still open at the end is followed by the first slide of the next map period, in this direction.
    STICKSLIP_KERNEL void close_stop(int next_direction) {
        if (next_direction == last_direction) {
            ++stops_then_same_direction;
        } else {
            ++stops_then_reverse;
        }
        stop_is_open = false;
    }
};

/// Finds the longest rest of a walk: where a section cuts the motion best.
template <class T>
struct LongestStick {
    T elapsed{};
    T length{};
    T middle{};

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases&, T, int, T duration, T) {
        elapsed = elapsed + duration;
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T, T duration) {
        if (duration > length) {
            length = duration;
            middle = elapsed + T(0.5) * duration;
        }
        elapsed = elapsed + duration;
    }
    STICKSLIP_KERNEL void stop(T) {}
    STICKSLIP_KERNEL void reversal(T) {}
};

/// How long a walk rests at its two ends.
template <class T>
struct EndSticks {
    T first{};
    T last{};
    bool has_slid = false;

    template <class Phases>
    STICKSLIP_KERNEL void slide(const Phases&, T, int, T, T) {
        has_slid = true;
        last = T(0);
    }
    template <class Phases>
    STICKSLIP_KERNEL void stick(const Phases&, T, T duration) {
        if (has_slid) {
            last = duration;
        } else {
            first = duration;
        }
    }
    STICKSLIP_KERNEL void stop(T) {}
    STICKSLIP_KERNEL void reversal(T) {}
};

}  // namespace stickslip
