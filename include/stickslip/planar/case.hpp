#pragma once

#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// What drives the oscillator, as `load.kind` spells it.
enum class LoadKind { none, constant, harmonic, harmonics, rotating, record };

/// The dimensionless form under p = p₀·(cos ωt, a·sin(ωt + φ)): forces in r_y, positions in r_y/k, time in 1/ωₙ,
/// [LiuHongLiou2003] section 5.
struct Ratios {
    double force = 1.0;               ///< r_f = p₀/r_y ≥ 0
    double frequency = 1.0;           ///< r_w = ω/ωₙ > 0
    double damping = 0.0;             ///< ζ = c/(2√(mk)) ≥ 0
    std::optional<double> stiffness;  ///< r_k = k/k_d > 0; absent means a rigid support
    double axis_ratio = 1.0;          ///< a = p₂/p₁ ≥ 0
    double phase = 0.0;               ///< φ of the second axis against a rotating load [rad]
};

/// The oscillator and the load with m = k = r_y = 1 that have these ratios.
[[nodiscard]] Oscillator oscillator_of(const Ratios&);
/// The load that has these ratios.
[[nodiscard]] Load load_of(const Ratios&);

/// One planar problem: a case file with two dimensions.
struct Case {
    std::string title;                    ///< one line for people
    Oscillator oscillator;                ///< the mass, its spring, damper and friction
    Load load;                            ///< p(t)
    State start;                          ///< where the motion begins
    RunSettings run;                      ///< how long to follow it
    LoadKind load_kind = LoadKind::none;  ///< as the case file spells it
    bool is_dimensionless = false;        ///< given as [ratios]: m = k = r_y = 1

    /// `run.until`; where the case gives none: 20 load periods, the length of the record, or 20 natural periods.
    /// @throws CaseError if there is none of these.
    [[nodiscard]] double end_time() const;
};

/// As a case file spells it.
[[nodiscard]] std::string_view name(LoadKind);

}  // namespace stickslip::planar
