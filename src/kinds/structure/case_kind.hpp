#pragma once

#include "kinds/case_kind.hpp"

namespace stickslip {

/// The kind of a case, of all kinds that there are.
[[nodiscard]] const CaseKind& kind_of(const CaseDocument&);

}  // namespace stickslip
