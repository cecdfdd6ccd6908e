#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

#include "stickslip/planar/trajectory.hpp"

namespace stickslip::planar {

/// How sliding is followed.
enum class Method {
    exact,                ///< expansions accurate to rounding, events located to rounding
    group_preserving,     ///< [LiuHongLiou2003] Eqs. (31)–(36), (90)–(95): first order, fixed steps
    lorentz_composition,  ///< linear flow and Lorentz boost, composed to eighth order, fixed steps; elastic support
};

/// Pieces of a motion that are kept unless told: half a gigabyte of them.
inline constexpr std::size_t most_pieces_kept = 5'000'000;

/// How a motion is followed, and how much of it is kept.
struct SimulationOptions {
    Method method = Method::exact;               ///< how sliding is followed
    std::size_t most_events = 5'000'000;         ///< an outcome (`Termination::event_limit`), not an error
    std::size_t most_pieces = most_pieces_kept;  ///< the same outcome
    double step = 0.0;                           ///< of the fixed-step methods [s]; 0 is 1/400 of the fastest period
    /// Told the time reached, at every piece; what it throws ends the simulation.
    std::function<void(double)> progress;
};

/// Follows the motion from `start` at t = 0 to `end_time`.
/// @throws std::invalid_argument naming the parameter, its value and its bound; also where a method cannot treat the
/// support.
[[nodiscard]] Trajectory simulate(const Oscillator&, const Load&, const State& start, double end_time,
                                  const SimulationOptions& = {});

/// The same from `start_time`, exact method.
[[nodiscard]] Trajectory simulate_from(const Oscillator&, const Load&, const State& start, double start_time,
                                       double end_time);

/// As an option spells it.
[[nodiscard]] std::string_view name(Method);
/// The method of this name; nullopt if there is none.
[[nodiscard]] std::optional<Method> method_from_name(std::string_view);

}  // namespace stickslip::planar
