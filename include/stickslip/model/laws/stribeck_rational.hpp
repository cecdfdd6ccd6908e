#pragma once

#include <array>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// r = F_s/(1 + δ·|v|)·sgn(v); at rest |r| ≤ F_s.
struct StribeckRational {
    double delta = 1.0;  ///< δ [s/m]

    static constexpr std::string_view name = "stribeck-rational";
    static constexpr BoundsUse bounds_use = BoundsUse::holding;
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckRational>;
        return std::array{C{"delta", &StribeckRational::delta, "s/m"}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        return f.holding / (1.0 + delta * speed);
    }
};

}  // namespace stickslip
