#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// LuGre: r = σ₀·z + σ₁·ż + σ₂·v, ż = v − σ₀·|v|·z/g(v), g = F_c + (F_s − F_c)·exp(−(v/v_s)²).
struct LuGre {
    double sigma0 = 1.0;             ///< bristle stiffness [N/m]
    double sigma1 = 0.0;             ///< bristle damping [N·s/m]
    double sigma2 = 0.0;             ///< viscous friction [N·s/m]
    double stribeck_velocity = 1.0;  ///< v_s [m/s]

    static constexpr std::string_view name = "lugre";
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic_or_both;
    static constexpr bool splits_at_zero_deflection = false;
    static constexpr auto coefficients() {
        using C = LawCoefficient<LuGre>;
        using enum CoefficientRange;
        return std::array{C{"sigma0", &LuGre::sigma0, "N/m", positive},
                          C{"sigma1", &LuGre::sigma1, "N·s/m", not_negative, 0.0},
                          C{"sigma2", &LuGre::sigma2, "N·s/m", not_negative, 0.0},
                          C{"stribeck_velocity", &LuGre::stribeck_velocity, "m/s", positive}};
    }

    [[nodiscard]] auto deflection_rate(const FrictionBounds& f, auto velocity, auto speed, auto z, auto) const {
        using std::exp;
        const double rate = 1.0 / (stribeck_velocity * stribeck_velocity);
        const auto steady = f.kinetic + (f.holding - f.kinetic) * exp(-rate * (speed * speed));
        return velocity - sigma0 * (speed * z) / steady;
    }
    [[nodiscard]] auto force(auto velocity, auto z, auto z_rate) const {
        return sigma0 * z + sigma1 * z_rate + sigma2 * velocity;
    }
};

}  // namespace stickslip
