#pragma once

#include <array>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// Jenkins element: a spring k_t in series with a Coulomb slider. r = k_t·z with |r| ≤ F_c; ż = v while |r| < F_c, and
/// ż = 0 while the slider slips.
struct Jenkins {
    double k_t = 1.0;  ///< contact stiffness [N/m]

    static constexpr std::string_view name = "jenkins";
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;
    static constexpr auto coefficients() {
        using C = LawCoefficient<Jenkins>;
        return std::array{C{"k_t", &Jenkins::k_t, "N/m", CoefficientRange::positive}};
    }
};

}  // namespace stickslip
