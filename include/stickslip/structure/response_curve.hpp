#pragma once

#include <functional>
#include <vector>

#include "stickslip/structure/case.hpp"
#include "stickslip/structure/observables.hpp"

namespace stickslip::structure {

/// Steady states against a key.
struct ResponseCurve {
    std::vector<double> values;                ///< of the key
    std::vector<Regime> regimes;               ///< at each value
    std::vector<std::vector<double>> columns;  ///< one for each observable; NaN where there is no steady state
    std::vector<std::vector<double>> stuck;    ///< one for each contact: the share of the time that it sticks
};

/// The steady state at each of these values, on all allowed threads; the same numbers for any count of threads. Where
/// the theory says that the motion is unique, the search for one begins at its neighbour's; elsewhere it begins where
/// the case does. `progress` is called once a value, from any thread.
/// @throws std::invalid_argument, also what `case_at` throws.
[[nodiscard]] ResponseCurve response_curve(const std::function<Case(double)>& case_at,
                                           const std::vector<double>& values, const std::vector<Observable>&,
                                           const std::function<void()>& progress = {});

}  // namespace stickslip::structure
