#pragma once

#include <string>

#include "motion_report.hpp"

namespace stickslip::cli {

/// Draws one page: x, v and friction force over time with the stuck intervals shaded, the phase plane and the friction
/// loop. `suffix` (.svg, .png, .pdf) chooses the format. @throws std::runtime_error
void plot_motion(const MotionReport&, const std::string& path, const std::string& suffix);

}  // namespace stickslip::cli
