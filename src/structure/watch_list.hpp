#pragma once

#include "event_search.hpp"
#include "expansion.hpp"

namespace stickslip::structure {

/// Zeros at the start of a phase that a search can divide out.
inline constexpr int most_zeros = 3;

/// Everything that can happen in a phase, by the series around its start, and the polynomials of these functions there.
[[nodiscard]] std::vector<Watched> watched(const DenseStructure&, const PhaseMotion&, const StartZeros&,
                                           const Expansion&, std::vector<Polynomial>&);

}  // namespace stickslip::structure
