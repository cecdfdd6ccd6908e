#pragma once

#include <cstddef>
#include <functional>
#include <limits>

#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// How much of a motion is followed and kept.
struct SimulationOptions {
    std::size_t most_events = 50'000'000;  ///< an outcome (`Termination::event_limit`), not an error
    /// Phases, or steps of a motion by series, that are kept: a bound on the memory, with the same outcome.
    std::size_t most_phases = std::numeric_limits<std::size_t>::max();
    /// Told the time reached, every few hundred events; what it throws ends the simulation.
    std::function<void(double)> progress;
};

/// Follows the motion from `start` at t = 0 to `end_time`, event by event. Between events the flow is closed form, so
/// event times are the only numerical quantity; each satisfies |v| ≤ 4 ulp of the velocity scale and is proven
/// to be the first of its kind (docs/theory/events.md).
/// @throws std::invalid_argument naming the parameter, its value and its bound.
[[nodiscard]] Trajectory simulate(const Oscillator&, const Load&, const State& start, double end_time,
                                  const SimulationOptions& = {});

}  // namespace stickslip
