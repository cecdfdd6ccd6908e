#pragma once

#include "identify/measured_motion.hpp"

namespace stickslip::structure {

/// A structure as sensors see it: each shows a degree of freedom, by name or by its number from 1, or the difference of
/// two. @throws CaseError, std::invalid_argument for a place that there is not.
[[nodiscard]] std::unique_ptr<identifying::MeasuredMotion> structure_measured(const CaseDocument&,
                                                                              const std::vector<std::string>& places);

}  // namespace stickslip::structure
