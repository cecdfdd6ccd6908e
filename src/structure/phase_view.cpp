#include "phase_view.hpp"

#include "vectors.hpp"

namespace stickslip::structure {
PhaseView::PhaseView(PhaseLibrary& library, const StructurePhase& phase)
    : structure_(library.structure),
      motion_(library.structure, library.signals, library.flow(phase.contacts), library.signals.from(phase.start),
              {phase.start, as_vector(phase.position), as_vector(phase.velocity), as_vector(phase.deflection),
               phase.contacts}) {}

VectorXd PhaseView::at_now(const Coefficients& rows) const {
    return rows * Eigen::Map<const VectorXd>(motion_.basis(0), rows.cols());
}

VectorXd PhaseView::load() const { return at_now(motion_.signals().forces); }

VectorXd PhaseView::deflection() const {
    const VectorXd moved = motion_.displacement();
    const VectorXd bounds = at_now(motion_.signals().bounds);
    VectorXd z = VectorXd::Zero(structure_.contacts());
    for (int j = 0; j < z.size(); ++j) {
        if (!structure_.is_elastic(j)) continue;
        const ContactState& state = contacts()[std::size_t(j)];
        if (state.phase == ContactPhase::stick) {
            z[j] = motion_.start().deflection[j] + structure_.directions.col(j).dot(moved) -
                   structure_.surface_velocity[j] * motion_.tau();
        } else if (state.phase == ContactPhase::slide) {
            z[j] = state.direction * bounds[j] / structure_.contact_stiffness[j];
        }
    }
    return z;
}

VectorXd PhaseView::friction() const {
    const VectorXd bounds = at_now(motion_.signals().bounds);
    const VectorXd z = deflection();
    VectorXd r = VectorXd::Zero(structure_.contacts());
    for (int j = 0; j < r.size(); ++j) {
        const ContactState& state = contacts()[std::size_t(j)];
        if (state.phase == ContactPhase::slide) r[j] = state.direction * bounds[j];
        if (state.phase == ContactPhase::stick && structure_.is_elastic(j))
            r[j] = structure_.contact_stiffness[j] * z[j];
    }
    const PatternFlow& flow = motion_.flow();
    if (flow.stuck.empty()) return r;
    const VectorXd held = flow.reaction * (at_now(motion_.held_forces()) - structure_.damping * motion_.velocity() -
                                           flow.modes().stiffness * motion_.displacement());
    for (std::size_t i = 0; i < flow.stuck.size(); ++i) r[flow.stuck[i]] = held[int(i)];
    return r;
}

}  // namespace stickslip::structure
