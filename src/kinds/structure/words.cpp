// Compiled into the library of every kind, so that help can name them without that of structures.

#include "kinds/kind_words.hpp"
#include "observable_table.hpp"

namespace stickslip {

namespace {

std::string observables_of_structures() {
    return "Of structures: " + listed_names(structure::degree_quantities, "", "[DOF]") +
           ", where DOF is a number, a name, a difference such as 2-1 (0 is the ground), or a sum such as 0.5*1+0.5*2; "
           "of contacts, by name or as "
           "contact[1]: " +
           listed_names(structure::contact_quantities, "contact.NAME.") + "; " +
           listed_names(structure::whole_quantities) + ".\n";
}

constexpr KindHelp structure_help[] = {
    {"boundary", "In structures each contact has boundaries with the same letters; its name stands beside them.\n"},
    {"steady", "For a structure of many masses the result has a row for each degree of freedom and each contact.\n"},
    {"sweep",
     "Keys of structures are also contact.NAME.bound, contact[1].mu, structure.springs[2]; load.frequency is that of "
     "all "
     "harmonic loads.\n"}};

}  // namespace

KindWords structure_words() {
    return {.name = "structure",
            .describes = [](const CaseDocument& d) { return d.is_structure(); },
            .observables = observables_of_structures,
            .help = structure_help};
}

}  // namespace stickslip
