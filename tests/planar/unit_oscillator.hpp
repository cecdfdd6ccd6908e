#pragma once

#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// m = k = r_y = 1 on a support that gives by `support_ratio`, 0 for a rigid one.
inline Oscillator unit_oscillator(double support_ratio, double damping) {
    Oscillator o{
        .mass = 1.0, .damping = 2.0 * damping, .stiffness = 1.0, .friction_bound = 1.0, .support_stiffness = {}};
    if (support_ratio > 0.0) o.support_stiffness = 1.0 / support_ratio;
    return o;
}

}  // namespace stickslip::planar
