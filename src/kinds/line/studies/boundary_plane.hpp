#pragma once

#include <functional>
#include <string>

#include "stickslip/model/case.hpp"

namespace stickslip {

/// The ratios of a case as functions of two of its keys, for `crossings_along` and `trace_boundaries`. The common keys
/// are set directly; others go through the case.
/// @throws std::invalid_argument unless the case has a spring, one harmonic, and equal static and sliding friction.
[[nodiscard]] std::function<Ratios(double, double)> boundary_plane(const CaseDocument&, const std::string& x,
                                                                   const std::string& y);

}  // namespace stickslip
