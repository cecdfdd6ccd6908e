#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// Non-reversible friction of [Stefanski2003] Eq. (1), which depends on the acceleration itself:
/// r = [F_d + sgn(v·v̇)·(F_s − F_d)·exp(−a₁·|v|/(|v̇| + a₂))]·sgn(v); at rest |r| ≤ F_s. The sign is that of v·v̇
/// (accelerating or decelerating), the only reading that is symmetric. Needs F_s ≤ 2·F_d, else friction could push.
struct Stefanski {
    double a1 = 1.0;  ///< [1/s]
    double a2 = 1.0;  ///< [m/s²]

    static constexpr std::string_view name = "stefanski";
    static constexpr BoundsUse bounds_use = BoundsUse::both;
    static constexpr bool is_literal = false;
    static constexpr double largest_static_ratio = 2.0;  ///< F_s/F_d beyond which friction could push
    static constexpr auto coefficients() {
        using C = LawCoefficient<Stefanski>;
        return std::array{C{"a1", &Stefanski::a1, "1/s"}, C{"a2", &Stefanski::a2, "m/s²", CoefficientRange::positive}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto acceleration) const {
        using std::exp;
        return exp(-a1 * speed / (acceleration + a2));
    }
};

/// The same with sgn(v̇) instead of sgn(v·v̇), as Eq. (1a) is printed. On v < 0 it can have two accelerations at one
/// state; the motion stays on its branch until the branch ends. Needs (F_s − F_d)/m < e·a₂, else a branch can fold.
struct StefanskiLiteral {
    double a1 = 1.0;  ///< [1/s]
    double a2 = 1.0;  ///< [m/s²]

    static constexpr std::string_view name = "stefanski-literal";
    static constexpr BoundsUse bounds_use = BoundsUse::both;
    static constexpr bool is_literal = true;
    static constexpr double largest_static_ratio = 2.0;  ///< F_s/F_d beyond which friction could push
    static constexpr auto coefficients() {
        using C = LawCoefficient<StefanskiLiteral>;
        return std::array{C{"a1", &StefanskiLiteral::a1, "1/s"},
                          C{"a2", &StefanskiLiteral::a2, "m/s²", CoefficientRange::positive}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto acceleration) const {
        return Stefanski{a1, a2}.weight(speed, acceleration);
    }
};

}  // namespace stickslip
