#pragma once

#include "scope.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip::validation {

/// The case of a run: `case` is a name or a table, or `ratios` a table of formulas; `set` changes keys. In `set` a text
/// that begins with = is a formula. @throws std::invalid_argument
[[nodiscard]] CaseDocument case_of(const Tree& spec, const Scope&);

/// The ratios of a table of formulas: friction, frequency, damping, static, offset.
[[nodiscard]] Ratios ratios_of(const Tree& table, const Scope&);

}  // namespace stickslip::validation
