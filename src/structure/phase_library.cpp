#include "phase_library.hpp"

namespace stickslip::structure {

PhaseLibrary::PhaseLibrary(const Structure& s) : structure(s), signals(s) {
    for (const Contact& contact : s.contacts) has_normal.push_back(contact.normal.has_value());
}

const PatternFlow& PhaseLibrary::flow(const std::vector<ContactState>& contacts) {
    std::string key(contacts.size(), '-');
    std::vector<int> rigid;
    std::vector<int> elastic;
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        if (contacts[j].phase != ContactPhase::stick) continue;
        key[j] = 's';
        (structure.is_elastic(static_cast<int>(j)) ? elastic : rigid).push_back(static_cast<int>(j));
    }
    const std::lock_guard lock(mutex_);
    std::unique_ptr<PatternFlow>& flow = flows_[key];
    if (!flow) flow = std::make_unique<PatternFlow>(structure, rigid, elastic);
    return *flow;
}

}  // namespace stickslip::structure
