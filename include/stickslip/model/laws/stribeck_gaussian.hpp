#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// r = [F_k + (F_s − F_k)·exp(−(v/v_s)²) + viscous·|v|]·sgn(v); at rest |r| ≤ F_s.
struct StribeckGaussian {
    double stribeck_velocity = 1.0;  ///< v_s [m/s]
    double viscous = 0.0;            ///< [N·s/m]

    static constexpr std::string_view name = "stribeck-gaussian";
    static constexpr BoundsUse bounds_use = BoundsUse::both;
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckGaussian>;
        return std::array{
            C{"stribeck_velocity", &StribeckGaussian::stribeck_velocity, "m/s", CoefficientRange::positive},
            C{"viscous", &StribeckGaussian::viscous, "N·s/m", CoefficientRange::not_negative, 0.0}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        using std::exp;
        const double rate = 1.0 / (stribeck_velocity * stribeck_velocity);
        return f.kinetic + (f.holding - f.kinetic) * exp(-rate * (speed * speed)) + viscous * speed;
    }
};

}  // namespace stickslip
