#pragma once

#include <optional>
#include <string>

#include "stickslip/model/case.hpp"

namespace stickslip {

/// How many periods, of the load or natural ones, a motion is followed for where its case does not say.
inline constexpr double default_periods = 20.0;

/// How long to follow the motion of a case [s]: as it says, else for the length of its record, for load periods, or for
/// natural periods. `frequency` is the natural one [rad/s], 0 without one. @throws CaseError that begins with the title
/// where there is none of these.
[[nodiscard]] double run_length(const RunSettings&, const Load& load, std::optional<double> period, double frequency,
                                const std::string& title);

[[noreturn]] void refuse_without_length(const std::string& title);

}  // namespace stickslip
