#include "stickslip/model/oscillator.hpp"

#include "bounds.hpp"

namespace stickslip {

void validate(const Oscillator& o) {
    require_positive("mass", o.mass, "kg");
    require_not_negative("damping", o.damping, "N·s/m");
    require_finite("cubic stiffness", o.cubic(), "N/m³");
    if (o.cubic_stiffness) {
        require_finite("stiffness", o.stiffness, "N/m");
    } else {
        require_not_negative("stiffness", o.stiffness, "N/m");
    }
    require_finite("equilibrium", o.equilibrium, "m");
    require_not_negative("friction bound", o.friction_bound, "N");
    require_finite("belt velocity", o.belt_velocity, "m/s");
    if (o.static_bound) {
        require_finite("static bound", *o.static_bound, "N");
        if (*o.static_bound < o.friction_bound) {
            throw std::invalid_argument("static bound = " + shortest(*o.static_bound) +
                                        " must not be below the friction bound " + shortest(o.friction_bound) + " N");
        }
    }
    validate(o.law, o.bounds(), o.mass);
    if (!o.normal) return;
    validate(*o.normal);
    if (o.has_varying_normal() && !std::holds_alternative<Coulomb>(o.law)) {
        throw std::invalid_argument("a varying normal force needs the law coulomb or static-kinetic, and not " +
                                    std::string(name(o.law)));
    }
}

void validate(const State& s) {
    require_finite("position", s.position, "m");
    require_finite("velocity", s.velocity, "m/s");
}

}  // namespace stickslip
