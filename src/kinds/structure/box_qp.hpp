#pragma once

// Frictions of contacts at rest are the λ that minimise ½λᵀGλ − bᵀλ within bounds: then the relative accelerations
// b − Gλ are zero where λ is inside, and push against the bound where it is at one. G = WᵀM⁻¹W may be singular
// (redundant contacts); b is in its range, so a minimum exists, and b − Gλ is unique.

#include <Eigen/Dense>
#include <vector>

namespace stickslip::structure {

/// Pivots and eigenvalues of G = WᵀM⁻¹W below this share of the largest are zero: its contacts are redundant.
inline constexpr double redundant_pivot = 1e-11;

struct BoxQp {
    Eigen::MatrixXd matrix;  ///< G
    Eigen::VectorXd vector;  ///< b
    Eigen::VectorXd low;     ///< may be −∞
    Eigen::VectorXd high;    ///< may be +∞
};

struct BoxQpSolution {
    Eigen::VectorXd point;     ///< λ; of several minima one in the relative interior: at as few bounds as can be
    Eigen::VectorXd residual;  ///< b − Gλ: > 0 at `high`, < 0 at `low`, 0 between
    std::vector<int> side;     ///< +1 at `high`, −1 at `low`, 0 between
};

/// By active sets. `scale` is the size of the entries of b that counts as one [unit of b].
void solve(const BoxQp&, double scale, BoxQpSolution&);

}  // namespace stickslip::structure
