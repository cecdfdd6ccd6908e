#pragma once

#include <functional>
#include <string>

#include "kinds/ensemble.hpp"

namespace stickslip {

/// Writes a complete ensemble as NetCDF-4 with CF-style metadata: dimensions record, scale and those of the keys that
/// vary; a variable for each observable over all of them. The bytes depend on the ensemble alone. `progress` is told
/// the share done; false stops. @throws std::runtime_error with the path.
bool write_ensemble_netcdf(const Ensemble&, const TileStore&, const std::string& path,
                           const std::function<bool(double)>& progress = {});

}  // namespace stickslip
