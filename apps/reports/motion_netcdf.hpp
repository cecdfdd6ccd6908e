#pragma once

#include <string>

#include "motion_report.hpp"
#include "planar_report.hpp"
#include "structure_report.hpp"

namespace stickslip::cli {

/// Writes a motion as NetCDF-4 with CF-style metadata: coordinate `time` with x, v, a and friction, and the dimension
/// `event` with event_time, event_kind, event_x and event_direction. @throws std::runtime_error with the path.
void write_netcdf(const MotionReport&, const std::string& path);

/// The same of a planar motion: x1, x2, v1, v2, a1, a2, friction1, friction2 and event_x1, event_x2, event_direction1,
/// event_direction2.
void write_planar_netcdf(const PlanarReport&, const std::string& path);

/// The motion of a structure: dimensions time, dof, contact; x, v, a over (time, dof), friction, deflection and state
/// over (time, contact), and the dimension `event` with event_time, event_contact, event_kind and event_direction.
void write_structure_netcdf(const StructureReport&, const std::string& path);

}  // namespace stickslip::cli
