#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

/// KEY=from:to:count[:log], both ends included.
struct ParameterRange {
    std::string key;
    std::vector<double> values;
    bool is_logarithmic = false;
};

/// @throws std::invalid_argument naming `option`.
[[nodiscard]] ParameterRange parse_parameter_range(const std::string& text, const std::string& option);

}  // namespace stickslip::cli
