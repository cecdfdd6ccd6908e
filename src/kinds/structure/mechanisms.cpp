// Which groups of contacts at rest can start together. Slip velocities of contacts at rest are g = Wᵀx′: a linear
// subspace. Its vectors of least support (cocircuits, for independent contacts the unit vectors) are the facets of the
// set of frictions Wλ, |λ| ≤ bound, that hold still; with redundant contacts a single λ means nothing, these do.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "pattern_flow.hpp"

namespace stickslip::structure {
namespace {

/// Entries of normalised slip vectors below this are zero.
constexpr double smallest_share = 1e-9;
constexpr std::size_t most_mechanisms = 20'000;

/// The reduced row-echelon form of the slip space: rows span {Wᵀx′}.
MatrixXd reduced_rows(MatrixXd rows) {
    int rank = 0;
    for (int column = 0; column < rows.cols() && rank < rows.rows(); ++column) {
        int best = rank;
        for (int row = rank; row < rows.rows(); ++row) {
            if (std::abs(rows(row, column)) > std::abs(rows(best, column))) best = row;
        }
        if (std::abs(rows(best, column)) <= smallest_share) continue;
        rows.row(best).swap(rows.row(rank));
        rows.row(rank) /= rows(rank, column);
        for (int row = 0; row < rows.rows(); ++row) {
            if (row != rank) rows.row(row) -= rows(row, column) * rows.row(rank);
        }
        ++rank;
    }
    MatrixXd kept = rows.topRows(rank);
    return (kept.cwiseAbs().array() <= smallest_share).select(0.0, kept);
}

/// The rows that share contacts, directly or through others.
std::vector<std::vector<int>> connected_rows(const MatrixXd& rows) {
    std::vector<std::vector<int>> sets;
    std::vector<bool> is_used(static_cast<std::size_t>(rows.rows()), false);
    for (int first = 0; first < rows.rows(); ++first) {
        if (is_used[static_cast<std::size_t>(first)]) continue;
        is_used[static_cast<std::size_t>(first)] = true;
        std::vector<int> set{first};
        for (std::size_t next = 0; next < set.size(); ++next) {
            for (int other = 0; other < rows.rows(); ++other) {
                if (is_used[static_cast<std::size_t>(other)]) continue;
                if (rows.row(set[next]).cwiseProduct(rows.row(other)).cwiseAbs().maxCoeff() == 0.0) continue;
                is_used[static_cast<std::size_t>(other)] = true;
                set.push_back(other);
            }
        }
        sets.push_back(std::move(set));
    }
    return sets;
}

void add_mechanism(const Eigen::RowVectorXd& slip, const std::vector<int>& contacts, std::vector<Mechanism>& found) {
    int largest = 0;
    slip.cwiseAbs().maxCoeff(&largest);
    const Eigen::RowVectorXd normalised = slip / slip[largest];
    Mechanism mechanism;
    for (int j = 0; j < normalised.size(); ++j) {
        if (std::abs(normalised[j]) <= smallest_share) continue;
        mechanism.contacts.push_back(contacts[static_cast<std::size_t>(j)]);
        mechanism.places.push_back(j);
        mechanism.share.push_back(normalised[j]);
    }
    for (const Mechanism& other : found) {
        if (other.contacts != mechanism.contacts) continue;
        return;  // vectors of least support are determined by it
    }
    if (found.size() == most_mechanisms) throw std::runtime_error("too many redundant contacts at rest at once");
    found.push_back(std::move(mechanism));
}

/// Tries every choice of rank − 1 contacts that stay at rest.
void add_mechanisms_of(const MatrixXd& rows, const std::vector<int>& contacts, std::vector<Mechanism>& found) {
    const int rank = static_cast<int>(rows.rows());
    std::vector<int> columns;
    for (int j = 0; j < rows.cols(); ++j) {
        if (rows.col(j).cwiseAbs().maxCoeff() > 0.0) columns.push_back(j);
    }
    std::vector<int> chosen(static_cast<std::size_t>(rank - 1));
    const auto choose = [&](const auto& self, std::size_t depth, std::size_t from) -> void {
        if (depth == chosen.size()) {
            MatrixXd still(rank, rank - 1);
            for (int i = 0; i < rank - 1; ++i) still.col(i) = rows.col(chosen[static_cast<std::size_t>(i)]);
            const Eigen::FullPivLU<MatrixXd> lu(still.transpose());
            if (rank > 1 && lu.rank() < rank - 1) return;
            const VectorXd direction = rank > 1 ? VectorXd(lu.kernel().col(0)) : VectorXd::Ones(1);
            add_mechanism(direction.transpose() * rows, contacts, found);
            return;
        }
        for (std::size_t i = from; i < columns.size(); ++i) {
            chosen[depth] = columns[i];
            self(self, depth + 1, i + 1);
        }
    };
    choose(choose, 0, 0);
}

}  // namespace

std::vector<Mechanism> mechanisms(const DenseStructure& s, const std::vector<int>& contacts) {
    MatrixXd slip(s.size, static_cast<int>(contacts.size()));
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        const VectorXd w = s.directions.col(contacts[j]);
        slip.col(static_cast<int>(j)) = w / w.cwiseAbs().maxCoeff();
    }
    std::vector<Mechanism> found;
    const MatrixXd rows = reduced_rows(slip);
    for (const std::vector<int>& set : connected_rows(rows)) {
        MatrixXd chosen(static_cast<int>(set.size()), rows.cols());
        for (std::size_t i = 0; i < set.size(); ++i) chosen.row(static_cast<int>(i)) = rows.row(set[i]);
        add_mechanisms_of(chosen, contacts, found);
    }
    // Shares of the contacts themselves, not of normalised directions.
    for (Mechanism& mechanism : found) {
        double largest = 0.0;
        for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
            mechanism.share[i] *= s.directions.col(mechanism.contacts[i]).cwiseAbs().maxCoeff();
            largest = std::max(largest, std::abs(mechanism.share[i]));
        }
        for (double& share : mechanism.share) share /= largest;
    }
    return found;
}

}  // namespace stickslip::structure
