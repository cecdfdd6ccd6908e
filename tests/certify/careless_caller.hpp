#pragma once

#include "stickslip/certify/certify.hpp"

namespace stickslip {

/// One of the rounding modes of <cfenv>, by its number in the list of the test.
inline constexpr int rounding_modes = 4;

/// Certifies in this rounding mode; with `flushes`, the processor takes small numbers for zero. Compiled with -O3 and
/// -ffast-math.
[[nodiscard]] Certificate certify_carelessly(const Ratios&, int mode, bool flushes);

}  // namespace stickslip
