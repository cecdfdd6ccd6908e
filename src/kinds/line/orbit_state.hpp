#pragma once

#include "periodic_orbit.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// The load angle at t = 0 of the one harmonic, with its amplitude taken positive.
[[nodiscard]] double start_angle(const Load&);

/// Adds the cycle from the state at t = 0 and what is read off it as a trajectory.
void add_cycle(SteadyState&, const Oscillator&, const Load&, const State& at_zero);

/// The state of a periodic motion at the start of the load period.
[[nodiscard]] State state_at_zero(const Oscillator&, const Load&, const PeriodicOrbit&, double period);

/// The ratios that belong to amplitude, velocity and loss in physical units, where the load is one harmonic.
void set_ratio_values(SteadyState&, const Oscillator&, const Load&);

/// Everything that a periodic motion, or the lack of one, says of the steady state; `period` of the load.
[[nodiscard]] SteadyState orbit_state(const Oscillator&, const Load&, const PeriodicOrbit&, double period,
                                      const SteadyOptions&);

}  // namespace stickslip
