#pragma once

#include <memory>

#include "maps/case_plane.hpp"
#include "maps/cell_evaluator.hpp"

namespace stickslip {

/// The evaluator of maps whose cells are dimensionless cells (f, Ω, ζ): whole tiles are solved together. Null where the
/// case, or an observable that is read off the cycle, does not allow it. @throws CaseError
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_ratio_cells(const MapRequest&,
                                                                    const std::vector<std::string>& observables);

}  // namespace stickslip
