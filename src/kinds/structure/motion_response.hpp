#pragma once

#include "studies/motion_response.hpp"

namespace stickslip::structure {

/// The names of the numbers of a motion, DOF and NAME in the place of a degree of freedom and of a contact.
[[nodiscard]] std::vector<std::string> motion_observable_names();

/// Numbers of the motion of a structure. @throws CaseError, std::invalid_argument with the list of names.
[[nodiscard]] MotionResponse motion_response(const CaseDocument&, const std::vector<std::string>& observables);

}  // namespace stickslip::structure
