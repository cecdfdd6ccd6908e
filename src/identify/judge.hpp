#pragma once

#include <string>
#include <vector>

#include "least_squares.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

/// A part of what a model is compared with that has neighbours: the samples of one sensor, in the order of time.
struct JudgedChannel {
    std::string name;           ///< empty where there is only one
    std::size_t first = 0;      ///< of its samples among all
    std::vector<double> times;  ///< of its samples
    double range = 0.0;         ///< of what was measured, largest less least
    std::size_t lags = 2;       ///< over so many samples a wrong model deviates to one side
    bool is_offset_known = false;
    bool can_drift = true;
};

/// Samples in a quarter of a half swing of this angular rate: over it a wrong model deviates to one side.
[[nodiscard]] std::size_t lags_of(double rate, double spacing);

/// Warnings about a fit whose estimates stand in `found`, and whether it is a misfit.
void judge_residuals(const FitModel&, const Fit&, const std::vector<JudgedChannel>&, Identification& found);
void judge_estimates(const FitModel&, Identification& found);
void judge_models(Identification& found);

}  // namespace stickslip::identifying
