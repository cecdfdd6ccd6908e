#include "orbit_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

using Factor = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

Factor factor_of(const MatrixXd& matrix) {
    Factor factor;
    factor.setThreshold(neutral);
    factor.compute(matrix);
    return factor;
}

struct NextOrbit {
    Orbit orbit;
    bool is_final = false;  ///< no further step brings it nearer
};

/// The best of the motions that steps of Newton's method lead to, until they bring no more.
template <class Step>
Orbit improved(const Orbit& first, const Step& step_from) {
    Orbit best = first;
    Orbit now = first;
    int stalled = 0;
    for (int step = 0; step < most_newton_steps && stalled <= most_stalled_steps; ++step) {
        if (!now.mapped.is_complete || !std::isfinite(now.residual)) break;
        std::optional<NextOrbit> found = step_from(now);
        if (!found) break;
        Orbit& next = found->orbit;
        const bool is_over = best.closes() && !(next.residual < worth_another_step * best.residual);
        stalled = next.residual < stalled_share * best.residual ? 0 : stalled + 1;
        if (next.mapped.is_complete && next.residual < best.residual) best = next;
        if (is_over || (found->is_final && best.closes())) break;
        now = std::move(next);
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

VectorXd OrbitNewton::residual_of(const Configuration& start, const MappedState& mapped) const {
    const StateLayout& layout = map_.layout();
    return energy_.of(layout.state(mapped.end) - layout.state(start));
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

class OrbitNewton::Steps {
public:
    Steps(const OrbitNewton& newton, const Orbit& orbit)
        : energy_(newton.energy_), derivative_(orbit.mapped.derivative), split_(newton.split(orbit, false)) {
        const auto size = split_.rest.cols();
        if (split_.exact.cols() > 0) {
            d_ = energy_.derivative(derivative_);
            matrix_ = MatrixXd::Identity(size, size) - split_.rest.transpose() * d_ * split_.rest;
        } else {
            matrix_ = MatrixXd::Identity(size, size) - energy_.derivative(derivative_);
        }
        if (size > 0) factor_ = factor_of(matrix_);  // I − A
    }

    /// The step for a residual in energy coordinates.
    [[nodiscard]] VectorXd from(const VectorXd& residual) const {
        const bool is_exact = split_.exact.cols() > 0;
        const VectorXd y = solved(is_exact ? VectorXd(split_.rest.transpose() * residual) : residual);
        const MatrixXd& free = energy_.free_positions();
        if (!is_exact && free.cols() == 0) return energy_.state(y);
        const VectorXd later = split_.rest * solved(y);
        VectorXd coordinates = split_.rest * y;
        if (is_exact) coordinates -= split_.exact * (split_.exact.transpose() * (d_ * later));
        VectorXd step = energy_.state(coordinates);
        if (free.cols() > 0) {
            const auto n = free.rows();
            const VectorXd shifted = (derivative_ * energy_.state(later)).head(n);
            step.head(n) -= free * (free.transpose() * shifted);
        }
        return step;
    }

private:
    [[nodiscard]] VectorXd solved(const VectorXd& right) const {
        return matrix_.rows() == 0 ? VectorXd::Zero(0) : VectorXd(factor_.solve(right));
    }

    const EnergyCoordinates& energy_;
    const MatrixXd& derivative_;
    Split split_;
    MatrixXd d_, matrix_;
    Factor factor_;
};

/// Contacts that ended the map at rest begin the next one at rest.
Configuration OrbitNewton::moved(const Configuration& start, const MappedState& mapped, const VectorXd& step) const {
    Configuration next = start;
    map_.layout().set(map_.layout().state(start) + step, next);
    next.contacts = mapped.end.contacts;
    return next;
}

/// Goes on with the same derivative, which makes a step cost a few times less, as long as that leads on.
Configuration OrbitNewton::approached(const Steps& steps, Configuration next, double duration, double size) const {
    constexpr int most_steps = 4;
    constexpr double rounding = 1e-16;  // of the size of an orbit
    Configuration best = next;
    double least = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps; ++step) {
        const MappedState mapped = map_.map(next, duration, PeriodMap::Derivative::without);
        if (!mapped.is_complete) break;
        const VectorXd residual = residual_of(next, mapped);
        const double length = residual.norm();
        if (!(length < 0.5 * least)) break;
        least = length;
        best = next;
        if (length <= rounding * size) break;
        next = moved(next, mapped, steps.from(residual));
    }
    return best;
}

Orbit OrbitNewton::close(const Configuration& start, double duration, Finish finish) const {
    constexpr double near = 1e-4;  // of its size, from where a derivative serves for several steps
    return improved(look(start, duration), [&](const Orbit& now) -> std::optional<NextOrbit> {
        const Steps steps(*this, now);
        Configuration next = moved(now.start, now.mapped, steps.from(residual_of(now)));
        const bool is_near = finish == Finish::closed && now.residual <= near * now.size;
        if (is_near) next = approached(steps, std::move(next), duration, now.size);
        return NextOrbit{look(next, duration), is_near};
    });
}

Orbit OrbitNewton::close_monotone(const Configuration& start, double duration) const {
    Orbit now = look(start, duration);
    double lambda = now.size > 0.0 ? now.residual / now.size : 1.0;
    const MatrixXd identity = MatrixXd::Identity(energy_.size(), energy_.size());
    for (int step = 0; step < proximal::most_steps && now.mapped.is_complete && !now.closes(); ++step) {
        const MatrixXd monotone = (1.0 + lambda) * identity - energy_.derivative(now.mapped.derivative);
        const VectorXd move = monotone.partialPivLu().solve(residual_of(now));
        const Orbit next = look(moved(now.start, now.mapped, energy_.state(move)), duration);
        const bool has_halved = next.residual <= proximal::halved * now.residual;
        const VectorXd left = lambda * move - residual_of(next);
        const bool is_proximal = left.norm() <= proximal::share_left * lambda * move.norm();
        if (!has_halved && !is_proximal) {
            lambda *= proximal::tighten;
            continue;
        }
        const double before = now.residual;
        now =
            has_halved ? next : look(moved(now.start, now.mapped, energy_.state(residual_of(next) / lambda)), duration);
        lambda *= std::min(proximal::relax, now.residual / before);
    }
    return now.closes() ? close(now.start, duration) : now;
}

Orbit OrbitNewton::close_cycle(const Configuration& start, double duration) const {
    return improved(look(start, duration), [&](const Orbit& now) -> std::optional<NextOrbit> {
        // (I − D)·δ − f·δT = r with δ orthogonal to the flow f and to offsets that stay.
        const Split s = split(now, true);
        const MatrixXd d = energy_.derivative(now.mapped.derivative);
        MatrixXd matrix(energy_.size(), s.rest.cols() + 1);
        matrix.leftCols(s.rest.cols()) = s.rest - d * s.rest;
        matrix.rightCols(1) = -energy_.of(now.mapped.rates);
        const VectorXd solution = factor_of(matrix).solve(residual_of(now));
        const double stretched = now.duration + solution[s.rest.cols()];
        if (!(stretched > 0.25 * duration && stretched < 4.0 * duration)) return std::nullopt;  // lost
        const VectorXd step = energy_.state(s.rest * solution.head(s.rest.cols()));
        return NextOrbit{look(moved(now.start, now.mapped, step), stretched)};
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
