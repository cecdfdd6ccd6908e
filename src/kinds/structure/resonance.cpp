// A free motion u that neither springs nor dampers resist grows without limit if the load feeds more into it than
// friction can take, mean(pᵀu′) > mean(Σ boundⱼ·|wⱼᵀu′|): docs/theory/structures.md, Eq. (9). Over all such modes φᵢ
// whose frequency is a whole multiple kᵢ of the load's, u′ = Σ φᵢ·(cᵢ·cos kᵢθ + sᵢ·sin kᵢθ), both sides are functions
// of ψ = (c, s): p·ψ, and the support function of the convex set Q of all that friction can do. The nearest point of Q
// to p decides; it is found by conditional gradients [FrankWolfe1956], which ask for nothing but the support function.

#include "resonance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "pattern_flow.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Frequencies that differ by less than this share are one.
constexpr double same_frequency = 1e-12;

/// The whole number that a frequency is of the load's, if it is one.
std::optional<int> order_of(double frequency, double load_frequency) {
    constexpr double largest = 1e6;
    const double order = load_frequency > 0.0 ? frequency / load_frequency : 0.0;
    if (frequency == 0.0) return 0;
    if (!(order > 0.5 && order < largest)) return std::nullopt;
    if (std::abs(order - std::nearbyint(order)) > 4.0 * same_frequency * order) return std::nullopt;
    return static_cast<int>(std::nearbyint(order));
}

/// What acts on all motions that nothing but friction resists and that repeat with the load.
class Resonance {
public:
    Resonance(const Structure& structure, double load_frequency)
        : structure_(structure), load_frequency_(load_frequency) {}

    void add(const MatrixXd& shapes, int order) {
        for (int i = 0; i < shapes.cols(); ++i) {
            add_wave(shapes.col(i), order, Wave::cosine);
            if (order > 0) add_wave(shapes.col(i), order, Wave::sine);
            if (outgrows_alone()) is_outgrown_ = true;
            ++modes_;
        }
    }

    [[nodiscard]] bool outgrows() const {
        if (is_outgrown_) return true;
        if (modes_ == 0 || (modes_ == 1 && !varies())) return false;
        return is_outside();
    }

private:
    enum class Wave { cosine, sine };
    /// A coordinate of ψ.
    struct Coordinate {
        int order;
        Wave wave;
        double load;     // mean of the load's force along it and its wave
        VectorXd slips;  // of each contact
    };

    void add_wave(const VectorXd& shape, int order, Wave wave) {
        Coordinate c{order, wave, 0.0, VectorXd(structure_.contacts.size())};
        for (const DirectedLoad& load : structure_.loads) {
            const double felt = shape.dot(as_vector(load.direction));
            if (order == 0) c.load += felt * load.load.constant;
            for (const Harmonic& h : load.load.harmonics) {
                if (order == 0 || order_of(h.frequency.value(), load_frequency_) != order) continue;
                c.load += 0.5 * felt * h.amplitude * (wave == Wave::cosine ? std::sin(h.phase) : std::cos(h.phase));
            }
        }
        for (std::size_t j = 0; j < structure_.contacts.size(); ++j) {
            c.slips[int(j)] = shape.dot(as_vector(structure_.contacts[j].direction));
        }
        coordinates_.push_back(std::move(c));
    }

    [[nodiscard]] bool varies() const {
        return std::ranges::any_of(structure_.contacts,
                                   [](const Contact& c) { return c.normal && c.normal->ratio != 0.0; });
    }

    /// The mode that was added last, by itself, with constant bounds: nothing to choose but its phase, which is the
    /// load's.
    [[nodiscard]] bool outgrows_alone() const {
        if (varies()) return false;
        const Coordinate& last = coordinates_.back();
        const double load =
            last.order == 0 ? std::abs(last.load) : std::hypot(last.load, (coordinates_.end() - 2)->load);
        double friction = 0.0;
        for (std::size_t j = 0; j < structure_.contacts.size(); ++j) {
            const Contact& contact = structure_.contacts[j];
            const double mean = contact.normal ? contact.normal->mean : 1.0;
            friction += contact.bound * mean * std::abs(last.slips[int(j)]);
        }
        if (last.order > 0) friction *= 2.0 / std::numbers::pi;
        return load > friction * (1.0 + rounding);
    }

    /// The values of each coordinate's wave at equal steps of a load period, a column each.
    [[nodiscard]] MatrixXd waves(const VectorXd& angles) const {
        MatrixXd all(angles.size(), int(coordinates_.size()));
        for (int c = 0; c < all.cols(); ++c) {
            const Coordinate& coordinate = coordinates_[std::size_t(c)];
            const auto turned = (coordinate.order * angles).array();
            if (coordinate.wave == Wave::cosine) all.col(c) = turned.cos();
            if (coordinate.wave == Wave::sine) all.col(c) = turned.sin();
        }
        return all;
    }

    [[nodiscard]] MatrixXd bounds(const VectorXd& angles) const {
        MatrixXd all(angles.size(), int(structure_.contacts.size()));
        for (int j = 0; j < all.cols(); ++j) {
            const Contact& contact = structure_.contacts[std::size_t(j)];
            all.col(j).setConstant(contact.bound * (contact.normal ? contact.normal->mean : 1.0));
            if (!contact.normal || contact.normal->ratio == 0.0) continue;
            const int order = order_of(contact.normal->frequency.value(), load_frequency_).value_or(0);
            const auto swing = (order * angles).array() + contact.normal->phase;
            all.col(j) = contact.bound * (contact.normal->mean + contact.normal->ratio * swing.sin()).max(0.0);
        }
        return all;
    }

    [[nodiscard]] bool is_outside() const {
        constexpr int fewest_looks = 4096;
        constexpr int looks_per_wave = 64;
        constexpr int most_steps = 2000;
        constexpr double near = 1e-7;  // of the load: on the border counts as inside
        int highest = 0;
        VectorXd load(int(coordinates_.size()));
        MatrixXd slips(int(structure_.contacts.size()), load.size());
        for (int c = 0; c < load.size(); ++c) {
            const Coordinate& coordinate = coordinates_[std::size_t(c)];
            highest = std::max(highest, coordinate.order);
            load[c] = coordinate.load;
            slips.col(c) = coordinate.slips;
        }
        const int looks = highest == 0 && !varies() ? 1 : std::max(fewest_looks, looks_per_wave * highest);
        const VectorXd angles =
            (VectorXd::LinSpaced(looks, 0.0, looks - 1.0).array() + 0.5) * (2.0 * std::numbers::pi / looks);
        const MatrixXd wave = waves(angles);
        const MatrixXd bound = bounds(angles);
        VectorXd inside = VectorXd::Zero(load.size());  // a point of Q
        for (int step = 0; step < most_steps; ++step) {
            const VectorXd psi = load - inside;
            if (psi.norm() <= near * load.norm()) return false;
            VectorXd farthest = VectorXd::Zero(load.size());  // of Q along ψ
            for (int j = 0; j < slips.rows(); ++j) {
                const VectorXd slip = wave * slips.row(j).transpose().cwiseProduct(psi);
                const VectorXd force = bound.col(j).cwiseProduct(slip.cwiseSign());
                farthest += slips.row(j).transpose().cwiseProduct(wave.transpose() * force) / looks;
            }
            if (load.dot(psi) - farthest.dot(psi) > near * load.norm() * psi.norm()) return true;
            const VectorXd way = farthest - inside;
            if (way.norm() == 0.0) return false;
            inside += std::clamp(psi.dot(way) / way.squaredNorm(), 0.0, 1.0) * way;
        }
        return false;
    }

    static constexpr double rounding = 1e-13;

    const Structure& structure_;
    double load_frequency_;  ///< 0 where nothing varies
    std::vector<Coordinate> coordinates_;
    int modes_ = 0;
    bool is_outgrown_ = false;
};

}  // namespace

bool outgrows_friction(const Structure& structure) {
    const DenseStructure s(structure);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(s.stiffness, s.mass);
    const VectorXd squares = modes.eigenvalues();
    const double zero = 8.0 * s.size * epsilon * squares.cwiseAbs().maxCoeff();
    const double damping_scale = s.damping.cwiseAbs().maxCoeff();
    const std::optional<double> period = load_period(structure);
    const double load_frequency = period ? 2.0 * std::numbers::pi / *period : 0.0;
    Resonance resonance(structure, load_frequency);
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
        if (const auto order = order_of(std::sqrt(square), load_frequency)) {
            resonance.add(shapes * losses.eigenvectors().leftCols(free), *order);
        }
        first = last;
    }
    return resonance.outgrows();
}

}  // namespace stickslip::structure
