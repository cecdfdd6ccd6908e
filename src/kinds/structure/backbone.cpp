// Free and forced motions of a combination of degrees of freedom, for backbone curves.

#include "backbone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "combination.hpp"
#include "equivalent_motion.hpp"
#include "extremes.hpp"
#include "neighbour_search.hpp"
#include "phase_view.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "studies/free_motion.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

using std::numbers::pi;

/// The only degree of freedom, or the one that was named.
Combination followed(const Structure& s, const std::string& of) {
    if (of.empty() && s.size() > 1) {
        throw std::invalid_argument("say which of the " + std::to_string(s.size()) +
                                    " degrees of freedom is followed, by number or by name, or the difference of two");
    }
    return combination(s, of.empty() ? "1" : of, "the quantity that is followed");
}

VectorXd constant_force(const Structure& s) {
    VectorXd force = VectorXd::Zero(static_cast<int>(s.size()));
    for (const DirectedLoad& load : s.loads) force += load.load.constant * as_vector(load.direction);
    return force;
}

/// The least of ½xᵀKx − fᵀx; NaN where there is none.
double least_energy(const DenseStructure& s, const VectorXd& force) {
    if (force.isZero(0.0)) return 0.0;
    const VectorXd x = Eigen::CompleteOrthogonalDecomposition<MatrixXd>(s.stiffness).solve(force);
    constexpr double rounding = 1e-9;  // of the force
    if ((s.stiffness * x - force).norm() > rounding * force.norm()) return undefined_value;
    return -0.5 * force.dot(x);
}

/// A combination of degrees of freedom after all records have ended.
class StructurePath final : public FreeMotion {
public:
    StructurePath(const StructureTrajectory& path, Eigen::RowVectorXd row, double from)
        : path_(path),
          s_(path.library->structure),
          row_(std::move(row)),
          force_(constant_force(*path.structure)),
          least_(least_energy(s_, force_)),
          times_{from} {
        for (const StructurePhase& phase : path.phases) {
            const double end = std::min(phase.start.value() + phase.duration, path.end_time());
            if (end > times_.back()) add_up_to(end, PhaseView(*path.library, phase).fastest_rate());
        }
    }

    [[nodiscard]] const std::vector<double>& times() const override { return times_; }

    [[nodiscard]] std::vector<At> at(std::span<const double> times) const override {
        std::vector<At> values;
        for (const StructureSample& sample : path_.at(times)) {
            values.push_back({row_.dot(as_vector(sample.position)), row_.dot(as_vector(sample.velocity))});
        }
        return values;
    }

    [[nodiscard]] double energy(double time) const override {
        const StructureSample now = path_.at(time);
        const VectorXd x = as_vector(now.position);
        return stored_energy(s_, x, as_vector(now.velocity), as_vector(now.deflection)) - force_.dot(x) - least_;
    }

private:
    /// Equal steps from the last time. Between two of them no mode turns by more than 0.4 rad.
    void add_up_to(double time, double rate) {
        constexpr double angle = 0.4;
        const double from = times_.back();
        const double steps = std::max(1.0, std::ceil((time - from) * rate / angle));
        for (double k = 1.0; k < steps; k += 1.0) times_.push_back(from + (time - from) * k / steps);
        times_.push_back(time);
    }

    const StructureTrajectory& path_;
    const DenseStructure& s_;
    Eigen::RowVectorXd row_;
    VectorXd force_;
    double least_;
    std::vector<double> times_;
};

/// Where row·x stays if every contact that holds at the end holds for good: the balance of what may still move. NaN
/// while a contact slides, and where nothing but inertia decides.
double residual_of(const StructureTrajectory& path, const Eigen::RowVectorXd& row) {
    const DenseStructure& s = path.library->structure;
    const StructureSample last = path.at(path.end_time());
    MatrixXd stiffness = s.stiffness;
    VectorXd force = constant_force(*path.structure) - s.stiffness * as_vector(last.position);
    std::vector<int> held;
    for (int j = 0; j < s.contacts(); ++j) {
        const ContactState& state = last.contacts[std::size_t(j)];
        if (s.is_compliant(j) && state.phase != ContactPhase::open) {
            stiffness += s.normal_stiffness[j] * s.normals.col(j) * s.normals.col(j).transpose();
            force += s.normal_force(j, as_vector(last.position)) * s.normals.col(j);
        }
        const bool is_there =
            s.friction_factor[j] > 0.0 || path.structure->contacts[std::size_t(j)].static_bound.value_or(
                                              path.structure->contacts[std::size_t(j)].bound) > 0.0;
        if (!is_there || state.phase == ContactPhase::open) continue;
        if (state.phase == ContactPhase::slide) return undefined_value;
        if (!s.is_elastic(j)) {
            held.push_back(j);
            continue;
        }
        const VectorXd w = s.directions.col(j);
        stiffness += s.contact_stiffness[j] * w * w.transpose();
        force -= s.contact_stiffness[j] * last.deflection[std::size_t(j)] * w;
    }
    MatrixXd directions(s.size, static_cast<int>(held.size()));
    for (std::size_t k = 0; k < held.size(); ++k) directions.col(static_cast<int>(k)) = s.directions.col(held[k]);
    MatrixXd free = MatrixXd::Identity(s.size, s.size);
    if (!held.empty()) free = Eigen::FullPivLU<MatrixXd>(directions.transpose()).kernel();
    if (free.isZero(0.0)) return row.dot(as_vector(last.position));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(free.transpose() * stiffness * free);
    constexpr double nothing = 1e-12;  // of the largest stiffness
    double moved = 0.0;
    for (int i = 0; i < solver.eigenvalues().size(); ++i) {
        const VectorXd mode = free * solver.eigenvectors().col(i);
        if (solver.eigenvalues()[i] > nothing * stiffness.norm()) {
            moved += row.dot(mode) * mode.dot(force) / solver.eigenvalues()[i];
        } else if (std::abs(row.dot(mode)) > nothing * row.norm() * mode.norm()) {
            return undefined_value;
        }
    }
    return row.dot(as_vector(last.position)) + moved;
}

void require_surfaces_at_rest(const Structure& s) {
    for (std::size_t j = 0; j < s.contacts.size(); ++j) {
        if (s.contacts[j].surface_velocity == 0.0) continue;
        throw std::invalid_argument("a free decay needs surfaces at rest; that of contact " + contact_name(s, j) +
                                    " moves");
    }
}

/// Leaves out what varies for ever. @return when the last record ends
double leave_out_loads(Structure& s) {
    double end = 0.0;
    for (DirectedLoad& load : s.loads) {
        load.load.harmonics.clear();
        if (load.load.record) end = std::max(end, load.load.record->times.back());
    }
    return end;
}

StructureState furthest_of_steady_state(const Case& problem, const Eigen::RowVectorXd& row) {
    const StructureSteadyState s = steady_state(problem.structure, problem.start, {.with_coexisting = false});
    if (!s.cycle || s.regime == Regime::chaotic) {
        throw std::invalid_argument("the case has no steady cycle from which the load could be cut off");
    }
    if (std::ranges::any_of(problem.structure.contacts, [](const Contact& c) { return c.normal.has_value(); })) {
        throw std::invalid_argument(
            "a load cannot be cut off in the steady state while a normal force goes on to vary");
    }
    const StructureSample at = s.cycle->at(time_of_highest(*s.cycle, row, row * as_vector(s.drift)));
    return {at.position, at.velocity, at.deflection};
}

/// 100 periods of the slowest mode that moves.
double usual_length(const Structure& s) {
    for (const double rate : natural_frequencies(s.mass, s.stiffness)) {
        if (rate > 0.0) return 2.0 * pi * usual_natural_periods / rate;
    }
    throw std::invalid_argument("nothing says how long the free motion is followed: no spring holds the structure");
}

class StructureForcedMotion final : public ForcedMotion {
public:
    explicit StructureForcedMotion(std::string of) : of_(std::move(of)) {}

    [[nodiscard]] ForcedPoint at(const CaseDocument& document) override {
        const Case problem = read_case(document);
        const Eigen::RowVectorXd row = followed(problem.structure, of_).row(problem.structure.size());
        const ReferenceLoad load = reference_load(problem.structure);
        before_ = search_.at(problem, before_.cycle ? &before_ : nullptr);
        return equivalent_motion(before_, row, load);
    }

private:
    std::string of_;
    NeighbourSearch search_{{}};
    StructureSteadyState before_;
};

}  // namespace

FreeDecay structure_decay(const CaseDocument& document, const DecayRequest& request) {
    Case problem = read_case(document);
    const Combination combination = followed(problem.structure, request.of);
    const Eigen::RowVectorXd row = combination.row(problem.structure.size());
    require_surfaces_at_rest(problem.structure);
    if (request.is_from_steady) problem.start = furthest_of_steady_state(problem, row);
    const double from = leave_out_loads(problem.structure);
    const std::optional<double> asked = request.until ? request.until : problem.run.until;
    const double end = asked ? *asked : from + usual_length(problem.structure);
    if (!(end > from)) throw std::invalid_argument("the free motion begins only where the record ends");
    const StructureTrajectory path = simulate(problem.structure, problem.start, end);
    FreeDecay decay{.of = combination.words, .end_time = path.end_time()};
    decay.turns = turns_of(StructurePath(path, row, from));
    const std::vector<double> last = path.at(path.end_time()).velocity;
    const std::vector<double> largest = peaks(path).velocity;
    constexpr double rest = 1e-12;  // of the largest velocity
    decay.is_at_rest = as_vector(last).cwiseAbs().maxCoeff() <= rest * as_vector(largest).maxCoeff();
    decay.residual = residual_of(path, row);
    return decay;
}

std::unique_ptr<ForcedMotion> structure_forced_motion(const CaseDocument& document, const std::string& of) {
    const Structure structure = read_case(document).structure;
    static_cast<void>(followed(structure, of));
    if (has_normal_springs(structure)) {
        throw std::invalid_argument(
            "an equivalent damping needs normal forces that do not depend on the motion: with a normal_stiffness no "
            "elastic "
            "energy belongs to an amplitude");
    }
    return std::make_unique<StructureForcedMotion>(of);
}

}  // namespace stickslip::structure
