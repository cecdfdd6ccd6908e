#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "stickslip/maps/cell_evaluator.hpp"
#include "stickslip/maps/rank_link.hpp"
#include "stickslip/maps/tile_store.hpp"

namespace stickslip {

/// How far a map is.
struct MapProgress {
    std::size_t cells = 0;     ///< of the map
    std::size_t done = 0;      ///< cells that are stored
    std::size_t restored = 0;  ///< of these, how many were there before
    double seconds = 0.0;      ///< since the start of this run
};

struct MapOptions {
    /// Called about ten times a second from the thread that called `run_map`; false stops the map within about a
    /// second. The tiles that are done stay in the store.
    std::function<bool(const MapProgress&)> progress{};
    RankLink* link = nullptr;  ///< to other processes that run `help_map`; this one is rank 0
};

struct MapSummary {
    bool is_complete = false;  ///< false if it was stopped
    std::size_t cells = 0;
    std::size_t not_converged = 0;  ///< of the cells in the store
    std::size_t computed = 0;       ///< cells computed by this run
    double seconds = 0.0;
    int threads = 0;  ///< of all ranks
    int ranks = 1;
    std::vector<double> idle_shares{};  ///< of each rank: of the time of its threads, over the whole run

    [[nodiscard]] double largest_idle_share() const {
        return idle_shares.empty() ? 0.0 : *std::max_element(idle_shares.begin(), idle_shares.end());
    }
};

/// How `run_map` cuts this map.
[[nodiscard]] Tiling tiling_of(const MapRequest&, const CellEvaluator&);

/// Computes all tiles that the store lacks, on all allowed threads. What it holds in the end does not depend on the
/// number of threads, nor on how often the work was interrupted and continued.
/// @throws std::runtime_error if a tile cannot be stored or a rank is lost; what is done stays in the store.
[[nodiscard]] MapSummary run_map(const CellEvaluator&, TileStore&, const MapOptions& = {});

/// All ranks compute with the same vectors, else their values would differ in the last digits: rank 0 says with which
/// before it runs the map, the others hear it before they make their evaluator.
void tell_lanes(RankLink&, LaneWidth);

/// nullopt if this processor does not have these vectors; rank 0 ends the run then.
[[nodiscard]] std::optional<LaneWidth> hear_lanes(RankLink&);

/// Computes tiles for the leader until it says that the map is over.
void help_map(const CellEvaluator&, const Tiling&, RankLink&);

/// A whole map in memory; without values if it was stopped.
struct MapValues {
    MapSummary summary;
    std::vector<double> x;  ///< centres of the columns
    std::vector<double> y;  ///< centres of the rows
    std::vector<MapQuantity> quantities;
    std::vector<std::vector<double>> values;  ///< of each quantity, row by row from the lowest y; NaN where undefined
};

/// @throws std::invalid_argument as `make_evaluator`.
[[nodiscard]] MapValues compute_map(const MapRequest&, const MapOptions& = {});

}  // namespace stickslip
