#pragma once

#include <functional>
#include <optional>
#include <string>

#include "maps/cell_evaluator.hpp"
#include "maps/rank_link.hpp"
#include "stickslip/maps/compute_map.hpp"
#include "tile_target.hpp"
#include "verb.hpp"

namespace stickslip::cli {

/// "3.2 thousand cells/s"
[[nodiscard]] std::string rate_text(double per_second, std::string_view things);

/// Computes the tiles that the target lacks, with a bar, on this process and those behind `link`, which may be null.
/// `before` is called when an interruption says how to go on, before the first tile. Nullopt if it was interrupted.
/// @throws what the work threw; a state that an earlier run did not begin is gone then where the request was wrong.
[[nodiscard]] std::optional<MapSummary> lead_tiles(const CellEvaluator&, TileTarget&, RankLink* link,
                                                   const std::string& title, std::string_view things,
                                                   const std::function<void()>& before = {});

/// mpirun ends all ranks as soon as one fails, so one that has nothing to say gives another the time to say it.
[[nodiscard]] int after_the_first_rank(ExitCode);

}  // namespace stickslip::cli
