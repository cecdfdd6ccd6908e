#pragma once

// The fixed-step schemes, kept so that their order and their energy error can be shown.

#include "stickslip/planar/simulate.hpp"

namespace stickslip::planar {

/// @throws std::invalid_argument where the method cannot treat the support.
[[nodiscard]] Trajectory follow_with_fixed_steps(const Oscillator&, const Load&, const State& start, double end_time,
                                                 const SimulationOptions&);

/// The friction force r (‖r‖ = r_y) after the mass has moved with constant velocity for a time: the exact Lorentz
/// boost, [LiuHongLiou2003] Eq. (25). The half-angle tangent between r and v shrinks by exp(−k_d·‖v‖·h/r_y).
[[nodiscard]] double boosted_angle(double angle, const Vector& velocity, double turning, double duration);

}  // namespace stickslip::planar
