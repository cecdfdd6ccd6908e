#include "stickslip/version.hpp"

namespace stickslip {

std::string_view version() { return STICKSLIP_VERSION; }

}  // namespace stickslip
