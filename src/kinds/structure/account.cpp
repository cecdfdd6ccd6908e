// Where the energy went, and the extremes of a motion.

#include <algorithm>
#include <cmath>

#include "extremes.hpp"
#include "over_phase.hpp"
#include "phase_view.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// The velocity of what rubs: g, or the slider's u = g − z′ in an elastic contact.
double path_of(const DenseStructure& s, int j, const VectorXd& moved, double duration, double stretched) {
    return s.directions.col(j).dot(moved) - s.surface_velocity[j] * duration - stretched;
}

/// By how much a slider jumps at the end of a phase, because its normal force drops at once: z before − z after.
double jump_after(const StructureTrajectory& path, const StructurePhase* phase, const VectorXd& z, int j) {
    const bool is_last = phase == &path.phases.back();
    const DenseStructure& s = path.library->structure;
    if (is_last || !s.is_elastic(j)) return 0.0;
    const double jump = z[j] - (phase + 1)->deflection[std::size_t(j)];
    constexpr double rounding = 1e-9;  // of z; the same number computed twice differs by less
    return std::abs(jump) > rounding * std::abs(z[j]) ? jump : 0.0;
}

}  // namespace

StructureEnergy energy_balance(const StructureTrajectory& path) {
    const DenseStructure& s = path.library->structure;
    StructureEnergy energy;
    energy.friction.assign(std::size_t(s.contacts()), 0.0);
    for (const StructurePhase& phase : path.phases) {
        const PhaseView view(*path.library, phase);
        over_phase(phase.duration, view.fastest_rate(), [&](double tau, double weight) {
            view.move_to(tau);
            const VectorXd v = view.velocity();
            const VectorXd r = view.friction();
            energy.input += weight * (view.load().dot(v) - r.dot(s.surface_velocity));
            energy.damping += weight * v.dot(s.damping * v);
            for (int j = 0; j < s.contacts(); ++j) {
                if (phase.contacts[std::size_t(j)].phase != ContactPhase::slide) continue;
                const double g = s.directions.col(j).dot(v) - s.surface_velocity[j];
                energy.friction[std::size_t(j)] += weight * r[j] * g;
            }
        });
        view.move_to(phase.duration);
        const VectorXd z = view.deflection();
        for (int j = 0; j < s.contacts(); ++j) {  // ∫ r·z′ while it slides is stored, not lost
            if (!s.is_elastic(j) || phase.contacts[std::size_t(j)].phase != ContactPhase::slide) continue;
            const double first = phase.deflection[std::size_t(j)];
            energy.friction[std::size_t(j)] -= 0.5 * s.contact_stiffness[j] * (z[j] - first) * (z[j] + first);
        }
        for (int j = 0; j < s.contacts(); ++j) {
            const double jump = jump_after(path, &phase, z, j);
            energy.friction[std::size_t(j)] += 0.5 * s.contact_stiffness[j] * jump * (2.0 * z[j] - jump);
        }
    }
    const StructurePhase& first = path.phases.front();
    const StructureSample last = path.at(path.end);
    energy.initial =
        stored_energy(s, as_vector(first.position), as_vector(first.velocity), as_vector(first.deflection));
    energy.stored = stored_energy(s, as_vector(last.position), as_vector(last.velocity), as_vector(last.deflection)) -
                    energy.initial;
    energy.imbalance = energy.input - energy.damping - energy.stored;
    for (const double lost : energy.friction) energy.imbalance -= lost;
    return energy;
}

StructurePeaks peaks(const StructureTrajectory& path) {
    const DenseStructure& s = path.library->structure;
    const auto n = std::size_t(s.size);
    std::vector<Extent> ranges(2 * n);
    VectorXd slip = VectorXd::Zero(s.contacts());
    for (const StructurePhase& phase : path.phases) {
        const PhaseView view(*path.library, phase);
        std::vector<Followed> all;
        for (const int order : {0, 1}) {
            for (int i = 0; i < s.size; ++i) all.push_back({position_function(s, view.motion(), i), order});
        }
        include_phase(view.motion(), phase.duration, all, ranges);
        view.move_to(phase.duration);
        const VectorXd moved = view.position() - as_vector(phase.position);
        const VectorXd z = view.deflection();
        for (int j = 0; j < s.contacts(); ++j) {
            slip[j] += std::abs(jump_after(path, &phase, z, j));
            const ContactState& state = phase.contacts[std::size_t(j)];
            if (state.phase != ContactPhase::slide) continue;
            slip[j] += state.direction * path_of(s, j, moved, phase.duration, z[j] - phase.deflection[std::size_t(j)]);
        }
    }
    StructurePeaks peaks;
    for (std::size_t i = 0; i < n; ++i) {
        peaks.position.push_back(ranges[i].largest());
        peaks.velocity.push_back(ranges[n + i].largest());
    }
    peaks.total_slip = as_list(slip);
    return peaks;
}

}  // namespace stickslip::structure
