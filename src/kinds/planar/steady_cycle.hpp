#pragma once

#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {

/// The steady state without what is read off its cycle: regime, multiplier, cycle, stick intervals and stuck fraction.
/// The start is taken to be near that state, such as the one of a neighbouring place; another one costs a vain attempt.
[[nodiscard]] SteadyState steady_cycle(const Oscillator&, const Load&, const State& start);

}  // namespace stickslip::planar
