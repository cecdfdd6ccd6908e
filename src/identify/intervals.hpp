#pragma once

#include <string>
#include <vector>

#include "least_squares.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

/// The covariance of the estimates; rows of numbers that are pressed to a bound, or without effect, are 0. Where the
/// matrix is singular, `alike` names the numbers that the record cannot tell apart.
struct Covariance {
    FitMatrix matrix;
    std::vector<std::string> alike;
};
[[nodiscard]] Covariance covariance_of(const FitModel&, const Fit&, double variance);

/// That the record cannot tell these numbers apart, in a sentence.
[[nodiscard]] std::string cannot_tell(const std::vector<std::string>& alike);

/// Estimates with the intervals of all numbers, and their correlation; a lower minimum met on the way becomes the fit,
/// and they begin again. Whether the record tells the numbers apart; else `found.reason` says which it does not.
[[nodiscard]] bool find_intervals(const FitModel&, Fit&, const IdentifyOptions&, Identification& found);

}  // namespace stickslip::identifying
