// Circular motion in closed form. With K = k − mω² and C = cω the balance of forces along and across x is
//     K·x₀ + r_y·cos ψ = p₀·cos φ,    C·x₀ − r_y·sin ψ = p₀·sin φ,    cos ψ = r_y/(k_d·x₀),
// [LiuHongLiou2003] Eqs. (61), (65), (66). In y = √(x̂² − 1), x̂ = k_d·x₀/r_y, Eq. (75) is the quadratic
//     a₂·y² + a₃·y = a₁ − a₂,   a₁ = r_f² − 1 − 2K/k_d,  a₂ = (K² + C²)/k_d²,  a₃ = 2C/k_d,
// which has a root y ≥ 0 if and only if a₁ ≥ a₂; squaring it once more, as Eq. (79) does, adds the root that made (88).

#include "circular.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "model/bounds.hpp"

namespace stickslip::planar {

namespace {

/// The root y ≥ 0 of a·y² + b·y = c for a, b, c ≥ 0, without cancellation; +∞ for a = b = 0 < c.
double positive_root(double a, double b, double c) {
    if (c == 0.0) return 0.0;
    const double below = b + std::sqrt(b * b + 4.0 * a * c);
    return below > 0.0 ? 2.0 * c / below : std::numeric_limits<double>::infinity();
}

/// The linear response of the mass without friction.
struct Impedance {
    Impedance(const Oscillator& o, double frequency)
        : spring((natural_frequency(o) - frequency) * (natural_frequency(o) + frequency) * o.mass),
          damping(o.damping * frequency) {}

    double spring;   ///< K [N/m]
    double damping;  ///< C [N/m]
};

CircularMotion rigid_motion(const Oscillator& o, const Impedance& z, double load) {
    const double bound = o.friction_bound;
    if (load <= bound) return {};
    const double x0 = positive_root(z.spring * z.spring + z.damping * z.damping, 2.0 * z.damping * bound,
                                    (load - bound) * (load + bound));
    const double along = std::isinf(x0) ? 0.0 : z.spring * x0;
    const double across = std::isinf(x0) ? bound : z.damping * x0 + bound;
    return {true, x0, std::atan2(across, along), -0.5 * std::numbers::pi};
}

}  // namespace

double least_sliding_load(const Oscillator& o, double frequency) {
    if (o.is_rigid()) return o.friction_bound;
    const Impedance z(o, frequency);
    const double support = *o.support_stiffness;
    return o.friction_bound * std::hypot(1.0 + z.spring / support, z.damping / support);
}

CircularMotion circular_motion(const Oscillator& o, double load, double frequency) {
    require_not_negative("load amplitude", load, "N");
    require_positive("load frequency", frequency, "rad/s");
    const Impedance z(o, frequency);
    if (o.is_rigid()) return rigid_motion(o, z, load);
    const double support = *o.support_stiffness;
    const double least = least_sliding_load(o, frequency);
    if (load <= least) {
        const double stuck = std::hypot(z.spring + support, z.damping);
        return {false, load / stuck, std::atan2(z.damping, z.spring + support), 0.0};
    }
    const double spring = z.spring / support;
    const double damping = z.damping / support;
    const double bound = o.friction_bound;
    const double y = positive_root(spring * spring + damping * damping, 2.0 * damping,
                                   (load - least) * (load + least) / (bound * bound));
    const double square = 1.0 + y * y;
    const double phase =
        std::isinf(y) ? 0.5 * std::numbers::pi : std::atan2(damping * square + y, 1.0 + spring * square);
    return {true, bound / support * std::sqrt(square), phase, -std::atan(y)};
}

double load_for_magnification(const Oscillator& o, double frequency, double magnification) {
    if (o.is_rigid()) throw std::invalid_argument("support stiffness must be given: a rigid one has no such ratio");
    require_finite("magnification", magnification, "");
    if (magnification < 1.0) refuse("magnification", magnification, "≥ 1", "");
    const Impedance z(o, frequency);
    const double spring = z.spring / *o.support_stiffness;
    const double damping = z.damping / *o.support_stiffness;
    const double y = std::sqrt((magnification - 1.0) * (magnification + 1.0));
    const double along = spring * magnification + 1.0 / magnification;
    const double across = damping * magnification + y / magnification;
    return o.friction_bound * std::hypot(along, across);
}

double semi_major_axis(const Vector& a, const Vector& phase) {
    const double one = a.x1 * a.x1;
    const double two = a.x2 * a.x2;
    const double turned =
        std::hypot(one + two * std::cos(2.0 * (phase.x2 - phase.x1)), two * std::sin(2.0 * (phase.x2 - phase.x1)));
    return std::sqrt(0.5 * (one + two + turned));
}

}  // namespace stickslip::planar
