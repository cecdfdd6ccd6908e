#include "kind_page.hpp"

namespace stickslip::explorer {

const KindPage& page_of(const CaseDocument& document) {
#define STICKSLIP_ENTRY(kind) kind##_page,
    static constexpr const KindPage& (*pages[])() = {STICKSLIP_KINDS(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
    return pages[place_of_kind(document)]();
}

}  // namespace stickslip::explorer
