#pragma once

#include <cstddef>

#include "stickslip/model/case.hpp"

/// The list of the kinds of cases: KIND is given the name of the folder of each. What a part of the project asks of all
/// kinds it declares, and finds, with this list; so a new kind has one entry here.
#define STICKSLIP_KINDS(KIND) KIND(line) KIND(planar) KIND(structure)

namespace stickslip {

/// The place of the kind of a case in the list. @throws CaseError as CaseDocument::is_planar does.
[[nodiscard]] std::size_t place_of_kind(const CaseDocument&);

}  // namespace stickslip
