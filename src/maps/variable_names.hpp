#pragma once

#include <string>
#include <vector>

#include "stickslip/maps/compute_map.hpp"

namespace stickslip {

/// A key or an observable as a name that every reader of NetCDF takes: load.frequency becomes load_frequency, and
/// amplitude[roof] becomes amplitude_roof. Letters beyond ASCII stay; what no file could hold becomes an underscore.
[[nodiscard]] std::string variable_name(const std::string& name);

/// The names of all quantities of a map as variables beside its two coordinates, each different from all others.
[[nodiscard]] std::vector<std::string> variable_names(const std::vector<MapQuantity>&, const std::string& x_key,
                                                      const std::string& y_key);

}  // namespace stickslip
