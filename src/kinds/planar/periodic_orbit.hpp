#pragma once

// The periodic motion as a fixed point: z = −Φ(z) over half a period where the load is antisymmetric, z = Φ(z) over a
// whole one otherwise. Newton's method with the exact derivative of Φ; the section lies in the middle of the longest
// phase, so that its kind (stick or slide) is the same in every iteration.

#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {

struct PeriodicOrbit {
    bool is_found = false;
    State at_zero;            ///< the state at t = 0 (mod the period)
    double residual = 0.0;    ///< largest change of a further Newton step, over the scale of the motion
    double multiplier = 0.0;  ///< largest modulus
    bool grows = false;       ///< marching saw the energy grow steadily
};

[[nodiscard]] bool is_antisymmetric(const Oscillator&, const Load&, double period);

/// Where a search starts: near the orbit Newton's method is tried at once, elsewhere the motion is followed first.
enum class SearchFrom { anywhere, nearby };

[[nodiscard]] PeriodicOrbit find_periodic_orbit(const Oscillator&, const Load&, const State& start, double period,
                                                SearchFrom = SearchFrom::anywhere);

}  // namespace stickslip::planar
