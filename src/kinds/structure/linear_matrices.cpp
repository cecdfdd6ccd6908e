// The matrices of a linear structure from what people know of it.

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "decompositions.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip::structure {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> view_of(const Matrix& m) { return {m.values.data(), int(m.rows), int(m.columns)}; }

Eigenpairs modes_of(const Matrix& mass, const Matrix& stiffness) {
    return eigenpairs(view_of(stiffness), view_of(mass));
}

/// Squares of frequencies; what rounding leaves of those of free bodies is 0.
Eigen::VectorXd squares_of(const Eigen::VectorXd& eigenvalues) {
    const double noise = 8.0 * double(eigenvalues.size()) * std::numeric_limits<double>::epsilon() *
                         (eigenvalues.size() > 0 ? eigenvalues.cwiseAbs().maxCoeff() : 0.0);
    return (eigenvalues.array() <= noise).select(0.0, eigenvalues);
}

}  // namespace

Matrix chain_matrix(std::size_t masses, const std::vector<double>& links) {
    Matrix m = Matrix::zero(masses, masses);
    for (std::size_t i = 0; i < links.size() && i <= masses; ++i) {
        if (i < masses) m(i, i) += links[i];
        if (i == 0) continue;
        m(i - 1, i - 1) += links[i];
        if (i == masses) continue;
        m(i - 1, i) -= links[i];
        m(i, i - 1) -= links[i];
    }
    return m;
}

Matrix modal_damping(const Matrix& mass, const Matrix& stiffness, double ratio) {
    const auto modes = modes_of(mass, stiffness);
    // ΦᵀMΦ = 1, so C = MΦ·diag(2ζω)·ΦᵀM.
    const Eigen::MatrixXd momenta = view_of(mass) * modes.vectors;
    const Eigen::VectorXd rates = 2.0 * ratio * squares_of(modes.values).cwiseSqrt();
    const Eigen::MatrixXd damping = momenta * rates.asDiagonal() * momenta.transpose();
    Matrix c = Matrix::zero(mass.rows, mass.columns);
    for (std::size_t i = 0; i < c.rows; ++i) {
        for (std::size_t j = 0; j < c.columns; ++j) {
            c(i, j) = 0.5 * (damping(int(i), int(j)) + damping(int(j), int(i)));
        }
    }
    return c;
}

Matrix rayleigh_damping(const Matrix& mass, const Matrix& stiffness, double mass_factor, double stiffness_factor) {
    Matrix c = Matrix::zero(mass.rows, mass.columns);
    for (std::size_t i = 0; i < c.values.size(); ++i) {
        c.values[i] = mass_factor * mass.values[i] + stiffness_factor * stiffness.values[i];
    }
    return c;
}

std::vector<double> natural_frequencies(const Matrix& mass, const Matrix& stiffness) {
    const Eigen::VectorXd squares = squares_of(modes_of(mass, stiffness).values);
    std::vector<double> frequencies;
    for (const double square : squares) frequencies.push_back(std::sqrt(square));
    std::ranges::sort(frequencies);
    return frequencies;
}

}  // namespace stickslip::structure
