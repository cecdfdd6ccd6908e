#include "kind.hpp"

namespace stickslip::cli {

const Kind& kind_of(const CaseDocument& document) {
    if (document.is_structure()) return structure_kind();
    return document.is_planar() ? planar_kind() : line_kind();
}

}  // namespace stickslip::cli
