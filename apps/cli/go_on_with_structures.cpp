#include "companion.hpp"
#include "kind.hpp"

namespace stickslip::cli {

const Kind& structure_kind() { become_companion("structure", "a structure of many masses"); }

}  // namespace stickslip::cli
