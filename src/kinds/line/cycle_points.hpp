#pragma once

#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// The states of a motion at the beginning of each of `count` load periods.
template <class Motion>
std::vector<LawState> cycle_points(Motion& motion, const LawState& start, int count, double period) {
    std::vector<LawState> points;
    motion.start({}, start);
    for (int n = 0; n < count; ++n) {
        points.push_back(motion.state());
        points.back().tangent = {};
        motion.set_time({});
        motion.advance(period);
    }
    return points;
}

}  // namespace stickslip
