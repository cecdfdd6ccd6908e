#include "kinds/kind_words.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip {

KindWords line_words() {
    return {.name = "line",
            .describes = [](const CaseDocument& d) { return !d.is_structure() && !d.is_planar(); },
            .observables = [] { return "Observables: " + listed_names(observables()) + ".\n"; }};
}

}  // namespace stickslip
