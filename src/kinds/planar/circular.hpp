#pragma once

#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// The steady motion on a circle under p = p₀·(cos ωt, sin ωt): x = x₀·(cos(ωt − φ), sin(ωt − φ)), and a friction force
/// that is ψ behind x. [LiuHongLiou2003] sections 6 and 8, with the corrections of docs/theory/planar.md.
struct CircularMotion {
    bool is_sliding = false;          ///< else the mass orbits on its stuck support (rigid: rests)
    double radius = 0.0;              ///< x₀ [m]; +∞ where friction cannot bound the motion
    double phase_lag = 0.0;           ///< φ in (−π, π], Eqs. (82), (104) with atan2 [rad]
    double friction_phase_lag = 0.0;  ///< ψ: −arccos(r_y/(k_d·x₀)), rigid −π/2, stuck 0 [rad]
};

/// Eqs. (86) and (103), corrected. @throws std::invalid_argument for a load amplitude < 0 or a frequency ≤ 0.
[[nodiscard]] CircularMotion circular_motion(const Oscillator&, double load_amplitude, double frequency);

/// The load amplitude from which a circular load makes the mass slide [N]: r_f² = 1 + 2r_k(1 − r_w²) + r_k²·B, where
/// the stuck elastic response reaches r_y; rigid support: r_y. For an elliptic load it is the semi-major axis that must
/// exceed this.
[[nodiscard]] double least_sliding_load(const Oscillator&, double frequency);

/// The amplitude of the circular load that gives k_d·x₀/r_y = magnification ≥ 1, Eq. (89) [N].
/// @throws std::invalid_argument for a rigid support or a magnification below 1.
[[nodiscard]] double load_for_magnification(const Oscillator&, double frequency, double magnification);

/// The largest ‖p‖ of a load p_i = a_i·sin(ω·t + φ_i) [N].
[[nodiscard]] double semi_major_axis(const Vector& amplitude, const Vector& phase);

}  // namespace stickslip::planar
