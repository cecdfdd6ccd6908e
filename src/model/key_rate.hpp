#pragma once

// How the numbers that a case is read into change with one of its keys. A case file is read exactly as elsewhere, at
// nine values of the key; the numbers are polynomials of low degree in nearly every key (a base that moves with ω², a
// bound μ·N), for which the derivative of the interpolating polynomial is exact, and smooth in the others: ratios with
// a mass below a root. docs/theory/sensitivity.md, section 4.

#include <functional>
#include <string_view>
#include <vector>

#include "stickslip/model/case.hpp"

namespace stickslip {

/// The numbers of a case in an order that depends on its shape alone. @throws CaseError where the case cannot be read.
using CaseNumbers = std::function<std::vector<double>(const CaseDocument&)>;

/// The number that a key has in a case: the one that it gives, or a default of 0 or 1.
/// @throws std::invalid_argument if there is none, or if the key names several numbers that differ.
[[nodiscard]] double value_of_key(const CaseDocument&, std::string_view key, const CaseNumbers&);

/// The derivatives of all numbers by the key, which has this value.
/// @throws std::invalid_argument if the case cannot be read near it.
[[nodiscard]] std::vector<double> rates_of_numbers(const CaseDocument&, std::string_view key, double value,
                                                   const CaseNumbers&);

}  // namespace stickslip
