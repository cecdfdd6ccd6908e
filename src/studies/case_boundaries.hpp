#pragma once

#include <string>

#include "case_response.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip {

/// Boundaries of a case of either kind, in the plane of two of its keys.
///
/// One dimension: docs/theory/steady.md section 11. In the plane (docs/theory/planar.md section 8) A means that a slide
/// vanishes (the step to rest for ever included), B that a stick interval vanishes, C the same where the motion turns
/// back; stops are the stick intervals per cycle.
struct CaseBoundaryOptions {
    std::function<bool(double done)> progress;  ///< told the share of the work done; false stops curves
    std::function<void()> at_each_point;        ///< called before every motion; what it throws ends the search
};

/// Whether there can be boundaries at a place of the plane. @throws as the functions below.
void require_boundaries(const CaseDocument&, const std::string& x, double x_value, const std::string& y,
                        double y_value);

/// All crossings for range.low < value of `x` < range.high, with the key `at` fixed.
/// @throws std::invalid_argument where boundaries are not defined: one dimension with several harmonics or static
/// friction above the sliding friction, a load that is not periodic.
[[nodiscard]] std::vector<Crossing> case_crossings(const CaseDocument&, const std::string& x, const Interval& range,
                                                   const std::string& at, double value,
                                                   const CaseBoundaryOptions& = {});

/// All boundary curves in the window of the keys `x` and `y`.
[[nodiscard]] std::vector<BoundaryCurve> case_boundaries(const CaseDocument&, const std::string& x,
                                                         const std::string& y, const PlaneWindow&,
                                                         const CaseBoundaryOptions& = {});

/// The regime and the stops per cycle at a place of the plane.
[[nodiscard]] CaseResponse::Motion motion_at(const CaseDocument&, const std::string& x, double x_value,
                                             const std::string& y, double y_value);

}  // namespace stickslip
