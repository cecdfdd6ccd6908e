#pragma once

#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// `find_attractor` for an oscillator in closed form, with or without a spring. Without one the points of the attractor
/// have no position.
[[nodiscard]] Attractor find_closed_form_attractor(const Oscillator&, const Load&, const LawState& start, double period,
                                                   const AttractorOptions&);

/// How long the closed-form motion is followed for the attractor of its start.
[[nodiscard]] AttractorOptions closed_form_search();

/// Why a search ended without a period and without chaos.
[[nodiscard]] std::string why_unresolved(const Attractor&, const AttractorOptions&);

/// The velocity of a state as the floor or the belt sees it.
[[nodiscard]] LawState slip_state(const Oscillator&, const State&);

/// What one start leads to under a static bound above the sliding friction.
[[nodiscard]] SteadyState long_run(const Oscillator&, const Load&, const State& start, double period,
                                   const SteadyOptions&);

}  // namespace stickslip
