#include "kinds/kind_words.hpp"
#include "stickslip/planar/observables.hpp"

namespace stickslip {

KindWords planar_words() {
    return {.name = "planar",
            .describes = [](const CaseDocument& d) { return d.is_planar(); },
            .observables = [] { return "Of planar cases: " + listed_names(planar::observables()) + ".\n"; }};
}

}  // namespace stickslip
