#pragma once

#include "gnuplot.hpp"
#include "motion_report.hpp"

namespace stickslip::cli {

/// Draws one page: x, v and friction force over time with the stuck intervals shaded, the phase plane and the friction
/// loop.
[[nodiscard]] Drawing plot_motion(const MotionReport&);

}  // namespace stickslip::cli
