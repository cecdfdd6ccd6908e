#pragma once

#include <functional>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

struct SweepPoint {
    double value = 0.0;  ///< of the swept key
    SteadyState state;
};

/// The steady states at these values, in this order, on all allowed threads.
[[nodiscard]] std::vector<SweepPoint> sweep(const std::function<SteadyState(double)>& steady_at,
                                            const std::vector<double>& values);

/// What makes an interval of a sweep worth halving.
struct RefineOptions {
    double bend = 0.004;    ///< deviation of the middle from the chord, in parts of the range of `curve`
    int most_halvings = 7;  ///< of one interval of the given sweep
    std::function<double(const SteadyState&)> curve;  ///< the value that is drawn
};

/// The sweep with further points where its curve bends or the pattern of stops changes.
[[nodiscard]] std::vector<SweepPoint> refined(const std::function<SteadyState(double)>& steady_at,
                                              std::vector<SweepPoint> points, const RefineOptions&);

}  // namespace stickslip
