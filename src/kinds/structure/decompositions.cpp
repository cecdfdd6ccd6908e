#include "decompositions.hpp"

#include <Eigen/Eigenvalues>

namespace stickslip::structure {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using OrthogonalDecomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

OrthogonalDecomposition decomposed(const MatrixXd& matrix, double smallest_pivot) {
    OrthogonalDecomposition decomposition;
    decomposition.setThreshold(smallest_pivot);
    decomposition.compute(matrix);
    return decomposition;
}

}  // namespace

Eigenpairs eigenpairs(const MatrixXd& symmetric) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigenpairs eigenpairs(const MatrixXd& stiffness, const MatrixXd& mass) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(stiffness, mass);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

double least_eigenvalue(const MatrixXd& symmetric) {
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
}

MatrixXd pseudo_inverse(const MatrixXd& matrix, double smallest_pivot) {
    return decomposed(matrix, smallest_pivot).pseudoInverse();
}

MatrixXd orthogonal_complement(const MatrixXd& matrix, double smallest_pivot) {
    const OrthogonalDecomposition decomposition = decomposed(matrix, smallest_pivot);
    const MatrixXd q = decomposition.householderQ();
    return q.rightCols(matrix.rows() - decomposition.rank());
}

void least_squares(const MatrixXd& matrix, const VectorXd& right, double smallest_pivot, VectorXd& solution) {
    const bool is_one_number = matrix.size() == 1 && matrix(0, 0) > 0.0;
    if (is_one_number) {
        solution = right / matrix(0, 0);
    } else {
        solution = decomposed(matrix, smallest_pivot).solve(right);
    }
}

}  // namespace stickslip::structure
