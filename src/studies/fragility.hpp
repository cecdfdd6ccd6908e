#pragma once

#include <cstddef>
#include <vector>

namespace stickslip {

/// A number with the ends of its confidence interval.
struct BoundedNumber {
    double value = 0.0;
    double lower = 0.0;
    double upper = 0.0;
};

/// The scales at which specimens of a population reach a limit.
struct CapacitySample {
    std::vector<double> reached;      ///< where it was reached, > 0
    std::vector<double> not_reached;  ///< the largest scale that was tried, where it was not reached, > 0
    std::vector<double> at_once;      ///< the smallest scale that was tried, where it was beyond already, > 0
};

/// P(limit reached at scale s) = Φ(ln(s/median)/dispersion).
struct Fragility {
    bool exists = false;       ///< at least two specimens reached the limit, at different scales
    BoundedNumber median;      ///< in the unit of the scales
    BoundedNumber dispersion;  ///< standard deviation of the logarithm
};

/// The lognormal distribution of capacities. Where every specimen reached the limit: mean and deviation of the
/// logarithms, with the intervals of Student and χ². Else the most likely values, with profile-likelihood intervals.
/// docs/theory/ensembles.md. @throws std::invalid_argument for scales that are not positive, or a confidence that is
/// not between 0 and 1.
[[nodiscard]] Fragility fit_fragility(const CapacitySample&, double confidence = 0.95);

/// The probability at a scale.
[[nodiscard]] double probability(const Fragility&, double scale);

}  // namespace stickslip
