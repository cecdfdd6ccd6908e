#pragma once

#include "studies/case_backbone.hpp"

namespace stickslip::structure {

/// A free motion of one combination of degrees of freedom ("roof", "2-1"). Loads that vary for ever are left out,
/// records run to their end. @throws CaseError, std::invalid_argument for surfaces that move.
[[nodiscard]] FreeDecay structure_decay(const CaseDocument&, const DecayRequest&);

/// The steady motions of one combination of degrees of freedom. @throws CaseError
[[nodiscard]] std::unique_ptr<ForcedMotion> structure_forced_motion(const CaseDocument&, const std::string& of);

}  // namespace stickslip::structure
