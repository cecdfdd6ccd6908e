#pragma once

#include <functional>
#include <string>

#include "kinds/ensemble.hpp"

namespace stickslip {

/// Whether the scales of the records are a dimension, or what was computed.
enum class EnsembleScales { along_a_dimension, left_out };

/// Writes what was computed of an ensemble as NetCDF-4 with CF-style metadata: dimensions record, scale and those of
/// the keys that vary; a variable for each quantity over all of them. The bytes depend on the ensemble alone.
/// `progress` is told the share done; false stops. @throws std::runtime_error with the path.
bool write_ensemble_netcdf(const EnsembleRequest&, EnsembleScales, const TileStore&, const std::string& path,
                           const std::function<bool(double)>& progress = {});

}  // namespace stickslip
