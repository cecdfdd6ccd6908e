#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// How finely the plane of starts is divided, and how far each motion is followed.
struct BasinOptions {
    Interval position{-4.0, 4.0};          ///< of the starts [m]
    Interval velocity{-6.0, 6.0};          ///< of the starts [m/s]
    int columns = 40;                      ///< cells along the position
    int rows = 40;                         ///< cells along the velocity
    std::uint64_t seed = 1;                ///< each start is at a random place of its cell
    AttractorOptions attractor;            ///< how the motion of each start is followed
    std::function<void(double)> progress;  ///< called with the part that is done, from any thread
};

/// How many starts these are. @throws std::invalid_argument for none, and for more than `most_basin_starts`.
[[nodiscard]] std::size_t starts_of(const BasinOptions&);

/// Days of work, and half a gigabyte.
inline constexpr std::size_t most_basin_starts = 10'000'000;

/// Which attractor a start leads to.
struct BasinCell {
    State start;        ///< where the motion starts
    int attractor = 0;  ///< index in `Basins::attractors`
};

/// An attractor with the share of starts that lead to it.
struct BasinShare {
    Attractor attractor;          ///< the attractor that is reached
    double fraction = 0.0;        ///< share of the starts that lead to it, 0 to 1
    double standard_error = 0.0;  ///< √(f·(1−f)/n): an upper bound, the cells make the starts more even than random
};

/// Which attractor is reached from which start.
struct Basins {
    std::vector<BasinShare> attractors;  ///< the largest share first
    std::vector<BasinCell> cells;        ///< row by row, from the lowest velocity and position
};

/// Attractors and their basins over a rectangle of starts at t = 0. Runs in parallel; the result depends on the seed
/// but not on the number of threads.
[[nodiscard]] Basins basins(const Oscillator&, const Load&, const BasinOptions& = {});

}  // namespace stickslip
