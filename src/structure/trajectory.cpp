#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "phase_library.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {
}  // namespace stickslip::structure
