#pragma once

#include "stickslip/steady/cell.hpp"

namespace stickslip {

/// The steady state of one cell on the CPU: the templated kernel in double precision, and once more in extended
/// precision where a slide ends so gently, or closes so slowly, that double rounding would show in the twelfth digit.
[[nodiscard]] CellSolution<double> solve_cell(const CellParameters<double>&);

}  // namespace stickslip
