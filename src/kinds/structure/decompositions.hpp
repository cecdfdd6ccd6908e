#pragma once

// Decompositions of dense matrices. Each takes seconds to compile, so that one file has them for all others.

#include <Eigen/Dense>

namespace stickslip::structure {

/// Eigenvalues, the smallest first, and their vectors as columns.
struct Eigenpairs {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};

/// A·φ = λ·φ, A symmetric; φᵀφ = 1.
[[nodiscard]] Eigenpairs eigenpairs(const Eigen::MatrixXd& symmetric);

/// K·φ = λ·M·φ, K symmetric, M symmetric and positive definite; φᵀMφ = 1.
[[nodiscard]] Eigenpairs eigenpairs(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass);

[[nodiscard]] double least_eigenvalue(const Eigen::MatrixXd& symmetric);

// Below, A has the rank that is left when pivots under `smallest_pivot` of the largest count as 0.

/// A⁺, by which the shortest least-squares solution is A⁺·b.
[[nodiscard]] Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& matrix, double smallest_pivot);

/// Orthonormal columns that are orthogonal to all columns of A.
[[nodiscard]] Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& matrix, double smallest_pivot);

/// The shortest of the x for which |A·x − b| is least.
void least_squares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right, double smallest_pivot,
                   Eigen::VectorXd& solution);

}  // namespace stickslip::structure
