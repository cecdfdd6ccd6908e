#pragma once

#include <cstddef>
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
    std::vector<double> largest;  ///< the largest amplitude of any degree of freedom [m]; NaN as in `columns`
};

/// The steady state at each of these values, on all allowed threads; the same numbers for any count of threads. Where
/// the theory says that the motion is unique, the search for one begins at its neighbour's; elsewhere it begins where
/// the case does. `progress` is called once a value, from any thread.
/// @throws std::invalid_argument, also what `case_at` throws.
[[nodiscard]] ResponseCurve response_curve(const std::function<Case(double)>& case_at,
                                           const std::vector<double>& values, const std::vector<Observable>&,
                                           const std::function<void()>& progress = {});

/// How a structure stands at a peak of a response curve.
struct PeakShape {
    double value = 0.0;             ///< of the key
    std::vector<double> amplitude;  ///< half of peak to peak of each degree of freedom [m]
    /// Displacement of each degree of freedom from the middle of its way, without drift, at the moment when the one of
    /// the largest amplitude stands furthest on its positive side [m].
    std::vector<double> shape;
};

/// The shapes at the clearest peaks of the curve's `largest`, at most `most` of them, in the order of their values. A
/// peak stands inside the curve between neighbours that have steady states, and above the valleys on both sides of it.
/// @throws what `case_at` throws.
[[nodiscard]] std::vector<PeakShape> shapes_at_peaks(const std::function<Case(double)>& case_at, const ResponseCurve&,
                                                     std::size_t most = 4);

}  // namespace stickslip::structure
