#pragma once

#include <array>
#include <cmath>

#include "stickslip/model/laws/law_coefficient.hpp"

namespace stickslip {

/// Bouc–Wen hysteresis: r = k_z·z, ż = A·v − β·|v|·|z|ⁿ⁻¹·z − γ·v·|z|ⁿ; |r| stays below k_z·(A/(β+γ))^(1/n).
struct BoucWen {
    double k_z = 1.0;    ///< [N/m]
    double A = 1.0;      ///< initial slope
    double beta = 0.5;   ///< β [m⁻ⁿ]
    double gamma = 0.5;  ///< γ [m⁻ⁿ]
    double n = 1.0;      ///< sharpness, an integer from 1 to `largest_power`

    static constexpr std::string_view name = "bouc-wen";
    static constexpr BoundsUse bounds_use = BoundsUse::none;
    static constexpr bool splits_at_zero_deflection = true;
    static constexpr auto coefficients() {
        using C = LawCoefficient<BoucWen>;
        using enum CoefficientRange;
        return std::array{C{"k_z", &BoucWen::k_z, "N/m", positive}, C{"A", &BoucWen::A, "", positive, 1.0},
                          C{"beta", &BoucWen::beta, "m^-n"}, C{"gamma", &BoucWen::gamma, "m^-n"},
                          C{"n", &BoucWen::n, "", whole, 1.0}};
    }

    [[nodiscard]] auto deflection_rate(const FrictionBounds&, auto velocity, auto speed, auto z, auto size) const {
        const int power = static_cast<int>(n);
        return A * velocity - (beta * speed) * (z * whole_power(size, power - 1)) -
               (gamma * velocity) * whole_power(size, power);
    }
    [[nodiscard]] auto force(auto, auto z, auto) const { return k_z * z; }

private:
    static double whole_power(double base, int power) { return std::pow(base, power); }
    template <class Series>
    static auto whole_power(Series base, int power) {
        return base.raised_to(power);
    }
};

}  // namespace stickslip
