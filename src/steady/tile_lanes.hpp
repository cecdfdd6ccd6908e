#pragma once

#include <cstddef>

#include "stickslip/steady/cell_seed.hpp"
#include "stickslip/steady/column_march.hpp"

namespace stickslip {

/// A tile of cells for the vectors of one instruction set.
struct TileTask {
    const CellParameters<double>* cells;
    std::size_t rows;
    std::size_t columns;
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
