#pragma once

#include "column_march.hpp"

namespace stickslip {

/// Whether a solution found in double precision may be wrong by 10⁻¹² (relative where the amplitude is above 1).
///
/// The residual moves the state by as much as the sensitivity says. A stop with deceleration |a| is mistimed by the
/// noise of the velocity there divided by |a|, and by what the state moves the velocity, divided by |a|; the stuck
/// fraction counts these times, and the multiplier changes with them as the velocity does with the state. Noise and
/// rounding are the largest of 10⁵ motions, compared with extended precision. Amplitude and dissipation do not see when
/// a stop is.
[[nodiscard]] STICKSLIP_KERNEL inline bool are_digits_in_doubt(const CellParameters<double>& cell,
                                                               const CellSolution<double>& s,
                                                               const MarchWishes& wishes) {
    if (s.half_maps == 0 || !(s.regime == Regime::stick_slip || s.regime == Regime::continuous)) return false;
    constexpr double rounding = 4e-16;  // of a walk over half a period
    constexpr double allowed_of_state = 1e-13;
    const double off = (s.residual + rounding) * s.sensitivity;
    if (!(off < allowed_of_state * larger(1.0, s.amplitude))) return true;
    constexpr double allowed = 5e-13;
    constexpr double noise_of_slope = 2e-15;
    constexpr double noise_of_velocity = 4e-16;
    const double mistimed = s.steepest_stop * off;
    if (wishes.multiplier && !(s.steepest_stop * noise_of_slope + mistimed < allowed)) return true;
    return wishes.rest && !(cell.frequency * (noise_of_velocity / s.gentlest_stop + mistimed) < allowed);
}

}  // namespace stickslip
