#pragma once

#include <string>
#include <vector>

#include "stickslip/studies/boundary.hpp"

namespace stickslip::cli {

/// Curves in the plane of the keys `x` and `y`.
[[nodiscard]] std::string boundary_csv(const std::string& x, const std::string& y, const std::vector<BoundaryCurve>&);
[[nodiscard]] std::string boundary_json(const std::string& x, const std::string& y, const std::vector<BoundaryCurve>&);

}  // namespace stickslip::cli
