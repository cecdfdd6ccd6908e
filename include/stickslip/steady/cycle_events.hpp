#pragma once

#include <vector>

#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// The events of one steady cycle in the order of the load: times are counted from where the load rises through the
/// middle of its swing, and lie in [0, length of the cycle). Loads without a phase of their own (several harmonics, a
/// belt) leave them as they are, from the start of the cycle.
[[nodiscard]] std::vector<Event> cycle_events(const Trajectory& cycle);

}  // namespace stickslip
