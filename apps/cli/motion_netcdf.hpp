#pragma once

#include <string>

#include "motion_report.hpp"

namespace stickslip::cli {

/// Writes a motion as NetCDF-4 with CF-style metadata: coordinate `time` with x, v, a and friction, and the dimension
/// `event` with event_time, event_kind, event_x and event_direction. @throws std::runtime_error with the path.
void write_netcdf(const MotionReport&, const std::string& path);

}  // namespace stickslip::cli
