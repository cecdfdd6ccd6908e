#pragma once

// What a steady cycle hands on to its surroundings: peak forces and the absolute motion over a shaking base.

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// Largest |c·x′ + k·(x − x_eq) + r| over the cycle [N]: what spring, damper and friction together hand on.
[[nodiscard]] double largest_support_force(const Trajectory& cycle);

/// Largest and smallest of x + weight·y over the cycle for a harmonic y [m].
struct CarriedExtremes {
    double highest = 0.0;
    double lowest = 0.0;
};
[[nodiscard]] CarriedExtremes carried_extremes(const Trajectory& cycle, const Harmonic& carried);

}  // namespace stickslip
