#pragma once

#include <memory>

#include "maps/cell_evaluator.hpp"

namespace stickslip {

/// Cells that are solved as before and then proved: after the quantities of `solved` come those of `proof_names`.
/// @throws FieldError for what is not proved, before any work.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_proved_cells(const MapRequest& request,
                                                                     std::unique_ptr<const CellEvaluator> solved);

}  // namespace stickslip
