#include "phase_view.hpp"

#include "vectors.hpp"

namespace stickslip::structure {
namespace {

VectorXd at_now(const PhaseMotion& motion, const Coefficients& rows) {
    return rows * Eigen::Map<const VectorXd>(motion.basis(0), rows.cols());
}

/// The sliding bounds of all contacts; of those whose normal force the motion decides, that follows it.
VectorXd bounds_now(const DenseStructure& s, const PhaseMotion& motion) {
    VectorXd bounds = at_now(motion, motion.signals().bounds);
    if (motion.flow().closed.empty()) return bounds;
    const VectorXd n = normal_forces(s, motion);
    for (const int j : motion.flow().closed) bounds[j] = s.friction_factor[j] * n[j];
    return bounds;
}

}  // namespace

PhaseView::PhaseView(PhaseLibrary& library, const StructurePhase& phase)
    : structure_(library.structure),
      motion_(library.structure, library.signals, library.flow(phase.contacts), library.signals.from(phase.start),
              {phase.start, as_vector(phase.position), as_vector(phase.velocity), as_vector(phase.deflection),
               phase.contacts}) {}

double stored_energy(const DenseStructure& s, const VectorXd& x, const VectorXd& v, const VectorXd& z) {
    double twice = v.dot(s.mass * v) + x.dot(s.stiffness * x) + z.cwiseAbs2().dot(s.contact_stiffness);
    for (int j = 0; j < s.contacts() && s.has_normal_springs; ++j) {
        if (!s.is_compliant(j)) continue;
        const double n = std::max(s.normal_force(j, x), 0.0);
        twice += n * n / s.normal_stiffness[j];
    }
    return 0.5 * twice;
}

VectorXd normal_forces(const DenseStructure& s, const PhaseMotion& motion) {
    const VectorXd moved = motion.displacement();
    VectorXd n = VectorXd::Zero(s.contacts());
    for (const int j : motion.flow().closed) {
        n[j] = s.normal_force(j, motion.start().position) -
               s.normal_stiffness[j] * s.lift[std::size_t(j)].dot(moved.data());
    }
    return n;
}

VectorXd PhaseView::load() const { return at_now(motion_, motion_.signals().forces); }

VectorXd deflection(const DenseStructure& s, const PhaseMotion& motion) {
    const VectorXd moved = motion.displacement();
    const VectorXd bounds = bounds_now(s, motion);
    VectorXd z = VectorXd::Zero(s.contacts());
    for (int j = 0; j < z.size(); ++j) {
        if (!s.is_elastic(j)) continue;
        const ContactState& state = motion.start().contacts[std::size_t(j)];
        if (state.phase == ContactPhase::stick) {
            z[j] = motion.start().deflection[j] + s.directions.col(j).dot(moved) - s.surface_velocity[j] * motion.tau();
        } else if (state.phase == ContactPhase::slide) {
            z[j] = state.direction * bounds[j] / s.contact_stiffness[j];
        }
    }
    return z;
}

VectorXd deflection_rate(const DenseStructure& s, const PhaseMotion& motion) {
    const VectorXd velocity = motion.velocity();
    VectorXd slopes =
        motion.signals().bounds * Eigen::Map<const VectorXd>(motion.basis(1), motion.signals().bounds.cols());
    for (const int j : motion.flow().closed) {
        slopes[j] = s.bound_slope(j) * s.lift[std::size_t(j)].dot(velocity.data());
    }
    VectorXd rate = VectorXd::Zero(s.contacts());
    for (int j = 0; j < rate.size(); ++j) {
        if (!s.is_elastic(j)) continue;
        const ContactState& state = motion.start().contacts[std::size_t(j)];
        if (state.phase == ContactPhase::stick) rate[j] = s.directions.col(j).dot(velocity) - s.surface_velocity[j];
        if (state.phase == ContactPhase::slide) rate[j] = state.direction * slopes[j] / s.contact_stiffness[j];
    }
    return rate;
}

VectorXd friction(const DenseStructure& s, const PhaseMotion& motion) {
    const VectorXd bounds = bounds_now(s, motion);
    const VectorXd z = deflection(s, motion);
    VectorXd r = VectorXd::Zero(s.contacts());
    for (int j = 0; j < r.size(); ++j) {
        const ContactState& state = motion.start().contacts[std::size_t(j)];
        if (state.phase == ContactPhase::slide) r[j] = state.direction * bounds[j];
        if (state.phase == ContactPhase::stick && s.is_elastic(j)) r[j] = s.contact_stiffness[j] * z[j];
    }
    const PatternFlow& flow = motion.flow();
    if (flow.stuck.empty()) return r;
    const VectorXd held = flow.reaction * (at_now(motion, motion.held_forces()) - s.damping * motion.velocity() -
                                           flow.modes().stiffness * motion.displacement());
    for (std::size_t i = 0; i < flow.stuck.size(); ++i) r[flow.stuck[i]] = held[int(i)];
    return r;
}

}  // namespace stickslip::structure
