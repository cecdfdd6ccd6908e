#pragma once

// Levenberg and Marquardt's method within bounds, over the sums of squares of a model.

#include <optional>
#include <span>
#include <vector>

#include "fit_model.hpp"

namespace stickslip::identifying {

struct Fit {
    std::vector<double> values;
    Sums sums;
};

struct FitOptions {
    int most_steps = 40;
    /// A step is the last one if it promises to lower S by less than this share of σ² = S/(n − p).
    double least_gain = 1e-5;
    std::optional<std::size_t> held;  ///< a parameter that keeps its value
};

/// The nearest least sum of squares that the method reaches from `start`.
[[nodiscard]] Fit fitted(const FitModel&, Values start, const FitOptions& = {});

/// Solves A·x = b for a symmetric positive definite A scaled to a unit diagonal; nothing if it is singular to rounding.
[[nodiscard]] std::optional<std::vector<double>> solved(const FitMatrix& a, const std::vector<double>& b);

/// The inverse of such a matrix; nothing if it is singular to rounding.
[[nodiscard]] std::optional<FitMatrix> inverse(const FitMatrix& a);

}  // namespace stickslip::identifying
