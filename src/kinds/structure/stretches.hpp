#pragma once

#include <vector>

#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {

/// A stretch of time in which a contact does not change its state.
struct Stretch {
    ContactState state;
    double duration = 0.0;
};

/// Those of one contact around the cycle; the first and the last are joined where they are the same.
inline std::vector<Stretch> stretches(const StructureTrajectory& path, std::size_t contact) {
    std::vector<Stretch> list;
    for (const StructurePhase& phase : path.phases) {
        const ContactState& state = phase.contacts[contact];
        if (list.empty() || !(list.back().state == state)) list.push_back({state, 0.0});
        list.back().duration += phase.duration;
    }
    if (list.size() > 1 && list.front().state == list.back().state) {
        list.front().duration += list.back().duration;
        list.pop_back();
    }
    return list;
}

}  // namespace stickslip::structure
