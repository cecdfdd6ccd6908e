#pragma once

#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"
#include "stickslip/host_device.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/maps/compute_map.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/model/exact_time.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/model/friction_law.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/model/record.hpp"
#include "stickslip/model/units.hpp"
#include "stickslip/motion/law_motion.hpp"
#include "stickslip/motion/regime.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/planar/oscillator.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"
#include "stickslip/planar/trajectory.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/lane_width.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/matrix_file.hpp"
#include "stickslip/structure/simulate.hpp"
#include "stickslip/structure/structure.hpp"
#include "stickslip/studies/boundary.hpp"
#include "stickslip/studies/design.hpp"
#include "stickslip/studies/sweep.hpp"
#include "stickslip/version.hpp"

/// Exact motion of a mass on a spring with dry friction. Quantities are in SI units unless their name or comment says
/// otherwise.
namespace stickslip {
/// The same in the plane: two coordinates, and a friction force of bounded size.
namespace planar {}
}  // namespace stickslip
