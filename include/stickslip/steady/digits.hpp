#pragma once

#include "stickslip/steady/column_march.hpp"

namespace stickslip {

/// Whether a solution found in double precision may be wrong by 10⁻¹² (relative where the amplitude is above 1). A
/// residual moves the state by residual/(1 − |μ|). A stop with deceleration |a| moves the multiplier by 6·10⁻¹⁸/|a| and
/// the stuck fraction by 5·10⁻²⁰/|a|, measured at Ω < 0.005, where stops are gentle; amplitude and dissipation do not
/// see it.
[[nodiscard]] STICKSLIP_KERNEL inline bool are_digits_in_doubt(const CellSolution<double>& s,
                                                               const MarchWishes& wishes) {
    const bool was_searched = s.half_maps > 0 && (s.regime == Regime::stick_slip || s.regime == Regime::continuous);
    const double gentle = wishes.multiplier ? 2e-5 : wishes.rest ? 3e-7 : 0.0;
    constexpr double allowed = 2e-13;
    constexpr double rounding = 4e-16;  // of a walk over half a period
    const bool closes = s.residual + rounding < allowed * (1.0 - s.multiplier) * larger(1.0, s.amplitude);
    return was_searched && !(closes && s.gentlest_stop >= gentle);
}

}  // namespace stickslip
