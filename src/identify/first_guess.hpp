#pragma once

// Where a fit may start: least squares has as many minima as there are numbers of half swings that nearly fit, so that
// its starts must come from the record.

#include <span>
#include <vector>

#include "record_fit.hpp"

namespace stickslip::identifying {

/// What a free decay looks like: X₀, V₀ and the centre, the frequency, and how it decays.
struct Swing {
    double frequency = 0.0;  ///< ω of the damped motion [rad/s]
    double position = 0.0;   ///< x(0) − centre [m]
    double velocity = 0.0;   ///< x′(0) [m/s]
    double centre = 0.0;     ///< in the unit of the record
};

/// The swings that fit best to the beginnings of a record: a + (b + d·t)·cos ωt + (c + e·t)·sin ωt over windows of
/// several lengths. Where the case fixes ω, `known` is it.
[[nodiscard]] std::vector<Swing> swings_of(const Samples&, double known);

/// Starts for a free decay: over the swings, over the number of half swings until the mass rests, and over viscous
/// damping.
[[nodiscard]] std::vector<Values> decay_guesses(const CaseFamily&, const Samples&);

/// Starts from the balance of forces m·x″ + c·x′ + k·(x − x_eq) + r·sgn x′ = p(t), which is linear in the numbers: x,
/// x′ and x″ by local polynomials over windows of several lengths.
[[nodiscard]] std::vector<Values> balance_guesses(const CaseFamily&, const Samples&);

}  // namespace stickslip::identifying
