#pragma once

#include <span>

#include "stickslip/steady/cell.hpp"

namespace stickslip {

/// The steady states of a tile of cells, row by row, `columns` to a row. Neighbouring cells should differ little: they
/// help to find each other's solution. The result depends on the cells of the tile alone.
void solve_tile(std::span<const CellParameters<double>> cells, std::size_t columns,
                std::span<CellSolution<double>> solutions);

}  // namespace stickslip
