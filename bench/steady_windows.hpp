#pragma once

// The windows of the parameter plane in which every cell must have an answer.

#include <cstddef>

#include "kinds/line/harmonic_phases.hpp"

namespace stickslip {

/// A rectangle of the plane (f, Ω), cut into side × side cells.
struct ParameterWindow {
    const char* name;
    double friction_low, friction_high;
    double frequency_low, frequency_high;

    /// The centre of cell `index`, friction fastest.
    [[nodiscard]] CellParameters<double> cell(std::size_t index, int side, double damping) const {
        const double column = static_cast<double>(index % static_cast<std::size_t>(side)) + 0.5;
        const double row = static_cast<double>(index / static_cast<std::size_t>(side)) + 0.5;
        const double friction = friction_low + column * (friction_high - friction_low) / side;
        const double frequency = frequency_low + row * (frequency_high - frequency_low) / side;
        return {friction, friction, frequency, damping};
    }
};

inline constexpr double half_width = 0.02;  // of the windows around the resonances

/// The whole plane; around Ω = 1/n, where branches of stops climb, families live and the closed form has its poles; and
/// very slow loads with tens of stops a cycle.
inline constexpr ParameterWindow steady_windows[] = {
    {"plane", 0.0, 1.1, 0.0, 1.5},
    {"around 1", 0.0, 1.1, 1.0 - half_width, 1.0 + half_width},
    {"around 1/2", 0.0, 1.1, 0.5 - half_width, 0.5 + half_width},
    {"around 1/3", 0.0, 1.1, 1.0 / 3.0 - half_width, 1.0 / 3.0 + half_width},
    {"around 1/4", 0.0, 1.1, 0.25 - half_width, 0.25 + half_width},
    {"around 1/5", 0.0, 1.1, 0.2 - half_width, 0.2 + half_width},
    {"very slow", 0.0, 1.1, 0.005, 0.02},
};

/// Undamped, light, medium, critical and overdamped.
inline constexpr double steady_dampings[] = {0.0, 0.01, 0.3, 1.0, 2.0};

}  // namespace stickslip
