#include "kind_words.hpp"

namespace stickslip {

std::span<const KindWords> kinds_in_words() {
#define STICKSLIP_ENTRY(kind) kind##_words(),
    static const KindWords kinds[] = {STICKSLIP_KINDS(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
    return kinds;
}

std::size_t place_of_kind(const CaseDocument& document) {
    const std::span<const KindWords> kinds = kinds_in_words();
    std::size_t place = 0;
    while (!kinds[place].describes(document)) ++place;
    return place;
}

}  // namespace stickslip
