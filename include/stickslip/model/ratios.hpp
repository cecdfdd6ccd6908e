#pragma once

#include <optional>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// The dimensionless form of an oscillator under p = offset + p₀·sin(ω_d·t): forces in p₀, positions in p₀/k, time in
/// 1/ωₙ. The only place where the physical and the dimensionless form meet.
struct Ratios {
    double friction = 0.0;                  ///< f = r_y/p₀ ≥ 0
    double frequency = 1.0;                 ///< Ω = ω_d/ωₙ > 0
    double damping = 0.0;                   ///< ζ = c/(2√(mk)) ≥ 0
    std::optional<double> static_friction;  ///< r_s/p₀ ≥ f; absent means f
    double offset = 0.0;                    ///< constant part of the load over p₀
};

/// @throws std::invalid_argument naming the ratio, its value and its bound.
void validate(const Ratios&);

/// ωₙ = √(k/m) [rad/s].
[[nodiscard]] double natural_frequency(const Oscillator&);

/// 2√(mk), the damping at which ζ = 1 [N·s/m].
[[nodiscard]] double critical_damping(const Oscillator&);

/// p₀, the amplitude of a load with exactly one harmonic and no record [N]; nullopt for any other load, or for p₀ = 0.
[[nodiscard]] std::optional<double> load_amplitude(const Load&);

/// The oscillator and the load with m = k = p₀ = 1 that have these ratios.
[[nodiscard]] Oscillator oscillator_of(const Ratios&);
/// The load that has these ratios.
[[nodiscard]] Load load_of(const Ratios&);

/// The ratios of a physical oscillator; nullopt where they are undefined (k = 0, or no p₀).
[[nodiscard]] std::optional<Ratios> ratios_of(const Oscillator&, const Load&);

}  // namespace stickslip
