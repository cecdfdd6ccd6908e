#pragma once

#include <string>
#include <vector>

#include "studies/motion_response.hpp"

namespace stickslip::planar {

/// Numbers of the motion of a planar case. @throws CaseError, std::invalid_argument with the list of names.
[[nodiscard]] MotionResponse motion_response(const CaseDocument&, const std::vector<std::string>& observables);

}  // namespace stickslip::planar
