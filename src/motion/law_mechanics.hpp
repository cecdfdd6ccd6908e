#pragma once

// What all laws share: the series of the load, of the spring force and of the motion itself, per unit mass.

#include <algorithm>
#include <cmath>

#include "series.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// The state in the scalar of the recurrences.
template <class S>
struct SeriesState {
    S x{};
    S w{};
    S z{};
};

/// Which smooth piece of the law holds.
struct LawMode {
    PhaseKind kind = PhaseKind::slide;
    int direction = 0;  ///< sign of the slip velocity, 0 in stick
    int branch = 0;     ///< acceleration laws: sign of x″, 0 in lock; state laws: sign of z; jenkins: of slip
    bool starts_at_zero_acceleration = false;  ///< x″ = 0 at the start of the step, by the event that led here
    int touching = -1;  ///< the guard that is exactly 0 at the start of the step, by the event that led here
};

/// What an event does: the mode after it is in the mode of the field.
struct LawTransition {
    std::optional<EventKind> event;
};

template <class S>
class LawMechanics {
public:
    using Series = series::Coefficients<S>;

    LawMechanics(const Oscillator& o, const Load& load, int order) : oscillator_(o), load_(load), order_(order) {
        for (int n = 0; n <= series::largest_order; ++n) inverse_[n] = 1.0 / (n + 1.0);
        inverse_mass_ = 1.0 / o.mass;
        stiffness_ = o.stiffness / o.mass;
        cubic_ = o.cubic() / o.mass;
        damping_ = o.damping / o.mass;
    }

    Series x{}, w{}, a{}, z{}, drive{};

    [[nodiscard]] int order() const { return order_; }
    [[nodiscard]] const Oscillator& oscillator() const { return oscillator_; }
    [[nodiscard]] double belt() const { return oscillator_.belt_velocity; }
    [[nodiscard]] double inverse_mass() const { return inverse_mass_; }
    [[nodiscard]] double inverse(int n) const { return inverse_[n]; }  ///< 1/(n+1)

    /// When the analytic piece of the load that holds at `time` ends.
    [[nodiscard]] double window_end(const ExactTime& time) const {
        if (!load_.record) return std::numeric_limits<double>::infinity();
        return load_.record->window(load_.record->segment_at(time.value())).end;
    }

    /// The load per unit mass as a series from `time`.
    void expand_load(const ExactTime& time) {
        std::fill(p_.begin(), p_.begin() + order_ + 1, 0.0);
        p_[0] = load_.constant;
        for (const Harmonic& h : load_.harmonics) add_harmonic(h, time);
        if (load_.record) add_record(time.value());
        for (int n = 0; n <= order_; ++n) p_[n] *= inverse_mass_;
    }

    void begin(const SeriesState<S>& y) {
        x[0] = y.x;
        w[0] = y.w;
        z[0] = y.z;
        offset_[0] = y.x - S(oscillator_.equilibrium);
    }

    /// Coefficient n of (p − c·x′ − k·(x − x_eq) − k₃·(x − x_eq)³)/m; needs x[n] and w[n].
    S drive_coefficient(int n) {
        if (n > 0) offset_[n] = x[n];
        S f = S(p_[n]) - stiffness_ * offset_[n];
        if (cubic_ != 0.0) {
            square_[n] = series::cauchy_square(offset_, n);
            f = f - cubic_ * series::cauchy(square_, offset_, n);
        }
        if (damping_ != 0.0) f = f - damping_ * (n == 0 ? w[0] + S(belt()) : w[n]);
        return drive[n] = f;
    }

    /// What one evaluation of the equation of motion, without series, gives.
    struct Drive {
        double value = 0.0;
        double size = 0.0;  ///< sum of the magnitudes of its terms: what rounding is relative to
    };
    [[nodiscard]] Drive drive_at(const ExactTime& time, double position, double slip_velocity) const {
        Drive d;
        const auto add = [&](double term) {
            d.value += term;
            d.size += std::abs(term);
        };
        add(load_.constant * inverse_mass_);
        for (const Harmonic& h : load_.harmonics) {
            add(h.amplitude * inverse_mass_ * std::sin(reduced_phase(h.frequency, time, h.phase)));
        }
        if (load_.record) add(record_at(time.value()) * inverse_mass_);
        const double stretch = position - oscillator_.equilibrium;
        add(-stiffness_ * stretch);
        add(-cubic_ * stretch * stretch * stretch);
        add(-damping_ * (slip_velocity + belt()));
        return d;
    }

    /// x and w one order further, once a[n] is known.
    void integrate(int n) {
        w[n + 1] = inverse_[n] * a[n];
        x[n + 1] = inverse_[n] * (n == 0 ? w[0] + S(belt()) : w[n]);
    }

    /// The series of a motion with x″ = 0: stuck to the belt, or locked at constant velocity.
    void expand_unaccelerated() {
        for (int n = 0; n < order_; ++n) {
            a[n] = S(0.0);
            drive_coefficient(n);
            integrate(n);
        }
    }

private:
    void add_harmonic(const Harmonic& h, const ExactTime& time) {
        const double angle = reduced_phase(h.frequency, time, h.phase);
        const double omega = h.frequency.value();
        const double values[2] = {h.amplitude * std::sin(angle), h.amplitude * std::cos(angle)};
        double factor = 1.0;  // ωⁿ/n!, with the signs of the derivatives of the sine
        for (int n = 0; n <= order_; ++n) {
            p_[n] += factor * values[n % 2];
            factor *= omega * inverse_[n];
            if (n % 2 == 1) factor = -factor;
        }
    }

    /// The record on the piece that holds at the start of the step.
    [[nodiscard]] double record_at(double time) const {
        const double tau = time - record_origin_;
        return record_[0] + tau * (record_[1] + tau * (record_[2] + tau * record_[3]));
    }

    void add_record(double time) {
        const Record::Window window = load_.record->window(load_.record->segment_at(time));
        const auto& c = record_ = window.coefficients;
        record_origin_ = window.origin;
        const double tau = time - window.origin;
        p_[0] += c[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
        p_[1] += c[1] + tau * (2.0 * c[2] + tau * 3.0 * c[3]);
        p_[2] += c[2] + 3.0 * tau * c[3];
        p_[3] += c[3];
    }

    Oscillator oscillator_;
    Load load_;
    int order_;
    Series offset_{}, square_{};
    series::Coefficients<double> p_{};
    Record::Cubic record_{};
    double record_origin_ = 0.0;
    series::Coefficients<double> inverse_{};
    double inverse_mass_ = 1.0;
    double stiffness_ = 0.0;  // k/m
    double cubic_ = 0.0;      // k₃/m
    double damping_ = 0.0;    // c/m
};

/// A polynomial that is ≥ 0 while the mode holds.
struct Guard {
    series::Coefficients<double> coefficients{};
    int degree = 0;
};

template <class S>
Guard guard_of(const series::Coefficients<S>& c, int degree, double sign, double shift = 0.0) {
    Guard g;
    g.degree = degree;
    for (int n = 0; n <= degree; ++n) g.coefficients[n] = sign * value_of(c[n]);
    g.coefficients[0] += shift;
    return g;
}

/// d/dτ of a series at τ, its value only.
template <class S>
double slope_at(const series::Coefficients<S>& c, int degree, double tau) {
    double sum = 0.0;
    for (int n = degree; n >= 1; --n) sum = sum * tau + n * value_of(c[n]);
    return sum;
}

inline void set_value(double& a, double value) { a = value; }
inline void set_value(Dual& a, double value) { a.value = value; }
inline void set_tangent(double&, double) {}
inline void set_tangent(Dual& a, double tangent) { a.tangent = tangent; }

}  // namespace stickslip
