#pragma once

// What all laws share: the series of the load, of the spring force and of the motion itself, per unit mass.

#include <algorithm>
#include <cmath>

#include "load_series.hpp"
#include "series.hpp"
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

/// An oscillator without its law: plain numbers.
struct Mechanics {
    double mass = 1.0;
    double damping = 0.0;
    double stiffness = 1.0;
    double cubic = 0.0;
    double equilibrium = 0.0;
    double belt_velocity = 0.0;
    FrictionBounds bounds;
};

inline Mechanics mechanics_of(const Oscillator& o) {
    return {o.mass, o.damping, o.stiffness, o.cubic(), o.equilibrium, o.belt_velocity, o.bounds()};
}

template <class S, class Forcing>
class LawMechanics {
public:
    using Series = series::Coefficients<S>;

    STICKSLIP_KERNEL LawMechanics(const Mechanics& m, const Forcing& forcing, int order)
        : mechanics_(m), forcing_(forcing), order_(order) {
        for (int n = 0; n <= series::largest_order; ++n) inverse_[n] = 1.0 / (n + 1.0);
        inverse_mass_ = 1.0 / m.mass;
        stiffness_ = m.stiffness / m.mass;
        cubic_ = m.cubic / m.mass;
        damping_ = m.damping / m.mass;
    }

    Series x{}, w{}, a{}, z{}, drive{};

    [[nodiscard]] STICKSLIP_KERNEL int order() const { return order_; }
    [[nodiscard]] STICKSLIP_KERNEL const Mechanics& mechanics() const { return mechanics_; }
    [[nodiscard]] STICKSLIP_KERNEL double belt() const { return mechanics_.belt_velocity; }
    [[nodiscard]] STICKSLIP_KERNEL double inverse_mass() const { return inverse_mass_; }
    [[nodiscard]] STICKSLIP_KERNEL double inverse(int n) const { return inverse_[n]; }  ///< 1/(n+1)

    /// When the analytic piece of the load that holds at `time` ends.
    [[nodiscard]] STICKSLIP_KERNEL double window_end(const ExactTime& time) const { return forcing_.window_end(time); }

    /// The load per unit mass as a series from `time`.
    STICKSLIP_KERNEL void expand_load(const ExactTime& time) {
        forcing_.expand(time, order_, inverse_, p_);
        for (int n = 0; n <= order_; ++n) p_[n] *= inverse_mass_;
    }

    STICKSLIP_KERNEL void begin(const SeriesState<S>& y) {
        x[0] = y.x;
        w[0] = y.w;
        z[0] = y.z;
        offset_[0] = y.x - S(mechanics_.equilibrium);
    }

    /// Coefficient n of (p − c·x′ − k·(x − x_eq) − k₃·(x − x_eq)³)/m; needs x[n] and w[n].
    STICKSLIP_KERNEL S drive_coefficient(int n) {
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

        STICKSLIP_KERNEL void add(double term) {
            value += term;
            size += std::abs(term);
        }
    };
    [[nodiscard]] STICKSLIP_KERNEL Drive drive_at(const ExactTime& time, double position, double slip_velocity) const {
        Drive d;
        forcing_.each_term(time, inverse_mass_, [&d](double term) { d.add(term); });
        const double stretch = position - mechanics_.equilibrium;
        d.add(-stiffness_ * stretch);
        d.add(-cubic_ * stretch * stretch * stretch);
        d.add(-damping_ * (slip_velocity + belt()));
        return d;
    }

    /// x and w one order further, once a[n] is known.
    STICKSLIP_KERNEL void integrate(int n) {
        w[n + 1] = inverse_[n] * a[n];
        x[n + 1] = inverse_[n] * (n == 0 ? w[0] + S(belt()) : w[n]);
    }

    /// The series of a motion with x″ = 0: stuck to the belt, or locked at constant velocity.
    STICKSLIP_KERNEL void expand_unaccelerated() {
        for (int n = 0; n < order_; ++n) {
            a[n] = S(0.0);
            drive_coefficient(n);
            integrate(n);
        }
    }

private:
    Mechanics mechanics_;
    Forcing forcing_;
    int order_;
    Series offset_{}, square_{};
    series::Coefficients<double> p_{};
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
STICKSLIP_KERNEL Guard guard_of(const series::Coefficients<S>& c, int degree, double sign, double shift = 0.0) {
    Guard g;
    g.degree = degree;
    for (int n = 0; n <= degree; ++n) g.coefficients[n] = sign * value_of(c[n]);
    g.coefficients[0] += shift;
    return g;
}

/// d/dτ of a series at τ, its value only.
template <class S>
STICKSLIP_KERNEL double slope_at(const series::Coefficients<S>& c, int degree, double tau) {
    double sum = 0.0;
    for (int n = degree; n >= 1; --n) sum = sum * tau + n * value_of(c[n]);
    return sum;
}

STICKSLIP_KERNEL inline void set_value(double& a, double value) { a = value; }
STICKSLIP_KERNEL inline void set_value(Dual& a, double value) { a.value = value; }
STICKSLIP_KERNEL inline void set_tangent(double&, double) {}
STICKSLIP_KERNEL inline void set_tangent(Dual& a, double tangent) { a.gradient[0] = tangent; }

}  // namespace stickslip
