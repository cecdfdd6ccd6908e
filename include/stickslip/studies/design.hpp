#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// A response that depends on what is chosen (`vary`) and on what is not (`over`, for example the load frequency).
using ResponseAt = std::function<double(double vary, double over)>;

/// The worst response over the band for one choice.
struct WorstCase {
    double vary = 0.0;      ///< the choice, in the unit of its key
    double over = 0.0;      ///< where in the band it is worst
    double response = 0.0;  ///< +∞ where the motion is unbounded
};

/// The best choice, with what it does to the band.
struct Optimum {
    WorstCase best;                ///< the choice whose worst place is best
    std::vector<WorstCase> curve;  ///< the worst case over the whole range of choices, for a plot
};

/// How finely choices and bands are searched.
struct DesignOptions {
    int choices = 120;                       ///< equal steps of the first scan over what is chosen
    int band_points = 160;                   ///< equal steps of the first scan over the band
    double tolerance = 1e-9;                 ///< of the choice, in parts of its range
    std::function<void(double)> progress{};  ///< told the share of the work done, from any thread
};

/// The largest response over the band for one choice: a scan, then golden section around its largest values. NaN
/// responses count as 0 (nothing moves).
[[nodiscard]] WorstCase worst_over(const ResponseAt&, double vary, const Interval& band, const DesignOptions& = {});

/// The choice that minimises the largest response over the band: a scan, then golden section around its best points;
/// the largest response is found the same way for every choice. NaN responses count as 0 (nothing moves).
[[nodiscard]] Optimum minimise_worst(const ResponseAt&, const Interval& choices, const Interval& band,
                                     const DesignOptions& = {});

/// The largest choice up to which the motion never sticks anywhere in the band, and where it would stick first.
struct StickLimit {
    double vary = 0.0;             ///< the choice, in the unit of its key
    double over = 0.0;             ///< the place in the band, in the unit of its key
    bool is_end_of_range = false;  ///< it does not stick at all within the range
};

/// nullopt if it sticks for the smallest choice already. The limit is found to 1e-3·tolerance of the range.
[[nodiscard]] std::optional<StickLimit> largest_without_stick(
    const std::function<bool(double vary, double over)>& sticks, const Interval& choices, const Interval& band,
    const DesignOptions& = {});

/// The smallest choice from which on the motion never sticks anywhere in the band, up to the end of the range; nullopt
/// if it sticks for the largest choice.
[[nodiscard]] std::optional<StickLimit> least_without_stick(const std::function<bool(double vary, double over)>& sticks,
                                                            const Interval& choices, const Interval& band,
                                                            const DesignOptions& = {});

/// All choices for which the response has this value, increasing: a scan, then bisection to the last digits. Jumps over
/// the value are left out.
[[nodiscard]] std::vector<double> choices_reaching(double value, const std::function<double(double vary)>& response,
                                                   const Interval& choices, const DesignOptions& = {});

}  // namespace stickslip
