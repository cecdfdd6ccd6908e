#include "energy_coordinates.hpp"

#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// An orthonormal basis of the null space: singular values below this share of the largest are zero.
constexpr double null_share = 1e-10;

MatrixXd null_space(const MatrixXd& m) {
    if (m.rows() == 0 || m.cols() == 0) return MatrixXd::Identity(m.cols(), m.cols());
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
    decomposition.setThreshold(null_share);
    decomposition.compute(m);
    const int rank = static_cast<int>(decomposition.rank());
    if (rank == 0) return MatrixXd::Identity(m.cols(), m.cols());
    if (rank == m.cols()) return MatrixXd::Zero(m.cols(), 0);  // Eigen permutes no matrix without columns
    const MatrixXd z = decomposition.matrixZ();                // of m·P = Q·[T 0; 0 0]·Z
    return decomposition.colsPermutation() * z.transpose().rightCols(m.cols() - rank);
}

MatrixXd orthonormal(const MatrixXd& columns) {
    if (columns.cols() == 0 || columns.rows() == 0) return MatrixXd::Zero(columns.rows(), 0);
    Eigen::ColPivHouseholderQR<MatrixXd> decomposition;
    decomposition.setThreshold(null_share);
    decomposition.compute(columns);
    const MatrixXd q = decomposition.householderQ();
    return q.leftCols(decomposition.rank());
}

}  // namespace

EnergyCoordinates::EnergyCoordinates(const DenseStructure& s) : layout_(s) {
    const int n = s.size;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> springs(s.closed_stiffness());
    const VectorXd& squares = springs.eigenvalues();
    const double zero = 8.0 * n * epsilon * squares.cwiseAbs().maxCoeff();
    int bodies = 0;
    while (bodies < n && squares[bodies] <= zero) ++bodies;
    free_ = springs.eigenvectors().leftCols(bodies);
    const MatrixXd shapes = springs.eigenvectors().rightCols(n - bodies);
    const VectorXd roots = squares.tail(n - bodies).cwiseSqrt();
    const int elastic = static_cast<int>(layout_.elastic.size());
    size_ = 2 * n - bodies + elastic;
    map_ = MatrixXd::Zero(size_, layout_.size());
    inverse_ = MatrixXd::Zero(layout_.size(), size_);
    map_.topLeftCorner(n - bodies, n) = roots.asDiagonal() * shapes.transpose();
    inverse_.topLeftCorner(n, n - bodies) = shapes * roots.cwiseInverse().asDiagonal();
    map_.block(n - bodies, n, n, n) = s.mass_factor.matrixU();
    inverse_.block(n, n - bodies, n, n) = s.mass_factor.matrixU().solve(MatrixXd::Identity(n, n));
    for (int e = 0; e < elastic; ++e) {
        const double root = std::sqrt(s.contact_stiffness[layout_.elastic[std::size_t(e)]]);
        map_(2 * n - bodies + e, 2 * n + e) = root;
        inverse_(2 * n + e, 2 * n - bodies + e) = 1.0 / root;
    }
}

MatrixXd EnergyCoordinates::locked_offsets(const DenseStructure& s, const std::vector<ContactHistory>& history) const {
    if (s.has_normal_springs) return kept_numbers(s, history);
    const int n = s.size;
    std::vector<int> springs;  // places of the deflections of elastic contacts that never move
    MatrixXd rigid(n, 0);
    for (int j = 0; j < s.contacts(); ++j) {
        if (!history[std::size_t(j)].never_moves()) continue;
        if (s.is_elastic(j)) {
            const auto found = std::find(layout_.elastic.begin(), layout_.elastic.end(), j);
            springs.push_back(int(found - layout_.elastic.begin()));
        } else {
            rigid.conservativeResize(Eigen::NoChange, rigid.cols() + 1);
            rigid.rightCols(1) = s.directions.col(j);
        }
    }
    if (rigid.cols() == 0 && springs.empty()) return MatrixXd::Zero(size_, 0);
    // Forces of an offset, K·δx + Σ w·k_t·δz, that rigid contacts cannot bear are zero.
    const MatrixXd unborne = null_space(rigid.transpose());
    MatrixXd forces(n, n + int(springs.size()));
    forces.leftCols(n) = s.stiffness;
    for (std::size_t e = 0; e < springs.size(); ++e) {
        const int j = layout_.elastic[std::size_t(springs[e])];
        forces.col(n + int(e)) = s.contact_stiffness[j] * s.directions.col(j);
    }
    const MatrixXd offsets = null_space(unborne.transpose() * forces);
    MatrixXd states = MatrixXd::Zero(layout_.size(), offsets.cols());
    states.topRows(n) = offsets.topRows(n);
    for (std::size_t e = 0; e < springs.size(); ++e) states.row(2 * n + springs[e]) = offsets.row(n + int(e));
    return orthonormal(map_ * states);
}

/// A contact that never slips keeps wᵀx, an elastic one wᵀx − z, but for the way of its surface. Combinations that free
/// bodies have no part in are products with ξ.
MatrixXd EnergyCoordinates::kept_numbers(const DenseStructure& s, const std::vector<ContactHistory>& history) const {
    MatrixXd kept(layout_.size(), 0);
    for (int j = 0; j < s.contacts(); ++j) {
        if (!history[std::size_t(j)].never_moves()) continue;
        VectorXd number = VectorXd::Zero(layout_.size());
        number.head(s.size) = s.directions.col(j);
        for (std::size_t e = 0; e < layout_.elastic.size(); ++e) {
            if (layout_.elastic[e] == j) number[2 * s.size + int(e)] = -1.0;
        }
        kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
        kept.rightCols(1) = number;
    }
    if (kept.cols() == 0) return MatrixXd::Zero(size_, 0);
    const MatrixXd of_free_bodies = free_.transpose() * kept.topRows(s.size);
    const MatrixXd combined = kept * null_space(of_free_bodies);
    return orthonormal(inverse_.transpose() * combined);
}

}  // namespace stickslip::structure
