#pragma once

// The patterns of planar steady motions: stuck for ever, sliding without a stop, or a number of stick intervals a
// cycle.

#include <functional>
#include <memory>

#include "stickslip/planar/case.hpp"
#include "studies/pattern.hpp"

namespace stickslip::planar {

/// A: a slide vanishes. B: a stick interval vanishes. C: the same where the slides before and after it turn back, by
/// more than a right angle. A load along a line on a rigid support makes the one-dimensional oscillator, which has a
/// solver of its own.
[[nodiscard]] std::unique_ptr<PatternSolver> motion_patterns(std::function<Case(double x, double y)> plane);

}  // namespace stickslip::planar
