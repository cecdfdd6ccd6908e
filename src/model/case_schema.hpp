#pragma once

#include "case_text.hpp"

namespace stickslip {

/// Refuses keys and tables that no case has. @throws CaseError
void check_keys(const CaseKeys&);

/// The same for a structure.
void check_structure_keys(const CaseKeys&);

}  // namespace stickslip
