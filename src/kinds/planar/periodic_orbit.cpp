#include "periodic_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flow.hpp"
#include "kernel/dense.hpp"

namespace stickslip::planar {

namespace {

using Unknowns = std::array<double, most_unknowns>;
using OrbitMatrix = Dense<most_unknowns>;

/// A state of the section as numbers of one size: x/X, v/(ωX), and θ or r/r_y.
class Section {
public:
    Section(const Oscillator& o, bool is_sliding, double length, double rate)
        : k_(o), is_sliding_(is_sliding), length_(length), speed_(length * rate) {}

    [[nodiscard]] std::size_t size() const {
        if (k_.is_rigid) return is_sliding_ ? 4 : 2;
        return is_sliding_ ? 5 : 6;
    }

    template <class T>
    [[nodiscard]] std::array<T, most_unknowns> pack(const FlowState<T>& s) const {
        std::array<T, most_unknowns> z{};
        for (int i = 0; i < 2; ++i) {
            const auto a = static_cast<std::size_t>(i);
            z[a] = s.position[i] / T(length_);
            z[a + 2] = s.velocity[i] / T(speed_);
            if (!k_.is_rigid && !is_sliding_) z[a + 4] = s.friction[i] / T(k_.friction);
        }
        if (!k_.is_rigid && is_sliding_) z[4] = s.angle;
        return z;
    }

    [[nodiscard]] FlowState<Sensitive> unpack(const Unknowns& z) const {
        std::array<Sensitive, most_unknowns> y{};
        for (std::size_t i = 0; i < size(); ++i) {
            y[i] = Sensitive(z[i]);
            y[i].gradient[i] = 1.0;
        }
        FlowState<Sensitive> s;
        s.is_sliding = is_sliding_;
        for (int i = 0; i < 2; ++i) {
            const auto a = static_cast<std::size_t>(i);
            s.position[i] = y[a] * Sensitive(length_);
            if (size() > 2) s.velocity[i] = y[a + 2] * Sensitive(speed_);
            if (size() == 6) s.friction[i] = y[a + 4] * Sensitive(k_.friction);
        }
        if (size() == 5) s.angle = y[4];
        return s;
    }

    /// Φ(z) ± z with angles modulo 2π.
    [[nodiscard]] Unknowns mismatch(const Unknowns& z, const std::array<Sensitive, most_unknowns>& image,
                                    double sign) const {
        Unknowns r{};
        for (std::size_t i = 0; i < size(); ++i) r[i] = image[i].value - sign * z[i];
        if (size() == 5) {
            const double half_turn = sign < 0.0 ? std::numbers::pi : 0.0;
            r[4] = std::remainder(image[4].value - z[4] - half_turn, 2.0 * std::numbers::pi);
        }
        return r;
    }

    [[nodiscard]] bool is_sliding() const { return is_sliding_; }

private:
    Constants k_;
    bool is_sliding_;
    double length_;
    double speed_;
};

double size_of(const Unknowns& z, std::size_t n) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum = std::max(sum, std::abs(z[i]));
    return sum;
}

/// Largest modulus of the eigenvalues by repeated squaring of the matrix: ‖Jᴺ‖^{1/N}.
double spectral_radius(const OrbitMatrix& jacobian, std::size_t n) {
    constexpr int squarings = 12;
    OrbitMatrix power = jacobian;
    double logarithm = 0.0;
    for (int s = 0; s <= squarings; ++s) {
        double norm = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) norm = std::max(norm, std::abs(power(i, j)));
        }
        if (norm == 0.0) return 0.0;
        logarithm += std::log(norm) / std::exp2(s);
        OrbitMatrix next(n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t l = 0; l < n; ++l) next(i, j) += (power(i, l) / norm) * (power(l, j) / norm);
            }
        }
        power = next;
    }
    return std::exp(logarithm);
}

class Shooting {
public:
    Shooting(const Oscillator& o, const Load& load, double period)
        : oscillator_(o),
          load_(load),
          period_(period),
          sign_(is_antisymmetric(o, load, period) ? -1.0 : 1.0),
          span_(sign_ < 0.0 ? 0.5 * period : period) {}

    PeriodicOrbit solve(const State& start, SearchFrom from) {
        PeriodicOrbit orbit;
        if (from == SearchFrom::nearby && attempt(start, orbit)) return orbit;
        State state = start;
        double energy_before = -1.0;
        int growths = 0;
        // 2, 4, 8, … periods of marching between attempts of Newton's method.
        for (int periods = 2; periods <= 1024; periods *= 2) {
            state = march(state, periods);
            const double energy = energy_of(state);
            if (energy > 1.5 * energy_before && energy_before > 0.0) ++growths;
            energy_before = energy;
            if (attempt(state, orbit)) return orbit;
        }
        orbit.grows = growths >= 6;
        return orbit;
    }

private:
    [[nodiscard]] double energy_of(const State& s) const {
        return oscillator_.mass * dot(s.velocity, s.velocity) + oscillator_.stiffness * dot(s.position, s.position);
    }

    [[nodiscard]] State march(const State& state, int periods) const {
        Flow<double> flow(oscillator_, load_);
        flow.start({}, state);
        flow.run(periods * period_);
        return flow.physical_state();
    }

    /// One Newton solution from the state at t = 0 (mod the period).
    bool attempt(const State& state, PeriodicOrbit& orbit) {
        // The longest phase of the next half or whole period.
        std::vector<Piece> pieces;
        double farthest = least_divisor;
        Flow<double> scout(oscillator_, load_,
                           {[&](const Piece& p) {
                                pieces.push_back(p);
                                farthest = std::max(farthest, norm(p.position));
                            },
                            {}});
        scout.start({}, state);
        scout.run(span_);
        const double cut = middle_of_longest(pieces);
        Flow<double> flow(oscillator_, load_);
        flow.start({}, state);
        flow.run(cut);
        const double rate = 2.0 * std::numbers::pi / period_;
        const Section section(oscillator_, flow.state().is_sliding, farthest, rate);
        Unknowns z = section.pack(flow.state());
        if (!newton(section, cut, z, orbit)) return false;
        orbit.is_found = true;
        orbit.at_zero = state_at_zero(section, cut, z);
        return true;
    }

    [[nodiscard]] static double middle_of_longest(const std::vector<Piece>& pieces) {
        double best = -1.0;
        double middle = 0.0;
        for (std::size_t i = 0; i < pieces.size();) {
            std::size_t j = i;
            double length = 0.0;
            while (j < pieces.size() && pieces[j].is_sliding == pieces[i].is_sliding) length += pieces[j++].duration;
            if (length > best) {
                best = length;
                middle = pieces[i].start.value() + 0.5 * length;
            }
            i = j;
        }
        return middle;
    }

    struct Image {
        bool is_same_kind = false;
        Unknowns mismatch{};
        OrbitMatrix jacobian{most_unknowns};
    };

    [[nodiscard]] Image image_of(const Section& section, double cut, const Unknowns& z) const {
        Flow<Sensitive> flow(oscillator_, load_);
        flow.resume({cut, 0.0}, section.unpack(z));
        flow.run(cut + span_);
        Image image;
        image.is_same_kind = flow.state().is_sliding == section.is_sliding();
        const auto y = section.pack(flow.state());
        image.mismatch = section.mismatch(z, y, sign_);
        for (std::size_t i = 0; i < section.size(); ++i) {
            for (std::size_t j = 0; j < section.size(); ++j) image.jacobian(i, j) = y[i].gradient[j];
        }
        return image;
    }

    bool newton(const Section& section, double cut, Unknowns& z, PeriodicOrbit& orbit) const {
        constexpr int most_iterations = 25;
        constexpr double converged = 3e-13;  // of the scale of the motion; rounding leaves about 1e-15
        const std::size_t n = section.size();
        Image image = image_of(section, cut, z);
        for (int i = 0; i < most_iterations && image.is_same_kind; ++i) {
            const double size = size_of(image.mismatch, n);
            OrbitMatrix system(n);
            for (std::size_t a = 0; a < n; ++a) {
                for (std::size_t b = 0; b < n; ++b) system(a, b) = image.jacobian(a, b);
                // An angle comes back to itself, whatever the sign of the other components.
                system(a, a) -= n == 5 && a == 4 ? 1.0 : sign_;
            }
            if (!system.factor()) return false;
            const Unknowns change = system.solve(image.mismatch);
            orbit.residual = size_of(change, n);
            if (orbit.residual <= converged) {
                for (std::size_t a = 0; a < n; ++a) z[a] -= change[a];
                OrbitMatrix jacobian = image.jacobian;
                orbit.multiplier = spectral_radius(jacobian, n);
                return true;
            }
            if (!damped_step(section, cut, change, size, z, image)) return false;
        }
        return false;
    }

    /// A Newton step, halved until the mismatch falls.
    bool damped_step(const Section& section, double cut, const Unknowns& change, double size, Unknowns& z,
                     Image& image) const {
        constexpr int most_halvings = 5;
        double share = 1.0;
        for (int i = 0; i <= most_halvings; ++i, share *= 0.5) {
            Unknowns trial = z;
            for (std::size_t a = 0; a < section.size(); ++a) trial[a] -= share * change[a];
            if (section.size() == 6 && std::hypot(trial[4], trial[5]) > 1.0) continue;
            const Image next = image_of(section, cut, trial);
            const double limit = size < 1e-9 ? 10.0 * size + 1e-12 : size;
            if (!next.is_same_kind || !(size_of(next.mismatch, section.size()) <= limit)) continue;
            z = trial;
            image = next;
            return true;
        }
        return false;
    }

    [[nodiscard]] State state_at_zero(const Section& section, double cut, const Unknowns& z) const {
        const FlowState<Sensitive> s = section.unpack(z);
        FlowState<double> plain;
        plain.is_sliding = s.is_sliding;
        plain.angle = s.angle.value;
        for (int i = 0; i < 2; ++i) {
            plain.position[i] = s.position[i].value;
            plain.velocity[i] = s.velocity[i].value;
            plain.friction[i] = s.friction[i].value;
        }
        Flow<double> flow(oscillator_, load_);
        flow.resume({cut, 0.0}, plain);
        flow.run(period_);
        return flow.physical_state();
    }

    const Oscillator& oscillator_;
    const Load& load_;
    double period_;
    double sign_;
    double span_;
};

}  // namespace

bool is_antisymmetric(const Oscillator& o, const Load& load, double period) {
    constexpr double odd = 1e-9;
    if (o.has_varying_normal()) {
        const double order = o.normal->frequency.value() * period / (2.0 * std::numbers::pi);
        if (std::abs(std::remainder(order, 2.0)) > odd) return false;
    }
    for (int i = 0; i < 2; ++i) {
        if (load.axis(i).constant != 0.0) return false;
        for (const Harmonic& h : load.axis(i).harmonics) {
            const double order = h.frequency.value() * period / (2.0 * std::numbers::pi);
            if (std::abs(std::remainder(order - 1.0, 2.0)) > odd) return false;
        }
    }
    return true;
}

PeriodicOrbit find_periodic_orbit(const Oscillator& oscillator, const Load& load, const State& start, double period,
                                  SearchFrom from) {
    return Shooting(oscillator, load, period).solve(start, from);
}

}  // namespace stickslip::planar
