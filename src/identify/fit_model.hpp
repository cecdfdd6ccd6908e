#pragma once

// What least squares, intervals and tests of residuals ask of a model: its open numbers, and the sum of squares
// S(θ) = Σ (y(tᵢ; θ) − yᵢ)² over a record with its derivatives.

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stickslip::identifying {

/// One value for each open number of a model.
using Values = std::vector<double>;

/// A symmetric matrix of a few rows.
class FitMatrix {
public:
    FitMatrix() = default;
    explicit FitMatrix(std::size_t n) : n_(n), at_(n * n) {}
    [[nodiscard]] double& operator()(std::size_t i, std::size_t j) { return at_[i * n_ + j]; }
    [[nodiscard]] double operator()(std::size_t i, std::size_t j) const { return at_[i * n_ + j]; }
    [[nodiscard]] std::size_t size() const { return n_; }

private:
    std::size_t n_ = 0;
    std::vector<double> at_;
};

/// One open number.
struct Parameter {
    std::string key;
    double guess = 0.0;
    double lower = 0.0;
    double upper = 0.0;
    bool is_offset = false;  ///< of the sensor: no number of the motion
};

/// The sum of squares at one θ.
struct Sums {
    double cost = std::numeric_limits<double>::infinity();  ///< S; ∞ where there is no motion
    std::vector<double> slope;                              ///< Jᵀr
    FitMatrix curvature;                                    ///< JᵀJ
    [[nodiscard]] bool exists() const { return cost < std::numeric_limits<double>::infinity(); }
};

/// Whether derivatives are wanted beside the sum.
enum class With { cost, derivatives };

/// What is left over, and its derivatives along the parameters: one row for each sample.
struct Residuals {
    std::vector<double> values;
    std::vector<double> rows;  ///< size() × parameters
};

class FitModel {
public:
    FitModel() = default;
    FitModel(const FitModel&) = delete;
    FitModel& operator=(const FitModel&) = delete;
    virtual ~FitModel() = default;

    [[nodiscard]] virtual const std::vector<Parameter>& parameters() const = 0;
    /// How many numbers it is compared with.
    [[nodiscard]] virtual std::size_t samples() const = 0;
    [[nodiscard]] virtual Sums sums(std::span<const double> values, With) const = 0;
    [[nodiscard]] virtual Residuals residuals(std::span<const double> values) const = 0;

    /// The sum of squares that rounding alone leaves.
    [[nodiscard]] virtual double rounding() const { return 0.0; }

    [[nodiscard]] std::size_t size() const { return parameters().size(); }
    /// S/(n − p), at least what rounding leaves.
    [[nodiscard]] double variance(double cost) const { return (cost > rounding() ? cost : rounding()) / freedom(); }
    /// n − p, at least 1.
    [[nodiscard]] double freedom() const {
        const double left = static_cast<double>(samples()) - static_cast<double>(size());
        return left > 1.0 ? left : 1.0;
    }
};

}  // namespace stickslip::identifying
