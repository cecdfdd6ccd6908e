#pragma once

#include <array>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// r = r_y·sgn(v); at rest |r| ≤ r_s. With r_s > r_y it is the static-kinetic law.
struct Coulomb {
    static constexpr std::string_view name = "coulomb";
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic_or_both;
    static constexpr auto coefficients() { return std::array<LawCoefficient<Coulomb>, 0>{}; }

    [[nodiscard]] STICKSLIP_KERNEL double sliding_force(const FrictionBounds& f, auto) const { return f.kinetic; }
};

}  // namespace stickslip
