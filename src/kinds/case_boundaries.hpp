#pragma once

#include "case_kind.hpp"

namespace stickslip {

/// Boundaries of a case of any kind, in the plane of two of its keys.
///
/// One dimension: docs/theory/steady.md section 11. In the plane (docs/theory/planar.md section 8) A means that a slide
/// vanishes (the step to rest for ever included), B that a stick interval vanishes, C the same where the motion turns
/// back; stops are the stick intervals per cycle. Of structures each contact has boundaries of its own
/// (docs/theory/structures.md).
struct CaseBoundaryOptions {
    std::function<bool(double done)> progress;  ///< told the share of the work done; false stops curves
};

/// All crossings along the line from (window.x_low, window.y_low) to (window.x_high, window.y_low) of the plane.
/// @throws std::invalid_argument where boundaries are not defined: one dimension with several harmonics or static
/// friction above the sliding friction, a load that is not periodic.
[[nodiscard]] std::vector<Crossing> case_crossings(const CaseKind&, const BoundaryPlane&,
                                                   const CaseBoundaryOptions& = {});

/// All boundary curves in the window. @throws std::invalid_argument as case_crossings.
[[nodiscard]] std::vector<BoundaryCurve> case_boundaries(const CaseKind&, const BoundaryPlane&,
                                                         const CaseBoundaryOptions& = {});

}  // namespace stickslip
