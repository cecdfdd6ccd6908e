#pragma once

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// Whether some load feeds more energy into an undamped motion than friction can take out, however large the motion is:
/// a mode φ with C·φ = 0 at the frequency of a load, π·|φᵀp| > 4·Σ boundⱼ·|wⱼᵀφ|; a body without spring and damper
/// whose mean force exceeds Σ boundⱼ·|wⱼᵀφ|; several of these together. docs/theory/structures.md, section 9.
[[nodiscard]] bool outgrows_friction(const Structure&);

}  // namespace stickslip::structure
