// What the equivalent linear oscillator of a steady motion has: the component at the load frequency, the losses, and
// the largest elastic energy about the middle of the cycle.

#include "equivalent_motion.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "extremes.hpp"
#include "over_phase.hpp"
#include "phase_view.hpp"
#include "vectors.hpp"
#include "zero_between.hpp"

namespace stickslip::structure {
namespace {

using std::numbers::pi;

/// c of row·x ≈ … + Im(c·exp(i(ωt + φ))) over the cycle, without its drift: twice the mean of row·x·i·exp(−i(ωt + φ)).
std::complex<double> component(const StructureSteadyState& s, const Eigen::RowVectorXd& row,
                               const ReferenceLoad& load) {
    const double length = s.cycle->end_time();
    const double drift = row.dot(as_vector(s.drift)) / length;
    const double origin = row.dot(as_vector(s.cycle->phases.front().position));  // a constant has no component
    std::complex<double> sum;
    for (const StructurePhase& phase : s.cycle->phases) {
        const PhaseView view(*s.cycle->library, phase);
        const double angle = reduced_phase(load.frequency, phase.start, load.phase);
        over_phase(phase.duration, view.fastest_rate() + load.frequency.value(), [&](double tau, double weight) {
            view.move_to(tau);
            const double x = row.dot(view.position()) - origin - drift * (phase.start.value() + tau);
            sum += weight * x * std::polar(1.0, -(angle + load.frequency.value() * tau));
        });
    }
    return std::complex<double>(0.0, 2.0) * sum / length;
}

/// Elastic energy about the middle of the cycle.
class ElasticEnergy {
public:
    explicit ElasticEnergy(const StructureSteadyState& s) : state_(s), s_(s.cycle->library->structure) {
        middle_ = 0.5 * (as_vector(s.x_max) + as_vector(s.x_min));
        drift_ = as_vector(s.drift) / s.cycle->end_time();
        std::vector<Extent> friction(std::size_t(s_.contacts()));
        for (const StructurePhase& phase : s.cycle->phases) {
            const PhaseView view(*s.cycle->library, phase);
            std::vector<Followed> all;
            for (int j = 0; j < s_.contacts(); ++j) all.push_back({friction_function(s_, view.motion(), j), 0});
            include_phase(view.motion(), phase.duration, all, friction);
        }
        deflection_ = VectorXd::Zero(s_.contacts());
        for (int j = 0; j < s_.contacts(); ++j) {
            const Extent& r = friction[std::size_t(j)];
            if (s_.is_elastic(j)) deflection_[j] = 0.5 * (r.high + r.low) / s_.contact_stiffness[j];
        }
    }

    /// The best of steps of 0.2 rad of the fastest rate, then the zero of its rate beside it.
    [[nodiscard]] double largest() const {
        constexpr double angle = 0.2;
        double best = 0.0;
        for (const StructurePhase& phase : state_.cycle->phases) {
            const PhaseView view(*state_.cycle->library, phase);
            const double steps = std::max(2.0, std::ceil(phase.duration * view.fastest_rate() / angle));
            double before = 0.0, rate_before = 0.0;
            for (double k = 0.0; k <= steps; k += 1.0) {
                const double tau = phase.duration * k / steps;
                const double rate = rate_at(view, phase, tau);
                best = std::max(best, value(view, phase, tau));
                if (k > 0.0 && rate_before > 0.0 && rate < 0.0) {
                    const auto rate_of = [&](double t) { return rate_at(view, phase, t); };
                    best = std::max(best, value(view, phase, zero_between(rate_of, before, tau, rate_before, rate)));
                }
                before = tau;
                rate_before = rate;
            }
        }
        return best;
    }

private:
    [[nodiscard]] VectorXd stretch(const PhaseView& view, const StructurePhase& phase, double tau) const {
        return view.position() - middle_ - drift_ * (phase.start.value() + tau);
    }

    [[nodiscard]] double value(const PhaseView& view, const StructurePhase& phase, double tau) const {
        view.move_to(tau);
        return stored_energy(s_, stretch(view, phase, tau), VectorXd::Zero(s_.size), view.deflection() - deflection_);
    }

    [[nodiscard]] double rate_at(const PhaseView& view, const StructurePhase& phase, double tau) const {
        view.move_to(tau);
        const VectorXd z = view.deflection() - deflection_;
        return stretch(view, phase, tau).dot(s_.stiffness * (view.velocity() - drift_)) +
               z.cwiseProduct(s_.contact_stiffness).dot(deflection_rate(s_, view.motion()));
    }

    const StructureSteadyState& state_;
    const DenseStructure& s_;
    VectorXd middle_, drift_, deflection_;
};

}  // namespace

ReferenceLoad reference_load(const Structure& s) {
    for (const DirectedLoad& load : s.loads) {
        for (const Harmonic& harmonic : load.load.harmonics) {
            const double sum = std::accumulate(load.direction.begin(), load.direction.end(), 0.0);
            const bool is_turned = harmonic.amplitude * sum < 0.0;
            return {harmonic.frequency, std::remainder(harmonic.phase + (is_turned ? pi : 0.0), 2.0 * pi)};
        }
    }
    throw std::invalid_argument("forced motion needs a load that repeats");
}

ForcedPoint equivalent_motion(const StructureSteadyState& s, const Eigen::RowVectorXd& row, const ReferenceLoad& load) {
    ForcedPoint point{.frequency = load.frequency.value(), .regime = s.regime};
    if (!s.cycle || !s.period) return point;
    const std::complex<double> c = component(s, row, load);
    point.amplitude = extent_over_cycle(*s.cycle, row, row.dot(as_vector(s.drift)), 0).half_width();
    point.fundamental = std::abs(c);
    if (point.fundamental > 0.0) point.phase_lag = -std::arg(c);
    if (point.phase_lag == -pi) point.phase_lag = pi;
    point.loss = s.damping_loss;
    for (const ContactCycle& contact : s.contacts) point.loss += contact.dissipated;
    point.energy = ElasticEnergy(s).largest();
    if (point.energy > 0.0) point.damping_ratio = point.loss / (4.0 * pi * point.energy);
    return point;
}

}  // namespace stickslip::structure
