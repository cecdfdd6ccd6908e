#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// A number that is reported of every steady state under the same name everywhere: JSON, CSV, NetCDF, plots, Python.
struct Observable {
    std::string_view name;
    std::string_view unit;                ///< "1" for ratios and counts
    std::string_view description;         ///< for axes and files
    double (*value)(const SteadyState&);  ///< NaN where undefined
    bool is_count = false;
    bool needs_cycle = false;  ///< read off `SteadyState::cycle`
};

/// All observables, ratios first, in the order in which they are reported.
[[nodiscard]] std::span<const Observable> observables();

/// @throws std::invalid_argument with the list of names.
[[nodiscard]] const Observable& observable(std::string_view name);

}  // namespace stickslip
