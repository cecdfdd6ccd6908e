#pragma once

#include <limits>
#include <span>

namespace stickslip {

/// The first τ in [0, length] at which the polynomial Σ c[k]·τᵏ, which is ≥ 0 before, becomes negative; +∞ if it does
/// not. `zeros` leading coefficients are known to vanish at τ = 0 and are not looked at. A touch of zero without a
/// change of sign is no descent. Nothing is missed: intervals are cleared by the signs of Bernstein coefficients, which
/// enclose the polynomial, and halved until they hold one root at most.
[[nodiscard]] double first_descent(std::span<const double> coefficients, int zeros, double length);

inline constexpr double no_descent = std::numeric_limits<double>::infinity();

}  // namespace stickslip
