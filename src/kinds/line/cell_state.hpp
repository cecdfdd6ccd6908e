#pragma once

#include "cell_solution.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// Units of the dimensionless form and the place of its origin.
struct CellScales {
    double length = 1.0;     ///< p₀/k [m]
    double rate = 1.0;       ///< ωₙ [1/s]
    double load_rate = 1.0;  ///< ω_d [rad/s]
    double centre = 0.0;     ///< x_eq + constant load/k [m]
    double energy = 1.0;     ///< p₀²/k [J]
};

/// For an oscillator with a spring under one harmonic.
[[nodiscard]] CellScales cell_scales(const Oscillator&, const Load&);

void set_ratios(SteadyState&, const Ratios&);

/// What the solution of a cell says of the steady state that `start` leads to: everything but the cycle. `middle` of
/// the motion, in p₀/k, differs from 0 only for a member of a family.
void set_from_cell(SteadyState&, const Ratios&, const CellScales&, const CellSolution<double>&, const State& start,
                   double middle = 0.0);

/// The dimensionless state of the motion of a cell at load angle `target`.
[[nodiscard]] State state_at_angle(const CellParameters<double>&, const CellSolution<double>& found, double target);

}  // namespace stickslip
