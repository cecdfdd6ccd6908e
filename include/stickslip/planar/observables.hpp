#pragma once

#include <string>
#include <vector>

#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {

/// A number that is reported of every planar steady state under the same name everywhere.
struct Observable {
    std::string name;
    std::string unit;  ///< "1" for ratios and counts
    double (*value)(const SteadyState&);
};

/// All of them, in the order in which they are reported.
[[nodiscard]] const std::vector<Observable>& all_observables();

/// The observables of these names, or the usual ones. @throws std::invalid_argument with the list of names.
[[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names);

}  // namespace stickslip::planar
