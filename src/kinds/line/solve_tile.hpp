#pragma once

#include <cstddef>
#include <span>

#include "cell_seed.hpp"
#include "column_march.hpp"
#include "stickslip/steady/lane_width.hpp"

namespace stickslip {

struct TileOptions {
    MarchWishes wishes;  ///< `velocity` is 0 where it is not wanted
    LaneWidth lanes = best_lane_width();
};

/// The steady states of a tile of cells, row by row, `columns` to a row. Cells seed each other down the columns, so
/// neighbouring rows should differ little. The result depends on the cells of the tile and the options alone.
void solve_tile(std::span<const CellParameters<double>> cells, std::size_t columns,
                std::span<CellSolution<double>> solutions, const TileOptions& = {});

/// The steady states of single cells, each with a seed of its own or none. As many are solved at once as there are
/// lanes, so neighbours in the list should resemble each other. The answers do not depend on the seeds but for the last
/// digits.
void solve_scattered(std::span<const CellParameters<double>> cells, std::span<const CellSeed> seeds,
                     std::span<CellSolution<double>> solutions, const TileOptions& = {});

}  // namespace stickslip
