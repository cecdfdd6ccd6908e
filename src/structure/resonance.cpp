// A motion u(t) = Re(φ·ψ·e^{iωt}) that neither springs nor dampers resist can grow without limit. Friction allows that
// if the mean power of the load exceeds the one friction takes, mean(pᵀu) > mean(Σ boundⱼ·|wⱼᵀu|), for some ψ. The
// difference is convex and homogeneous in ψ, so its sign is found by going downhill on the unit sphere.

#include "resonance.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "pattern_flow.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::VectorXcd;

/// Frequencies that differ by less than this share are one.
constexpr double same_frequency = 1e-12;

/// What acts on the motions of one frequency that nothing but friction resists.
class Resonance {
public:
    Resonance(const Structure& structure, const MatrixXd& shapes, double frequency)
        : structure_(structure), frequency_(frequency), load_(VectorXcd::Zero(shapes.cols())) {
        for (const DirectedLoad& load : structure.loads) {
            const VectorXd felt = shapes.transpose() * as_vector(load.direction);
            if (frequency == 0.0) load_ += felt * load.load.constant;
            for (const Harmonic& h : load.load.harmonics) {
                if (frequency == 0.0 || !is_near(h.frequency.value())) continue;
                // a·sin(ωt + φ) = Re(−i·a·e^{iφ}·e^{iωt}); its mean product with Re(ψe^{iωt}) has a factor ½.
                load_ += felt * (0.5 * h.amplitude * Complex(std::sin(h.phase), -std::cos(h.phase)));
            }
        }
        for (const Contact& contact : structure.contacts)
            slips_.push_back(shapes.transpose() * as_vector(contact.direction));
    }

    [[nodiscard]] bool outgrows() const {
        if (load_.norm() == 0.0) return false;
        constexpr int most_steps = 400;
        constexpr double rounding = 1e-13;  // of the load
        VectorXcd psi = load_.normalized();
        double best = excess(psi);
        double step = 1.0;
        // One motion without phase, or with constant bounds: nothing to choose but its phase, which is the load's.
        const bool is_single = load_.size() == 1 && (frequency_ == 0.0 || !varies());
        for (int i = 0; i < most_steps && !is_single && best <= 0.0; ++i) {
            const VectorXcd trial = (psi + step * uphill(psi)).normalized();
            const double value = excess(trial);
            if (value > best) {
                best = value;
                psi = trial;
            } else {
                step *= 0.7;
            }
        }
        return best > rounding * load_.norm();
    }

private:
    [[nodiscard]] bool is_near(double frequency) const {
        return std::abs(frequency - frequency_) <= same_frequency * frequency_;
    }
    [[nodiscard]] bool varies() const {
        for (const Contact& contact : structure_.contacts) {
            if (contact.normal && contact.normal->ratio != 0.0) return true;
        }
        return false;
    }

    /// The mean of boundⱼ·|Re(s·e^{iωt})| over time.
    [[nodiscard]] double friction_power(const Contact& contact, Complex slip) const {
        const double mean = contact.normal ? contact.normal->mean : 1.0;
        const double share = frequency_ == 0.0 ? std::abs(slip.real()) : 2.0 / std::numbers::pi * std::abs(slip);
        if (!contact.normal || contact.normal->ratio == 0.0) return contact.bound * mean * share;
        constexpr int looks = 2048;
        const double w = contact.normal->frequency.value();
        const double order = frequency_ > 0.0 ? frequency_ / w : 0.0;
        constexpr int most_turns = 12;  // of the normal force until both repeat
        int turns = 1;
        while (turns < most_turns && std::abs(order * turns - std::nearbyint(order * turns)) > same_frequency) ++turns;
        double sum = 0.0;
        for (int i = 0; i < looks * turns; ++i) {
            const double angle = 2.0 * std::numbers::pi * (i + 0.5) / looks;
            const double normal = std::max(mean + contact.normal->ratio * std::sin(angle + contact.normal->phase), 0.0);
            const double speed =
                frequency_ == 0.0 ? std::abs(slip.real()) : std::abs((slip * std::polar(1.0, order * angle)).real());
            sum += normal * speed;
        }
        return contact.bound * sum / (looks * turns);
    }

    [[nodiscard]] double excess(const VectorXcd& psi) const {
        double value = load_.dot(psi).real();
        for (std::size_t j = 0; j < slips_.size(); ++j) {
            value -= friction_power(structure_.contacts[j], slips_[j].cast<Complex>().dot(psi));
        }
        return value;
    }

    [[nodiscard]] VectorXcd uphill(const VectorXcd& psi) const {
        constexpr double nudge = 1e-6;
        VectorXcd g(psi.size());
        for (int i = 0; i < psi.size(); ++i) {
            VectorXcd real = psi, imaginary = psi;
            real[i] += nudge;
            imaginary[i] += Complex(0.0, nudge);
            g[i] = {excess(real) - excess(psi), frequency_ == 0.0 ? 0.0 : excess(imaginary) - excess(psi)};
        }
        return g.norm() > 0.0 ? VectorXcd(g.normalized()) : g;
    }

    const Structure& structure_;
    double frequency_;
    VectorXcd load_;
    std::vector<VectorXd> slips_;
};

}  // namespace

bool outgrows_friction(const Structure& structure) {
    const DenseStructure s(structure);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(s.stiffness, s.mass);
    const VectorXd squares = modes.eigenvalues();
    const double zero = 8.0 * s.size * epsilon * squares.cwiseAbs().maxCoeff();
    const double damping_scale = s.damping.cwiseAbs().maxCoeff();
    for (int first = 0; first < s.size;) {
        int last = first + 1;
        const double square = squares[first] <= zero ? 0.0 : squares[first];
        while (last < s.size && squares[last] - squares[first] <= std::max(zero, 4.0 * same_frequency * square)) ++last;
        const MatrixXd shapes = modes.eigenvectors().middleCols(first, last - first);
        const MatrixXd damped = shapes.transpose() * s.damping * shapes;
        const Eigen::SelfAdjointEigenSolver<MatrixXd> losses(0.5 * (damped + damped.transpose()));
        int free = 0;
        const double none = 64.0 * s.size * epsilon * damping_scale * shapes.cwiseAbs2().sum();
        while (free < losses.eigenvalues().size() && losses.eigenvalues()[free] <= none) ++free;
        if (free > 0 &&
            Resonance(structure, shapes * losses.eigenvectors().leftCols(free), std::sqrt(square)).outgrows()) {
            return true;
        }
        first = last;
    }
    return false;
}

}  // namespace stickslip::structure
