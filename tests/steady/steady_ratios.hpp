#pragma once

// The steady state of the dimensionless oscillator.

#include "stickslip/model/ratios.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

inline SteadyState steady_of(const Ratios& ratios, const State& start = {}, const SteadyOptions& options = {}) {
    return steady_state(oscillator_of(ratios), load_of(ratios), start, options);
}

}  // namespace stickslip
