#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// r = [F_k + (F_s − F_k)·exp(−decay·|v|) + viscous·|v|]·sgn(v); at rest |r| ≤ F_s.
struct StribeckExponential {
    double decay = 1.0;    ///< [s/m]
    double viscous = 0.0;  ///< [N·s/m]

    static constexpr std::string_view name = "stribeck-exponential";
    static constexpr BoundsUse bounds_use = BoundsUse::both;
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckExponential>;
        return std::array{C{"decay", &StribeckExponential::decay, "s/m"},
                          C{"viscous", &StribeckExponential::viscous, "N·s/m", CoefficientRange::not_negative, 0.0}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        using std::exp;
        return f.kinetic + (f.holding - f.kinetic) * exp(-decay * speed) + viscous * speed;
    }
};

}  // namespace stickslip
