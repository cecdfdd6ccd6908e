#pragma once

#include <Eigen/Dense>
#include <limits>
#include <vector>

namespace stickslip::structure {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

[[nodiscard]] inline Eigen::VectorXd as_vector(const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<int>(v.size()));
}

/// Zeros where nothing is given.
[[nodiscard]] inline Eigen::VectorXd as_vector(const std::vector<double>& v, int size) {
    return v.empty() ? Eigen::VectorXd(Eigen::VectorXd::Zero(size)) : as_vector(v);
}

[[nodiscard]] inline std::vector<double> as_list(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }

}  // namespace stickslip::structure
