#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// Where the motion starts at each value of a sweep.
enum class SweepDirection {
    none,  ///< where the case says
    up,    ///< where the motion at the previous value ended, from the first value to the last
    down,  ///< likewise, from the last value to the first
};

/// As files spell it.
[[nodiscard]] std::string_view name(SweepDirection);

/// A point of a response curve.
struct SweepPoint {
    double value = 0.0;                               ///< of the swept key
    SteadyState state;                                ///< the steady state there
    SweepDirection direction = SweepDirection::none;  ///< where the motion started
};

/// The steady states at these values, in this order, on all allowed threads.
[[nodiscard]] std::vector<SweepPoint> sweep(const std::function<SteadyState(double)>& steady_at,
                                            const std::vector<double>& values);

/// The steady states at these values, in this order, each started where the previous one passes at t = 0, the first
/// where the case starts. Where several motions coexist the two directions differ: hysteresis.
[[nodiscard]] std::vector<SweepPoint> continued_sweep(
    const std::function<SteadyState(double, const std::optional<State>&)>& steady_from,
    const std::vector<double>& values, SweepDirection);

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
