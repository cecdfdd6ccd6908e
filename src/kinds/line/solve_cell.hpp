#pragma once

#include "column_march.hpp"

namespace stickslip {

/// The steady state of one cell on the CPU: the templated kernel in double precision, and once more in extended
/// precision where a slide ends so gently, or closes so slowly, that double rounding would show in the twelfth digit.
[[nodiscard]] CellSolution<double> solve_cell(const CellParameters<double>&);

/// A solution found in double precision, solved once more in extended precision where it may be wrong by 10⁻¹².
[[nodiscard]] CellSolution<double> with_enough_digits(const CellParameters<double>&, const CellSolution<double>& found,
                                                      const MarchWishes&);

}  // namespace stickslip
