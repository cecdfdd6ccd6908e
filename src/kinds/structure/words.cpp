// Compiled into the library of every kind, so that help can name them without that of structures.

#include "kinds/kind_words.hpp"
#include "observable_table.hpp"

namespace stickslip {

namespace {

std::string observables_of_structures() {
    return "Of structures: " + listed_names(structure::degree_quantities, "", "[DOF]") +
           ", where DOF is a number, a name, or a difference such as 2-1 (0 is the ground); of contacts, by name or as "
           "contact[1]: " +
           listed_names(structure::contact_quantities, "contact.NAME.") + "; " +
           listed_names(structure::whole_quantities) + ".\n";
}

}  // namespace

KindWords structure_words() {
    return {.name = "structure",
            .describes = [](const CaseDocument& d) { return d.is_structure(); },
            .observables = observables_of_structures};
}

}  // namespace stickslip
