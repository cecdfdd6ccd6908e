#pragma once

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// The steady state of an oscillator without closed form, or of any oscillator on a belt under a constant load.
[[nodiscard]] SteadyState law_steady_state(const Oscillator&, const Load&, const State& start, const SteadyOptions&);

}  // namespace stickslip
