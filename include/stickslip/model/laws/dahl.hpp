#pragma once

#include <array>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// Dahl's presliding friction: r = σ₀·z, ż = v − σ₀·|v|·z/F_c. Never stuck: it yields elastically.
struct Dahl {
    double sigma0 = 1.0;  ///< σ₀ [N/m]

    static constexpr std::string_view name = "dahl";
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;
    static constexpr bool splits_at_zero_deflection = false;
    static constexpr auto coefficients() {
        using C = LawCoefficient<Dahl>;
        return std::array{C{"sigma0", &Dahl::sigma0, "N/m", CoefficientRange::positive}};
    }

    [[nodiscard]] auto deflection_rate(const FrictionBounds& f, auto velocity, auto speed, auto z, auto) const {
        return velocity - (sigma0 / f.kinetic) * (speed * z);
    }
    [[nodiscard]] auto force(auto, auto z, auto) const { return sigma0 * z; }
};

}  // namespace stickslip
