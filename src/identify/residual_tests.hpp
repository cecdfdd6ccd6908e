#pragma once

#include <cstddef>
#include <span>

#include "fit_model.hpp"

namespace stickslip::identifying {

/// How many standard deviations the residuals are from independent noise: the weighted sum of their correlations with
/// those up to `lags` samples later. Positive where neighbours have the same sign, as they do under a wrong model.
[[nodiscard]] double likeness_of_neighbours(std::span<const double> residuals, std::size_t lags);

/// How many standard deviations a column that is not in the fit (a constant, a straight drift) is away from 0, the
/// fitted columns taken out of it; 0 where they say the same as it.
[[nodiscard]] double score_of(const Residuals&, std::size_t parameters, std::span<const double> column);

}  // namespace stickslip::identifying
