// Where the energy went, and the extremes of a motion. The integrands are closed form; Gauss's rule with ten points
// over pieces of at most 1.5 rad of the fastest rate is exact to rounding: for a product of two such functions the
// remainder is below 3²⁰·(10!)⁴/(21·(20!)³)·2⁻²⁰ ≈ 10⁻¹⁹ of the integrand.

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "extremes.hpp"
#include "phase_view.hpp"
#include "stickslip/interruption.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr double panel_angle = 1.5;  // [rad]
constexpr int points = 10;
using Gauss = boost::math::quadrature::gauss<double, points>;

/// Calls `at(τ, weight)` at the points of Gauss's rule over [0, duration].
template <class At>
void over_phase(double duration, double fastest_rate, const At& at) {
    const double pieces = std::max(1.0, std::ceil(duration * fastest_rate / panel_angle));
    const double half = 0.5 * duration / pieces;
    for (double piece = 0.0; piece < pieces; piece += 1.0) {
        throw_if_interrupted();
        const double middle = (2.0 * piece + 1.0) * half;
        for (std::size_t i = Gauss::abscissa().size(); i-- > 0;)
            at(middle - half * Gauss::abscissa()[i], half * Gauss::weights()[i]);
        for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
            at(middle + half * Gauss::abscissa()[i], half * Gauss::weights()[i]);
        }
    }
}

double energy_of(const DenseStructure& s, const VectorXd& x, const VectorXd& v, const VectorXd& z) {
    return 0.5 * (v.dot(s.mass * v) + x.dot(s.stiffness * x) + z.cwiseAbs2().dot(s.contact_stiffness));
}

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
    energy.initial = energy_of(s, as_vector(first.position), as_vector(first.velocity), as_vector(first.deflection));
    energy.stored =
        energy_of(s, as_vector(last.position), as_vector(last.velocity), as_vector(last.deflection)) - energy.initial;
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
