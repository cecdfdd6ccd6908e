#pragma once

#include "identify/measured_motion.hpp"

namespace stickslip {

/// One mass on a line as a sensor sees it; it has one place, whatever it is called.
/// @throws std::invalid_argument for more than one.
[[nodiscard]] std::unique_ptr<identifying::MeasuredMotion> line_measured(const CaseDocument&,
                                                                         const std::vector<std::string>& places);

}  // namespace stickslip
