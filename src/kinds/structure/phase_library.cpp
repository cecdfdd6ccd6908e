#include "phase_library.hpp"

namespace stickslip::structure {

PhaseLibrary::PhaseLibrary(const Structure& s, const PhaseLibrary* neighbour)
    : patterns_(neighbour && neighbour->structure.is_that_of(s) ? neighbour->patterns_ : std::make_shared<Patterns>(s)),
      structure(patterns_->structure),
      signals(s) {
    for (const Contact& contact : s.contacts) has_normal.push_back(contact.normal.has_value());
}

const PatternFlow& Patterns::flow(const std::vector<ContactState>& contacts) {
    std::string key(contacts.size(), '-');
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        if (contacts[j].phase == ContactPhase::stick) key[j] = 's';
    }
    const std::lock_guard lock(mutex_);
    const auto known = flows_.find(key);
    if (known != flows_.end()) return *known->second;
    std::vector<int> rigid;
    std::vector<int> elastic;
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        if (contacts[j].phase != ContactPhase::stick) continue;
        (structure.is_elastic(static_cast<int>(j)) ? elastic : rigid).push_back(static_cast<int>(j));
    }
    return *(flows_[key] = std::make_unique<PatternFlow>(structure, rigid, elastic));
}

}  // namespace stickslip::structure
