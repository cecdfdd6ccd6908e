#include "case_kind.hpp"

namespace stickslip {

const CaseKind& one_mass_kind(const CaseDocument& document) {
    return document.is_planar() ? planar_kind() : line_kind();
}

}  // namespace stickslip
