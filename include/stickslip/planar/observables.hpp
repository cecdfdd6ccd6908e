#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {

/// A number that is reported of every planar steady state under the same name everywhere.
struct Observable {
    std::string_view name;                ///< under which it is reported
    std::string_view unit;                ///< "1" for ratios and counts
    std::string_view description;         ///< the words for people: axes, legends, tables, files
    double (*value)(const SteadyState&);  ///< NaN where undefined
    bool is_count = false;                ///< a whole number
};

/// All of them, in the order in which they are reported.
[[nodiscard]] std::span<const Observable> observables();

/// @throws std::invalid_argument with the list of names.
[[nodiscard]] const Observable& observable(std::string_view name);

/// Those that a sweep reports where nobody chooses.
[[nodiscard]] std::vector<std::string> usual_observables();

}  // namespace stickslip::planar
