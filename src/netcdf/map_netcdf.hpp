#pragma once

#include <functional>
#include <string>

#include "maps/tile_store.hpp"
#include "stickslip/maps/map_request.hpp"

namespace stickslip {

/// Writes a complete map as NetCDF-4 with CF-style metadata: a coordinate for each axis, a variable for each quantity,
/// the case, the command and the version. The bytes depend on the map alone. Memory: one row of tiles. In the target
/// stickslip_map_netcdf, because the core does not need NetCDF. `progress` is told the share done; false stops.
/// @throws std::runtime_error with the path.
bool write_map_netcdf(const MapRequest&, const TileStore&, const std::string& path,
                      const std::function<bool(double)>& progress = {});

}  // namespace stickslip
