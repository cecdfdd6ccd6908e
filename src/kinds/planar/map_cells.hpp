#pragma once

#include "maps/cell_evaluator.hpp"

namespace stickslip::planar {

/// Cells of a map that each read and solve their case. @throws std::invalid_argument for unknown observables, CaseError
/// for corners that are no case.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_map_cells(const MapRequest&,
                                                                  const std::vector<std::string>& observables);

}  // namespace stickslip::planar
