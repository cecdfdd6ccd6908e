#pragma once

#include <cstddef>
#include <string>

#include "motion_report.hpp"
#include "planar_report.hpp"

namespace stickslip::cli {

/// Writes a motion as NetCDF-4 with CF-style metadata: coordinate `time` with x, v, a and friction, and the dimension
/// `event` with event_time, event_kind, event_x and event_direction. @throws std::runtime_error with the path.
void write_netcdf(const MotionReport&, const std::string& path);

/// The same of a planar motion: x1, x2, v1, v2, a1, a2, friction1, friction2 and event_x1, event_x2, event_direction1,
/// event_direction2.
void write_planar_netcdf(const PlanarReport&, const std::string& path);

/// What a NetCDF file of a motion takes at most: up to nine numbers a sample, five an event, and its own tables.
[[nodiscard]] std::size_t netcdf_bytes(std::size_t samples, std::size_t events);

}  // namespace stickslip::cli
