#include "orbit_newton.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "kernel/orbit_rules.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// A motion closes if |r| ≤ closure·|ξ|.
constexpr double closure = 1e-12;
constexpr int most_newton_steps = 30;
constexpr int most_stalled_steps = 4;
/// Singular values of I − A below this share of the largest belong to motions that the start decides.
constexpr double neutral = 1e-12;

VectorXd solve(const MatrixXd& matrix, const VectorXd& right) {
    if (matrix.rows() == 0) return VectorXd::Zero(0);
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
    decomposition.setThreshold(neutral);
    decomposition.compute(matrix);
    return decomposition.solve(right);
}

/// The best of the motions that steps of Newton's method lead to, until they bring no more.
template <class Step>
Orbit improved(const Orbit& first, const Step& step_from) {
    Orbit best = first;
    Orbit now = first;
    int stalled = 0;
    for (int step = 0; step < most_newton_steps && stalled <= most_stalled_steps; ++step) {
        if (!now.mapped.is_complete || !std::isfinite(now.residual)) break;
        const std::optional<Orbit> next = step_from(now);
        if (!next) break;
        const bool is_over = best.closes() && !(next->residual < worth_another_step * best.residual);
        stalled = next->residual < stalled_share * best.residual ? 0 : stalled + 1;
        if (next->mapped.is_complete && next->residual < best.residual) best = *next;
        if (is_over) break;
        now = *next;
    }
    return best;
}

}  // namespace

bool Orbit::closes() const { return mapped.is_complete && residual <= closure * size; }

OrbitNewton::OrbitNewton(const PeriodMap& map, const EnergyCoordinates& energy) : map_(map), energy_(energy) {
    const DenseStructure& s = map.library().structure;
    const LocalSignals signals = map.library().signals.from({});
    const VectorXd force = signals.forces.cwiseAbs().rowwise().sum() + s.directions.cwiseAbs() * signals.bound_scale;
    push_ = std::sqrt(force.dot(s.mass_factor.solve(force)));
}

Orbit OrbitNewton::look(const Configuration& start, double duration) const {
    Orbit orbit{start, duration, map_.map(start, duration, PeriodMap::Derivative::with), 0.0, 0.0};
    if (start.contacts.empty()) orbit.start.contacts = orbit.mapped.end.contacts;
    const VectorXd r = residual_of(orbit);
    orbit.residual = r.norm();
    const StateLayout& layout = map_.layout();
    orbit.size = std::max({energy_.of(layout.state(start)).norm(), energy_.of(layout.state(orbit.mapped.end)).norm(),
                           push_ * duration / (2.0 * std::numbers::pi)});
    return orbit;
}

VectorXd OrbitNewton::residual_of(const Orbit& orbit) const {
    const StateLayout& layout = map_.layout();
    return energy_.of(layout.state(orbit.mapped.end) - layout.state(orbit.start));
}

OrbitNewton::Split OrbitNewton::split(const Orbit& orbit, bool is_cycle) const {
    MatrixXd exact = energy_.locked_offsets(map_.library().structure, orbit.mapped.contacts);
    if (is_cycle) {
        exact.conservativeResize(energy_.size(), exact.cols() + 1);
        exact.rightCols(1) = energy_.of(orbit.mapped.rates);
    }
    if (exact.cols() == 0) return {MatrixXd::Identity(energy_.size(), energy_.size()), exact};
    const Eigen::HouseholderQR<MatrixXd> decomposition(exact);
    const MatrixXd q = decomposition.householderQ();
    return {q.rightCols(energy_.size() - exact.cols()), q.leftCols(exact.cols())};
}

VectorXd OrbitNewton::newton_step(const Orbit& orbit) const {
    const Split s = split(orbit, false);
    const MatrixXd d = energy_.derivative(orbit.mapped.derivative);
    const MatrixXd matrix =
        MatrixXd::Identity(s.rest.cols(), s.rest.cols()) - s.rest.transpose() * d * s.rest;  // I − A
    const VectorXd y = solve(matrix, s.rest.transpose() * residual_of(orbit));
    const VectorXd later = s.rest * solve(matrix, y);
    const VectorXd coordinates = s.rest * y - s.exact * (s.exact.transpose() * (d * later));
    VectorXd step = energy_.state(coordinates);
    const MatrixXd& free = energy_.free_positions();
    if (free.cols() > 0) {
        const int n = map_.layout().degrees;
        const VectorXd shifted = (orbit.mapped.derivative * energy_.state(later)).head(n);
        step.head(n) -= free * (free.transpose() * shifted);
    }
    return step;
}

/// Contacts that ended the map at rest begin the next one at rest.
Configuration OrbitNewton::moved(const Orbit& orbit, const VectorXd& step) const {
    Configuration next = orbit.start;
    map_.layout().set(map_.layout().state(orbit.start) + step, next);
    next.contacts = orbit.mapped.end.contacts;
    return next;
}

Orbit OrbitNewton::close(const Configuration& start, double duration) const {
    return improved(look(start, duration), [&](const Orbit& now) -> std::optional<Orbit> {
        return look(moved(now, newton_step(now)), duration);
    });
}

Orbit OrbitNewton::close_monotone(const Configuration& start, double duration) const {
    Orbit now = look(start, duration);
    double lambda = now.size > 0.0 ? now.residual / now.size : 1.0;
    const MatrixXd identity = MatrixXd::Identity(energy_.size(), energy_.size());
    for (int step = 0; step < proximal::most_steps && now.mapped.is_complete && !now.closes(); ++step) {
        const MatrixXd monotone = (1.0 + lambda) * identity - energy_.derivative(now.mapped.derivative);
        const VectorXd move = monotone.partialPivLu().solve(residual_of(now));
        const Orbit next = look(moved(now, energy_.state(move)), duration);
        const bool has_halved = next.residual <= proximal::halved * now.residual;
        const VectorXd left = lambda * move - residual_of(next);
        const bool is_proximal = left.norm() <= proximal::share_left * lambda * move.norm();
        if (!has_halved && !is_proximal) {
            lambda *= proximal::tighten;
            continue;
        }
        const double before = now.residual;
        now = has_halved ? next : look(moved(now, energy_.state(residual_of(next) / lambda)), duration);
        lambda *= std::min(proximal::relax, now.residual / before);
    }
    return now.closes() ? close(now.start, duration) : now;
}

Orbit OrbitNewton::close_cycle(const Configuration& start, double duration) const {
    return improved(look(start, duration), [&](const Orbit& now) -> std::optional<Orbit> {
        // (I − D)·δ − f·δT = r with δ orthogonal to the flow f and to offsets that stay.
        const Split s = split(now, true);
        const MatrixXd d = energy_.derivative(now.mapped.derivative);
        MatrixXd matrix(energy_.size(), s.rest.cols() + 1);
        matrix.leftCols(s.rest.cols()) = s.rest - d * s.rest;
        matrix.rightCols(1) = -energy_.of(now.mapped.rates);
        const VectorXd solution = solve(matrix, residual_of(now));
        const double stretched = now.duration + solution[s.rest.cols()];
        if (!(stretched > 0.25 * duration && stretched < 4.0 * duration)) return std::nullopt;  // lost
        return look(moved(now, energy_.state(s.rest * solution.head(s.rest.cols()))), stretched);
    });
}

std::vector<std::complex<double>> OrbitNewton::multipliers(const Orbit& orbit, bool is_cycle) const {
    const Split s = split(orbit, is_cycle);
    const MatrixXd a = s.rest.transpose() * energy_.derivative(orbit.mapped.derivative) * s.rest;
    if (a.rows() == 0) return {};
    const Eigen::EigenSolver<MatrixXd> solver(a, false);
    return {solver.eigenvalues().data(), solver.eigenvalues().data() + a.rows()};
}

VectorXd OrbitNewton::drift(const Orbit& orbit) const {
    const MatrixXd& free = energy_.free_positions();
    return free * (free.transpose() * (orbit.mapped.end.position - orbit.start.position));
}

}  // namespace stickslip::structure
