#pragma once

// The oscillator of [Stefanski2003] section 2 with the parameters of its figure 3.

#include <numbers>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip::testing {

enum class Spring { linear, cubic };

inline constexpr double normal = 0.5;  // ε = N/m
inline constexpr double static_coefficient = 0.3;
inline constexpr double dynamic_coefficient = 0.25;
inline constexpr double load_period = 2.0 * std::numbers::pi;

/// x″ = q·cos ωt − g(x) − 0.1·x′ − friction, m = 1.
inline Oscillator stefanski_oscillator(Spring spring, const FrictionLaw& law = Stefanski{12.0, 0.1}) {
    Oscillator o;
    o.damping = 0.1;
    o.stiffness = spring == Spring::linear ? 1.0 : 0.0;
    if (spring == Spring::cubic) o.cubic_stiffness = 1.0;
    o.friction_bound = normal * dynamic_coefficient;
    o.static_bound = normal * static_coefficient;
    o.law = law;
    return o;
}

inline Oscillator without_friction(Oscillator o) {
    o.friction_bound = 0.0;
    o.static_bound.reset();
    o.law = Coulomb{};
    return o;
}

inline Oscillator with_coulomb(Oscillator o) {
    o.static_bound.reset();
    o.law = Coulomb{};
    return o;
}

/// q·cos ωt.
inline Load cosine_load(double amplitude, double frequency = 1.0) {
    return {.harmonics = {{amplitude, frequency, 0.5 * std::numbers::pi}}};
}

}  // namespace stickslip::testing
