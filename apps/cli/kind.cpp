#include "kind.hpp"

namespace stickslip::cli {

const Kind& kind_of(const CaseDocument& document) {
#define STICKSLIP_ENTRY(kind) kind##_kind,
    static constexpr const Kind& (*kinds[])() = {STICKSLIP_KINDS(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
    return kinds[place_of_kind(document)]();
}

std::string title_of_case(const CaseDocument& document, const std::vector<std::string>& /*keys*/) {
    return document.title();
}

}  // namespace stickslip::cli
