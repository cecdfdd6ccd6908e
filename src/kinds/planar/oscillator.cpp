#include "stickslip/planar/oscillator.hpp"

#include <limits>
#include <numbers>

#include "model/bounds.hpp"
#include "model/computable.hpp"

namespace stickslip::planar {

Vector Load::value(double time) const { return {axis1.value(time), axis2.value(time)}; }

std::optional<double> common_period(const Load& load, const std::optional<NormalVariation>& normal) {
    if (load.axis1.record || load.axis2.record) return std::nullopt;
    stickslip::Load both = load.axis1;
    both.harmonics.insert(both.harmonics.end(), load.axis2.harmonics.begin(), load.axis2.harmonics.end());
    return stickslip::common_period(both, normal);
}

std::optional<double> Load::period() const {
    if (axis1.record || axis2.record) return std::nullopt;
    stickslip::Load both = axis1;
    both.harmonics.insert(both.harmonics.end(), axis2.harmonics.begin(), axis2.harmonics.end());
    return both.period();
}

Load harmonic_load(const Vector& amplitude, AngularFrequency frequency, const Vector& phase) {
    Load load;
    for (int i = 0; i < 2; ++i) {
        load.axis(i).harmonics = {{.amplitude = amplitude[i], .frequency = frequency, .phase = phase[i]}};
    }
    return load;
}

Load rotating_load(double amplitude, AngularFrequency frequency) {
    return harmonic_load({amplitude, amplitude}, frequency, {0.5 * std::numbers::pi, 0.0});
}

void validate(const Oscillator& o) {
    require_positive("mass", o.mass, "kg");
    require_not_negative("damping", o.damping, "N·s/m");
    require_not_negative("stiffness", o.stiffness, "N/m");
    require_positive("friction bound", o.friction_bound, "N");
    if (o.support_stiffness) require_positive("support stiffness", *o.support_stiffness, "N/m");
    if (o.normal) validate(*o.normal);
    if (o.has_varying_normal() && !o.is_rigid()) {
        throw std::invalid_argument("a varying normal force needs a rigid support, without a support stiffness");
    }
    const long double m = o.mass;
    const long double k = o.stiffness;
    const long double support = o.support_stiffness.value_or(0.0);
    const long double r = o.friction_bound;
    require_range({{"mass", "kg", m},
                   {"stiffness", "N/m", k},
                   {"damping", "N·s/m", o.damping},
                   {"support stiffness", "N/m", support},
                   {"friction bound", "N", r},
                   {"friction/mass", "m/s²", r / m},
                   {"stiffness/mass", "1/s²", k / m},
                   {"support stiffness/mass", "1/s²", support / m},
                   {"friction/stiffness", "m", k > 0.0L ? r / k : 0.0L},
                   {"friction/support stiffness", "m", support > 0.0L ? r / support : 0.0L}},
                  Decades::series);
}

void validate(const Load& load) {
    validate(load.axis1);
    validate(load.axis2);
}

void validate(const State& state, const Oscillator& o) {
    for (int i = 0; i < 2; ++i) {
        require_finite("start position", state.position[i], "m");
        require_finite("start velocity", state.velocity[i], "m/s");
        require_finite("start friction force", state.friction_force[i], "N");
    }
    constexpr double rounding = 1e-12;  // of a friction force computed as r_y·(cos θ, sin θ)
    const double friction = norm(state.friction_force);
    if (friction > o.friction_bound * (1.0 + rounding)) {
        refuse("start friction force", friction, "at most the friction bound, " + shortest(o.friction_bound), "N");
    }
}

double natural_frequency(const Oscillator& o) { return std::sqrt(o.stiffness / o.mass); }

double damping_ratio(const Oscillator& o) {
    if (o.stiffness == 0.0) return std::numeric_limits<double>::quiet_NaN();
    return o.damping / (2.0 * std::sqrt(o.mass * o.stiffness));
}

}  // namespace stickslip::planar
