#pragma once

#include "maps/cell_evaluator.hpp"

namespace stickslip::structure {

/// Cells of a map of structures. @throws std::invalid_argument for unknown observables and loads that do not repeat,
/// CaseError for corners that are no case.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_map_cells(const MapRequest&,
                                                                  const std::vector<std::string>& observables);

}  // namespace stickslip::structure
