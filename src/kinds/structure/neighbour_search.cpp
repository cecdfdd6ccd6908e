#include "neighbour_search.hpp"

#include <algorithm>

namespace stickslip::structure {
namespace {

/// Of contacts that never slip, or of free bodies.
bool has_offsets(const Case& c, const StructureSteadyState& found) {
    return found.free_offsets > 0 || natural_frequencies(c.structure.mass, c.structure.stiffness).front() == 0.0;
}

}  // namespace

bool may_coexist(const Structure& s) {
    return has_normal_springs(s) || std::any_of(s.contacts.begin(), s.contacts.end(), [](const Contact& c) {
               return c.static_bound.value_or(c.bound) > c.bound;
           });
}

NeighbourSearch::NeighbourSearch(const std::vector<Observable>& chosen)
    : needs_offsets_(std::any_of(chosen.begin(), chosen.end(), [](const auto& o) { return o.depends_on_offsets; })) {}

StructureSteadyState NeighbourSearch::at(const Case& c, const StructureSteadyState* neighbour) const {
    const SteadyOptions from_start{.with_coexisting = false};
    const bool has_neighbour = neighbour && neighbour->cycle;
    if (may_coexist(c.structure) || (!has_neighbour && needs_offsets_)) {
        return steady_state(c.structure, c.start, from_start);
    }
    StructureSteadyState found =
        steady_state(c.structure, c.start,
                     {.with_coexisting = false, .with_offsets = false, .seed = has_neighbour ? neighbour : nullptr});
    const bool depends_on_start = found.regime == Regime::non_unique || (needs_offsets_ && has_offsets(c, found));
    if (found.cycle && !depends_on_start) return found;
    return steady_state(c.structure, c.start, from_start);
}

}  // namespace stickslip::structure
