#pragma once

#include "cycle_recorder.hpp"
#include "harmonic_phases.hpp"
#include "period_map.hpp"
#include "stickslip/motion/regime.hpp"

namespace stickslip {

/// The steady motion of a cell; lengths in p₀/k, times in 1/ωₙ.
template <class T>
struct CellSolution {
    Choice<T, Regime> regime = Choice<T, Regime>(Regime::not_converged);
    T section{};  ///< load angle at which the motion is in the state (x, v)
    T x{};
    T v{};
    T amplitude{};
    T velocity{};  ///< velocity_ratio
    T stuck_fraction{};
    T dissipated{};
    T multiplier{};
    T residual{};       ///< ‖z + Φ(z)‖
    T sensitivity{};    ///< the state is off by at most the residual times this
    T gentlest_stop{};  ///< smallest deceleration with which a slide ends in rest [p₀/m]; infinite without stops
    T steepest_stop{};  ///< largest change of the velocity there with the state, divided by the deceleration
    Count<T> stops_then_reverse = 0;
    Count<T> stops_then_same_direction = 0;
    Count<T> zero_duration_reversals = 0;
    Count<T> half_maps = 0;  ///< work done; 0 where a formula gave the answer

    STICKSLIP_KERNEL void set_regime(Mask<T> lanes, Regime value) {
        regime = select(lanes, Choice<T, Regime>(value), regime);
    }
};

/// Turns the record of a walk over half a period into answers; the velocity only where it was recorded.
template <class T, bool with_speed>
STICKSLIP_KERNEL void note_cycle(const CellParameters<T>& cell, CycleRecorder<T, with_speed>& cycle,
                                 const MappedState<T>& m, Mask<T> lanes, CellSolution<T>& s) {
    cycle.close_stop(-cycle.first_direction);
    const T half_period = T(pi_of<T>) / cell.frequency;
    const Mask<T> rests = cycle.stuck_time > T(0);
    const Mask<T> slides = cycle.path > T(0);
    s.set_regime(lanes & slides & rests, Regime::stick_slip);
    s.set_regime(lanes & slides & !rests, Regime::continuous);
    s.set_regime(lanes & !slides, Regime::permanent_stick);
    s.amplitude = select(lanes, larger(cycle.highest, T(0) - cycle.lowest), s.amplitude);
    if constexpr (with_speed) s.velocity = select(lanes, cycle.speed / cell.frequency, s.velocity);
    s.stuck_fraction = select(lanes, cycle.stuck_time / half_period, s.stuck_fraction);
    s.dissipated = select(lanes, T(2) * cell.friction * cycle.path, s.dissipated);
    s.multiplier = select(lanes, largest_multiplier(m), s.multiplier);
    s.sensitivity = select(lanes, closing_sensitivity(m), s.sensitivity);
    s.gentlest_stop = select(lanes, cycle.gentlest_stop, s.gentlest_stop);
    s.steepest_stop = select(lanes, cycle.steepest_stop, s.steepest_stop);
    s.stops_then_reverse = select(lanes, 2 * cycle.stops_then_reverse, s.stops_then_reverse);
    s.stops_then_same_direction = select(lanes, 2 * cycle.stops_then_same_direction, s.stops_then_same_direction);
    s.zero_duration_reversals = select(lanes, 2 * cycle.zero_duration_reversals, s.zero_duration_reversals);
}

}  // namespace stickslip
