#pragma once

#include <vector>

#include "stickslip/structure/case.hpp"
#include "stickslip/structure/observables.hpp"

namespace stickslip::structure {

/// Steady states of many cases that differ little. Where the theory says that the motion is unique, the search for one
/// begins at its neighbour's; elsewhere it begins where the case does.
class NeighbourSearch {
public:
    /// For these observables.
    explicit NeighbourSearch(const std::vector<Observable>&);

    /// `neighbour` may be null, or a state without a cycle.
    [[nodiscard]] StructureSteadyState at(const Case&, const StructureSteadyState* neighbour) const;

private:
    bool needs_offsets_;
};

/// Static friction above sliding friction, or normal forces that the motion decides: there may be several motions, and
/// the start decides.
[[nodiscard]] bool may_coexist(const Structure&);

}  // namespace stickslip::structure
