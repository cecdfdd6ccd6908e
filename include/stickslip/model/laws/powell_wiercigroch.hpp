#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// Non-reversible friction [PowellWiercigroch1992]: r = [F_d + sgn(v·v̇)·(F_s − F_d)·exp(−a·|v|)]·sgn(v); at rest
/// |r| ≤ F_s. The acceleration counts by its sign only.
struct PowellWiercigroch {
    double a = 1.0;  ///< [s/m]

    static constexpr std::string_view name = "powell-wiercigroch";
    static constexpr BoundsUse bounds_use = BoundsUse::both;
    static constexpr bool is_literal = false;
    static constexpr double largest_static_ratio = 2.0;  ///< F_s/F_d beyond which friction could push
    static constexpr auto coefficients() {
        using C = LawCoefficient<PowellWiercigroch>;
        return std::array{C{"a", &PowellWiercigroch::a, "s/m"}};
    }

    /// What stands beside sgn(v·v̇)·(F_s − F_d).
    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto /*acceleration*/) const {
        using std::exp;
        return exp(-a * speed);
    }
};

}  // namespace stickslip
