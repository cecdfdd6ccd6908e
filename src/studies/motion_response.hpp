#pragma once

#include <functional>
#include <string>
#include <vector>

#include "studies/case_response.hpp"

namespace stickslip {

/// Numbers of the motion of a case from its start to its end, as designs over records ask for them.
struct MotionResponse {
    std::vector<ObservableName> observables;  ///< those that were asked for
    /// Of which of them each number is: the largest of several degrees of freedom has a number for each.
    std::vector<std::size_t> observable_of;
    /// The numbers of a case, which differs in values only; +∞ where the motion ends too early.
    std::function<std::vector<double>(const CaseDocument&)> values;
};

/// Of one mass on a line. @throws std::invalid_argument with the list of names
[[nodiscard]] MotionResponse line_motion_response(const CaseDocument&, const std::vector<std::string>& observables);

}  // namespace stickslip
