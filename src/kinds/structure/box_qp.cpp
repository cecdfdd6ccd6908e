#include "box_qp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decompositions.hpp"

namespace stickslip::structure {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Residuals below this share of the scale are zero, and λ this close to a bound is at it.
constexpr double smallest_residual = 1e-12;

MatrixXd submatrix(const MatrixXd& m, const std::vector<int>& which) {
    MatrixXd chosen(which.size(), which.size());
    for (std::size_t i = 0; i < which.size(); ++i) {
        for (std::size_t j = 0; j < which.size(); ++j) chosen(int(i), int(j)) = m(which[i], which[j]);
    }
    return chosen;
}

std::vector<int> free_ones(const std::vector<int>& side) {
    std::vector<int> free;
    for (std::size_t i = 0; i < side.size(); ++i) {
        if (side[i] == 0) free.push_back(static_cast<int>(i));
    }
    return free;
}

/// Moves from a feasible point along `step` until a bound is met; puts that one on its side. Returns whether it was
/// met.
bool advance_to_bound(const BoxQp& qp, const std::vector<int>& free, const VectorXd& step, BoxQpSolution& s) {
    double share = 1.0;
    int blocking = -1;
    for (std::size_t i = 0; i < free.size(); ++i) {
        const int j = free[i];
        const double move = step[int(i)];
        const double room = move > 0.0 ? qp.high[j] - s.point[j] : s.point[j] - qp.low[j];
        if (std::abs(move) * share > room) {
            share = std::max(room, 0.0) / std::abs(move);
            blocking = j;
            s.side[std::size_t(j)] = 0;
        }
    }
    for (std::size_t i = 0; i < free.size(); ++i) s.point[free[i]] += share * step[int(i)];
    if (blocking < 0) return false;
    int index = int(std::find(free.begin(), free.end(), blocking) - free.begin());
    s.side[std::size_t(blocking)] = step[index] > 0.0 ? 1 : -1;
    s.point[blocking] = step[index] > 0.0 ? qp.high[blocking] : qp.low[blocking];
    return true;
}

/// The bound whose residual pulls away from it the most; −1 if none does.
int wrongly_bound(const BoxQp& qp, const BoxQpSolution& s, double noise) {
    int worst = -1;
    double largest = noise;
    for (std::size_t i = 0; i < s.side.size(); ++i) {
        if (s.side[i] == 0 || qp.low[int(i)] == qp.high[int(i)]) continue;
        const double pull = -s.side[i] * s.residual[int(i)];
        if (pull > largest) {
            largest = pull;
            worst = int(i);
        }
    }
    return worst;
}

/// Redundant contacts: moves along directions that change no acceleration, away from bounds that need not be met.
void move_inside(const BoxQp& qp, double noise, BoxQpSolution& s) {
    std::vector<int> members;
    for (std::size_t i = 0; i < s.side.size(); ++i) {
        if (qp.low[int(i)] < qp.high[int(i)] && std::abs(s.residual[int(i)]) <= noise) members.push_back(int(i));
    }
    if (members.size() < 2) return;
    const MatrixXd g = submatrix(qp.matrix, members);
    const auto [values, vectors] = eigenpairs(g);
    const double zero = redundant_pivot * std::max(values.cwiseAbs().maxCoeff(), 1e-300);
    std::vector<int> null;
    for (int i = 0; i < g.rows(); ++i) {
        if (values[i] <= zero) null.push_back(i);
    }
    if (null.empty()) return;
    MatrixXd directions(g.rows(), int(null.size()));
    for (std::size_t i = 0; i < null.size(); ++i) directions.col(int(i)) = vectors.col(null[i]);
    for (std::size_t round = 0; round < members.size(); ++round) {
        // Project "away from every bound met" onto the moves that push against none of them.
        std::vector<int> met;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (s.side[std::size_t(members[i])] != 0) met.push_back(int(i));
        }
        if (met.empty()) return;
        MatrixXd rows(int(met.size()), directions.cols());  // side·move of each bound met must not be positive
        for (std::size_t i = 0; i < met.size(); ++i) {
            rows.row(int(i)) = s.side[std::size_t(members[std::size_t(met[i])])] * directions.row(met[i]);
        }
        const VectorXd wish = -rows.colwise().sum().transpose();
        // The projection's multipliers μ ≥ 0 minimise ½|wish − rowsᵀμ|².
        BoxQp dual{rows * rows.transpose(), rows * wish, VectorXd::Zero(int(met.size())),
                   VectorXd::Constant(int(met.size()), std::numeric_limits<double>::infinity())};
        BoxQpSolution projection;
        solve(dual, 1.0, projection);
        const VectorXd move = wish - rows.transpose() * projection.point;
        const VectorXd along = directions * move;
        double room = std::numeric_limits<double>::infinity();
        bool leaves = false;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const int j = members[i];
            const int side = s.side[std::size_t(j)];
            if (side != 0) {
                leaves = leaves || side * along[int(i)] < -1e-9;
                continue;
            }
            if (along[int(i)] > 0.0) room = std::min(room, (qp.high[j] - s.point[j]) / along[int(i)]);
            if (along[int(i)] < 0.0) room = std::min(room, (qp.low[j] - s.point[j]) / along[int(i)]);
        }
        if (!leaves) return;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const int j = members[i];
            const int side = s.side[std::size_t(j)];
            const double most = side == 0 ? std::numeric_limits<double>::infinity()
                                          : (qp.high[j] - qp.low[j]) / std::max(std::abs(along[int(i)]), 1e-300);
            room = std::min(room, most);
        }
        const double step = std::isfinite(room) ? 0.5 * room : 1.0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const int j = members[i];
            int& side = s.side[std::size_t(j)];
            if (side != 0 && !(side * along[int(i)] < -1e-9)) continue;
            s.point[j] += step * along[int(i)];
            side = 0;
        }
    }
}

/// One contact: the zero of its residual, or the bound before it.
void solve_single(const BoxQp& qp, BoxQpSolution& s) {
    const double g = qp.matrix(0, 0);
    const double b = qp.vector[0];
    const double wanted = b / g;
    int side = wanted > qp.high[0] ? 1 : (wanted < qp.low[0] ? -1 : 0);
    if (qp.low[0] == qp.high[0]) side = 1;
    s.point.resize(1);
    s.residual.resize(1);
    s.point[0] = side > 0 ? qp.high[0] : (side < 0 ? qp.low[0] : wanted);
    s.residual[0] = side != 0 ? b - g * s.point[0] : 0.0;
    s.side.assign(1, side);
}

}  // namespace

void solve(const BoxQp& qp, double scale, BoxQpSolution& s) {
    const int size = static_cast<int>(qp.vector.size());
    if (size == 1 && qp.matrix(0, 0) > 0.0) {
        solve_single(qp, s);
        return;
    }
    s.point = VectorXd::Zero(size).cwiseMax(qp.low).cwiseMin(qp.high);
    s.side.assign(std::size_t(size), 0);
    for (int i = 0; i < size; ++i) {
        if (qp.low[i] == qp.high[i]) s.side[std::size_t(i)] = 1;
    }
    const double noise = smallest_residual * std::max(scale, std::numeric_limits<double>::min());
    const int most_rounds = 60 * (size + 1);
    for (int round = 0; round < most_rounds; ++round) {
        const std::vector<int> free = free_ones(s.side);
        s.residual = qp.vector - qp.matrix * s.point;
        if (!free.empty()) {
            VectorXd right(int(free.size()));
            for (std::size_t i = 0; i < free.size(); ++i) right[int(i)] = s.residual[free[i]];
            VectorXd step;
            least_squares(submatrix(qp.matrix, free), right, redundant_pivot, step);
            if (advance_to_bound(qp, free, step, s)) continue;
            s.residual = qp.vector - qp.matrix * s.point;
        }
        const int wrong = wrongly_bound(qp, s, noise);
        if (wrong < 0) break;
        s.side[std::size_t(wrong)] = 0;
    }
    for (int i = 0; i < size; ++i) {
        if (s.side[std::size_t(i)] == 0) s.residual[i] = 0.0;
    }
    move_inside(qp, noise, s);
}

}  // namespace stickslip::structure
