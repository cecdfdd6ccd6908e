#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// r = F_k·tanh(v/v_t): friction smeared over a small velocity, for comparison only. It never sticks; it creeps.
struct RegularisedTanh {
    double transition_velocity = 1.0;  ///< v_t [m/s]

    static constexpr std::string_view name = "tanh";
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;
    static constexpr auto coefficients() {
        using C = LawCoefficient<RegularisedTanh>;
        return std::array{
            C{"transition_velocity", &RegularisedTanh::transition_velocity, "m/s", CoefficientRange::positive}};
    }

    [[nodiscard]] STICKSLIP_KERNEL auto smooth_force(const FrictionBounds& f, auto velocity) const {
        using std::tanh;
        return f.kinetic * tanh((1.0 / transition_velocity) * velocity);
    }
};

}  // namespace stickslip
