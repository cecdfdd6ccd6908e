#pragma once

#include "stickslip/model/case.hpp"

namespace stickslip::explorer {

/// @throws std::invalid_argument for a structure that is wrong, or larger than a page follows.
void check_structure(const CaseDocument&);

}  // namespace stickslip::explorer
