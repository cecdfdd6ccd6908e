#pragma once

#include <optional>

#include "cell_evaluator.hpp"
#include "rank_link.hpp"
#include "stickslip/maps/compute_map.hpp"
#include "tile_store.hpp"

namespace stickslip {

/// How `run_map` cuts this map.
[[nodiscard]] Tiling tiling_of(const MapRequest&, const CellEvaluator&);

/// Computes all tiles that the store lacks, on all allowed threads. What it holds in the end does not depend on the
/// number of threads, nor on how often the work was interrupted and continued.
/// @throws std::runtime_error if a tile cannot be stored or a rank is lost; what is done stays in the store.
[[nodiscard]] MapSummary run_map(const CellEvaluator&, TileStore&, const MapOptions& = {});

/// The whole map in memory.
[[nodiscard]] MapValues compute_map(const CellEvaluator&, const MapRequest&, const MapOptions&);

/// All ranks compute with the same vectors, else their values would differ in the last digits: rank 0 says with which
/// before it runs the map, the others hear it before they make their evaluator.
void tell_lanes(RankLink&, LaneWidth);

/// nullopt if this processor does not have these vectors; rank 0 ends the run then.
[[nodiscard]] std::optional<LaneWidth> hear_lanes(RankLink&);

/// Computes tiles for the leader until it says that the map is over.
void help_map(const CellEvaluator&, const Tiling&, RankLink&);

}  // namespace stickslip
