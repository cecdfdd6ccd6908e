#pragma once

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// A problem counted from where spring and constant load balance, x_eq + p_constant/k: a motion far from x = 0 keeps
/// all its digits.
struct RelativeProblem {
    Oscillator oscillator;
    Load load;
    State start;
    double centre = 0.0;  ///< [m]
};
[[nodiscard]] RelativeProblem relative_problem(const Oscillator&, const Load&, const State& start);

/// Counts the positions of an answer from x = 0 again; `oscillator` and `load` are those of the problem itself.
void move_back(SteadyState&, const Oscillator& oscillator, const Load& load, double centre);

}  // namespace stickslip
