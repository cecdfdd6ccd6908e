#include "stickslip/structure/structure.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <stdexcept>
#include <string>

namespace stickslip::structure {

void validate(const Structure&) {}
void validate(const Structure&, const StructureState&) {}

}  // namespace stickslip::structure
