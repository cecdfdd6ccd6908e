#pragma once

#include "orbit_search.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {

/// Everything that is told of a periodic motion.
[[nodiscard]] StructureSteadyState report_cycle(const Structure&, const std::shared_ptr<PhaseLibrary>&,
                                                const OrbitSearch&, const FoundOrbit&);

}  // namespace stickslip::structure
