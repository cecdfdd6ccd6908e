#pragma once

#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// How long the closed-form motion is followed for the attractor of its start.
[[nodiscard]] AttractorOptions closed_form_search();

/// Why a search ended without a period and without chaos.
[[nodiscard]] std::string why_unresolved(const Attractor&, const AttractorOptions&);

/// The attractor of a start under a static bound above the sliding friction: a linear oscillator with a spring under a
/// periodic load, Coulomb friction. Other attractors and unstable orbits as the options say.
[[nodiscard]] SteadyState attractor_state(const Oscillator&, const Load&, const State& start, double period,
                                          const SteadyOptions&);

}  // namespace stickslip
