#pragma once

// The motion of a structure whose contacts press, lift and rub, by a method that shares nothing with the solver:
// Gragg's extrapolation in small steps, event functions looked at after each step, their zeros by bisection. It may
// miss two zeros in one step; it is for structures with independent rigid contacts and equal bounds.

#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {

struct SampledResult {
    std::vector<ContactEvent> events;
    std::vector<double> position, velocity;
};

/// `step` in radians of the fastest rate that there can be.
[[nodiscard]] SampledResult sampled_motion(const Structure&, const StructureState& start, double end, double step);

}  // namespace stickslip::structure
