#pragma once

#include "run.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::validation {

/// Columns t, x, v, a, friction, load, stuck (1 or 0); every event is among the rows, and so is the moment before it.
[[nodiscard]] Samples samples_of(const Trajectory&, const SampleRange&);

}  // namespace stickslip::validation
