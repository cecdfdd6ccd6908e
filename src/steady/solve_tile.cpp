#include "stickslip/steady/solve_tile.hpp"

#include "stickslip/steady/solve_cell.hpp"

namespace stickslip {

void solve_tile(std::span<const CellParameters<double>> cells, std::size_t /*columns*/,
                std::span<CellSolution<double>> solutions) {
    for (std::size_t i = 0; i < cells.size(); ++i) solutions[i] = solve_cell(cells[i]);
}

}  // namespace stickslip
