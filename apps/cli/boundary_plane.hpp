#pragma once

#include <functional>
#include <string>

#include "stickslip/model/case.hpp"

namespace stickslip::cli {

/// Ratios as functions of two keys, for tracing boundaries. The common keys are set directly; others go through the
/// case. @throws std::invalid_argument where boundaries are not known: several harmonics, a larger static friction.
[[nodiscard]] std::function<Ratios(double, double)> boundary_plane(const CaseDocument&, const std::string& x,
                                                                   const std::string& y);

}  // namespace stickslip::cli
