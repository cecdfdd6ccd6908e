#pragma once

// What pictures of structures have in common: many curves in a panel, and a row for each contact.

#include <cstddef>
#include <vector>

#include "plot_panels.hpp"
#include "stickslip/structure/structure.hpp"

namespace stickslip::cli {

inline constexpr std::size_t most_curves = 8;  // degrees of freedom, or contacts, in one panel
inline constexpr std::size_t most_bars = 40;   // contacts that have a row of their own

inline constexpr Code curve_colours[most_curves] = {"'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'",
                                                    "'#e69f00'", "'#56b4e9'", "'#000000'", "'#999999'"};

/// plot a, b, …
[[nodiscard]] Script plot_list(const std::vector<Script>& parts);

/// Names of contacts in the place of the numbers 1, 2, … of an axis.
[[nodiscard]] Script contact_tics(const structure::Structure&, Code axis);

}  // namespace stickslip::cli
