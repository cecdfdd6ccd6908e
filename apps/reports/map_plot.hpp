#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "maps/tile_store.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip::cli {

/// A picture shows at most this many cells along each axis of a panel.
inline constexpr std::size_t most_picture_cells = 1200;

struct MapPicture {
    const MapRequest& request;
    const std::string& title;  ///< may be empty
    const std::vector<MapQuantity>& quantities;
    const MapSample& sample;
    const std::vector<BoundaryCurve>& boundaries;  ///< drawn over the panels; may be empty
};

/// A panel for each quantity that was asked for; the status alone if there is no other.
[[nodiscard]] Drawing plot_map(const MapPicture&);

}  // namespace stickslip::cli
