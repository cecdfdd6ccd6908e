#pragma once

#include "event_search.hpp"
#include "expansion.hpp"

namespace stickslip::structure {

/// Zeros at the start of a phase that a search can divide out.
inline constexpr int most_zeros = 3;

/// Everything that can happen in a phase, by the series around its start, and the polynomials of these functions there.
/// Nothing is asked after `horizon`.
void watch(const DenseStructure&, const PhaseMotion&, const StartZeros&, const Expansion&, double horizon,
           std::vector<Watched>&, std::vector<Polynomial>&);

}  // namespace stickslip::structure
