#pragma once

// S(θ) = Σ (y(tᵢ; θ) − yᵢ)² over the samples, with its gradient and JᵀJ from the exact derivatives of the motion.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "case_family.hpp"

namespace stickslip::identifying {

/// One value for each open number of a family.
using Values = std::vector<double>;

/// A symmetric matrix of a few rows.
class SmallMatrix {
public:
    SmallMatrix() = default;
    explicit SmallMatrix(std::size_t n) : n_(n), at_(n * n) {}
    [[nodiscard]] double& operator()(std::size_t i, std::size_t j) { return at_[i * n_ + j]; }
    [[nodiscard]] double operator()(std::size_t i, std::size_t j) const { return at_[i * n_ + j]; }
    [[nodiscard]] std::size_t size() const { return n_; }

private:
    std::size_t n_ = 0;
    std::vector<double> at_;
};

/// The samples that a fit looks at.
struct Samples {
    std::vector<double> times;   ///< since the motion starts [s]
    std::vector<double> values;  ///< of the quantity
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
    double spacing = 0.0;  ///< usual time between two samples of the record [s]

    [[nodiscard]] std::size_t size() const { return times.size(); }
    /// At most this many of them, evenly taken.
    [[nodiscard]] Samples thinned(std::size_t most) const;
    /// Those that are marked.
    [[nodiscard]] Samples only(const std::vector<char>& kept) const;
};

/// The sum of squares at one θ.
struct Sums {
    double cost = std::numeric_limits<double>::infinity();  ///< S; ∞ where there is no motion
    std::vector<double> slope;                              ///< Jᵀr
    SmallMatrix curvature;                                  ///< JᵀJ
    [[nodiscard]] bool exists() const { return cost < std::numeric_limits<double>::infinity(); }
};

/// Whether derivatives are wanted beside the sum.
enum class With { cost, derivatives };

[[nodiscard]] Sums sums_of(const CaseFamily&, const Samples&, std::span<const double> values, With);

/// The motion of a family up to the last sample.
[[nodiscard]] Trajectory motion_of(const CaseFamily&, const Samples&, std::span<const double> values);

/// The modelled quantity at the samples.
[[nodiscard]] std::vector<double> modelled(const CaseFamily&, const Samples&, std::span<const double> values);

/// What is left over, and its derivatives along the parameters: one row for each sample.
struct Residuals {
    std::vector<double> values;
    std::vector<double> rows;  ///< size() × parameters
};
[[nodiscard]] Residuals residuals(const CaseFamily&, const Samples&, std::span<const double> values);

}  // namespace stickslip::identifying
