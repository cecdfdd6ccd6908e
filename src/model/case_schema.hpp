#pragma once

#include "case_text.hpp"

namespace stickslip {

/// Refuses keys and tables that no case has, and those whose meaning is not supported yet. @throws CaseError
void check_keys(const CaseKeys&);

}  // namespace stickslip
