#pragma once

#include <array>

namespace stickslip::planar {

/// Radau IIA collocation on [0, 1]: order 2s − 1, stiffly accurate, L-stable.
struct RadauNodes {
    static constexpr int stages = 12;
    using Stage = std::array<double, stages>;
    using Matrix = std::array<Stage, stages>;
    using Point = std::array<double, stages + 1>;

    Stage node{};            ///< c, the last one is 1
    Matrix integral{};       ///< A: ∫₀^{cᵢ} of the j-th Lagrange polynomial
    Matrix derivative{};     ///< A⁻¹
    Stage derivative_sum{};  ///< Σⱼ A⁻¹ᵢⱼ
    Point weight{};          ///< barycentric weights of {0, c}; Σ weight·y is the leading coefficient of y
    std::array<Point, stages + 1> bernstein{};  ///< values at {0, c} → Bernstein coefficients on [0, 1]

    /// The tables, computed once.
    [[nodiscard]] static const RadauNodes& instance();
};

}  // namespace stickslip::planar
