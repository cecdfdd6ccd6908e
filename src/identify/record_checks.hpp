#pragma once

#include <string>
#include <vector>

#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

/// What is strange about a record before any fit.
struct RecordCheck {
    std::vector<std::string> warnings;
    std::vector<char> kept;  ///< 0 for samples at the limit of the sensor
    double spacing = 0.0;    ///< usual time between two samples [s]
};

/// @throws std::invalid_argument for a record that says nothing: too short, constant, not finite, times that do not
/// increase.
[[nodiscard]] RecordCheck checked(const Measurement&, std::size_t parameters);

}  // namespace stickslip::identifying
