#pragma once

#include <span>

#include "first_guess.hpp"
#include "least_squares.hpp"

namespace stickslip::identifying {

/// The samples of a fit, and how many of them each stage looks at.
struct SearchData {
    explicit SearchData(Samples given);
    Samples all;
    Samples many;  ///< for starts
    Samples some;  ///< for the fits of the search
    Samples few;   ///< for what is only compared
};

/// The starts that the case and the record give, the nearest to the record first.
[[nodiscard]] std::vector<Values> starts(const CaseFamily&, const SearchData&);

/// Those from which there is a motion, the nearest to the record first.
[[nodiscard]] std::vector<Values> ranked(const CaseFamily&, const SearchData&, std::vector<Values> starts);

/// The best of the fits from the first of these starts, on part of the samples.
[[nodiscard]] Fit best_of(const CaseFamily&, const SearchData&, std::span<const Values> starts);

/// The best of the fits around this one, on part of the samples: from its beginning alone, and with more or less
/// friction, so that the mass rests a half swing earlier or later.
[[nodiscard]] Fit improved(const CaseFamily&, const SearchData&, Fit);

/// The improved fit on all samples. Accelerations jump at events: samples next to one, where a sensor smooths, are left
/// out.
[[nodiscard]] Fit refined(const CaseFamily&, const SearchData&, Fit, Samples& used);

/// Whether nothing drives the mass but what it starts with.
[[nodiscard]] bool is_free(const Case&);

}  // namespace stickslip::identifying
