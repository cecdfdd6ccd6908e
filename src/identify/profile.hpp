#pragma once

// Intervals by the profile likelihood: θⱼ is held, all others follow, and the ends are where
//     (S(θⱼ) − S_min)/σ̂² = t²,   σ̂² = S_min/(n − p),
// with the quantile t of Student's distribution. Unlike the linear interval it follows kinks: a stop that happens one
// half swing earlier.

#include <cstddef>

#include "least_squares.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

struct ProfileRequest {
    double confidence = 0.95;
    int points = 0;  ///< of the curve; 0 is none
};

struct Profile {
    double lower = 0.0;
    double upper = 0.0;
    ProfileCurve curve;
    std::optional<Fit> better;  ///< a lower minimum that was met on the way
};

/// Of one parameter around the best fit; `covariance` is σ̂²·(JᵀJ)⁻¹ of the parameters that are not pressed to a bound.
[[nodiscard]] Profile profile_of(const FitModel&, const Fit& best, const FitMatrix& covariance, std::size_t parameter,
                                 const ProfileRequest&);

/// Student's t with this many degrees of freedom exceeded in both directions together with probability 1 − confidence.
[[nodiscard]] double student_quantile(double confidence, double freedom);

}  // namespace stickslip::identifying
