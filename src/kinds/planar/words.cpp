#include "kinds/kind_words.hpp"
#include "stickslip/planar/observables.hpp"

namespace stickslip {

namespace {

constexpr KindHelp planar_help[] = {
    {"boundary",
     "In planar cases a slide vanishes at A, a stick interval vanishes at B, and a stick interval at which the "
     "motion turns back vanishes at C; stops are stick intervals per cycle, 0 both for rest for ever and for "
     "sliding for ever.\n"}};

}  // namespace

KindWords planar_words() {
    return {.name = "planar",
            .describes = [](const CaseDocument& d) { return d.is_planar(); },
            .observables = [] { return "Of planar cases: " + listed_names(planar::observables()) + ".\n"; },
            .help = planar_help};
}

}  // namespace stickslip
