#pragma once

#include <cstddef>

#include "cell_seed.hpp"
#include "column_march.hpp"

namespace stickslip {

/// A tile of cells for the vectors of one instruction set. Marches go down the columns.
struct TileTask {
    const CellParameters<double>* cells;
    std::size_t rows;
    std::size_t columns;
    std::size_t row_stride;     ///< from a cell to the next in its column
    std::size_t column_stride;  ///< to the next in its row
    FlowKind kind;
    MarchWishes wishes;
    CellSolution<double>* solutions;
    const CellSeed* seeds = nullptr;  ///< of each cell, where they are no neighbours
};

/// Solves what seeds, of neighbours or given, and a plain search can; the rest stays not-converged.
using SolveTileLanes = void (*)(const TileTask&);

namespace baseline {
void solve_tile_lanes(const TileTask&);
}
namespace avx2 {
void solve_tile_lanes(const TileTask&);
}
namespace avx512 {
void solve_tile_lanes(const TileTask&);
}

}  // namespace stickslip
