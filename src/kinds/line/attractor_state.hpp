#pragma once

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// The attractor of a start under a static bound above the sliding friction: a linear oscillator or a free block under
/// a periodic load, Coulomb friction. Other attractors and unstable orbits as the options say.
[[nodiscard]] SteadyState attractor_state(const Oscillator&, const Load&, const State& start, double period,
                                          const SteadyOptions&);

}  // namespace stickslip
