#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "kinds/line/cell_solution.hpp"
#include "scope.hpp"

namespace stickslip::validation {

/// Cells of a parameter plane: x and y are [from, to, count], cells are centres; `friction`, `frequency` and `damping`
/// are formulas of x and y.
struct CellGrid {
    double x_from = 0.0, x_to = 1.0, y_from = 0.0, y_to = 1.0;
    std::size_t columns = 0, rows = 0;
    std::vector<CellSolution<double>> cells;  ///< row by row, the lowest y first

    [[nodiscard]] double x(std::size_t column) const;
    [[nodiscard]] double y(std::size_t row) const;

    /// The values of a formula of stops, reverse, same_direction, reversals, amplitude, stuck, x, y and the ratios,
    /// cell by cell.
    [[nodiscard]] std::vector<double> values(const std::string& formula, const Scope&) const;

    std::vector<CellParameters<double>> parameters;
};

/// Solves all cells, tile by tile on all allowed threads; in a quick run with at most `quick` cells in each direction.
[[nodiscard]] CellGrid solve_cells(const Tree& spec, const Scope&);

}  // namespace stickslip::validation
