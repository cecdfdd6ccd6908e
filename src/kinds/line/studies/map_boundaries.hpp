#pragma once

#include <vector>

#include "stickslip/maps/map_request.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip {

/// The boundaries between regimes in the plane of a map. Towards frequency 0 and friction 0 they grow without number:
/// they are traced from a tenth of the natural frequency and from this friction ratio on.
/// @throws std::invalid_argument where boundaries are not known: several harmonics, a larger static friction.
[[nodiscard]] std::vector<BoundaryCurve> boundaries_of(const MapRequest&, double least_friction,
                                                       const TraceOptions& = {});

}  // namespace stickslip
