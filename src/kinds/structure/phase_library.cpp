#include "phase_library.hpp"

namespace stickslip::structure {

PhaseLibrary::PhaseLibrary(const Structure& s, const PhaseLibrary* neighbour)
    : patterns_(neighbour && neighbour->structure.is_that_of(s) ? neighbour->patterns_ : std::make_shared<Patterns>(s)),
      structure(patterns_->structure),
      signals(s) {
    for (const Contact& contact : s.contacts) has_normal.push_back(contact.normal.has_value());
}

const PatternFlow& Patterns::flow(const std::vector<ContactState>& contacts) {
    // What the pattern is known by: a slide matters only where friction follows a normal force.
    std::string key(contacts.size(), '-');
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        const auto& [phase, direction] = contacts[j];
        if (phase == ContactPhase::stick) key[j] = 's';
        if (phase != ContactPhase::slide || !structure.is_compliant(static_cast<int>(j))) continue;
        key[j] = direction > 0 ? 'u' : (direction < 0 ? 'd' : 'c');
    }
    const std::lock_guard lock(mutex_);
    const auto known = flows_.find(key);
    if (known != flows_.end()) return *known->second;
    return *(flows_[key] = std::make_unique<PatternFlow>(structure, contacts));
}

}  // namespace stickslip::structure
