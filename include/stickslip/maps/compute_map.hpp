#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "stickslip/maps/map_request.hpp"

namespace stickslip {

/// How a quantity of a map is stored.
enum class QuantityType {
    flag,   ///< one byte, the index of one of `MapQuantity::meanings`
    count,  ///< four bytes, −1 where undefined
    real,   ///< eight bytes, NaN where undefined
};

/// What is stored of every cell of a map.
struct MapQuantity {
    std::string name;                        ///< as a file spells it
    std::string unit;                        ///< "1" for ratios and counts
    std::string description;                 ///< in words, for axes and legends
    QuantityType type = QuantityType::real;  ///< how it is stored
    std::vector<std::string> meanings{};     ///< of a flag, in the order of its values
};

/// How far a map is.
struct MapProgress {
    std::size_t cells = 0;     ///< of the map
    std::size_t done = 0;      ///< cells that are stored
    std::size_t restored = 0;  ///< of these, how many were there before
    double seconds = 0.0;      ///< since the start of this run
};

class RankLink;

/// Where progress is reported, and which processes help.
struct MapOptions {
    /// Called about ten times a second from the thread that called `run_map`; false stops the map within about a
    /// second. The tiles that are done stay in the store.
    std::function<bool(const MapProgress&)> progress{};
    RankLink* link = nullptr;  ///< to other processes that run `help_map`; this one is rank 0
};

/// The outcome of a map.
struct MapSummary {
    bool is_complete = false;           ///< false if it was stopped
    std::size_t cells = 0;              ///< of the map
    std::size_t not_converged = 0;      ///< of the cells in the store
    std::size_t computed = 0;           ///< cells computed by this run
    double seconds = 0.0;               ///< since the start of this run [s]
    int threads = 0;                    ///< of all ranks
    int ranks = 1;                      ///< processes that took part
    std::vector<double> idle_shares{};  ///< of each rank: of the time of its threads, over the whole run

    /// The largest of `idle_shares`, 0 to 1.
    [[nodiscard]] double largest_idle_share() const {
        return idle_shares.empty() ? 0.0 : *std::max_element(idle_shares.begin(), idle_shares.end());
    }
};

/// A whole map in memory; without values if it was stopped.
struct MapValues {
    MapSummary summary;                       ///< the outcome
    std::vector<double> x;                    ///< centres of the columns
    std::vector<double> y;                    ///< centres of the rows
    std::vector<MapQuantity> quantities;      ///< what was computed of every cell
    std::vector<std::vector<double>> values;  ///< of each quantity, row by row from the lowest y; NaN where undefined
};

/// Computes a map on all allowed threads.
/// @throws std::invalid_argument for what cannot be mapped, before any work.
[[nodiscard]] MapValues compute_map(const MapRequest&, const MapOptions& = {});

}  // namespace stickslip
