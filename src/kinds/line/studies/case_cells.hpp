#pragma once

#include <memory>
#include <string>
#include <vector>

#include "maps/cell_evaluator.hpp"

namespace stickslip {

/// Evaluators that read and solve the case of each cell by itself.
/// @throws std::invalid_argument for unknown observables, CaseError for corners that are no case.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_steady_cells(const MapRequest&,
                                                                     const std::vector<std::string>& observables);

/// What a motion comes to, for any law and spring: the kind of attractor, its period, the largest exponent; steady
/// observables besides where they are wanted.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_attractor_cells(const MapRequest&,
                                                                        const std::vector<std::string>& observables);

/// Whether this observable is one of the attractor: exponent, attractor_period.
[[nodiscard]] bool is_attractor_observable(const std::string& name);

}  // namespace stickslip
