// What only a companion has: the one verb that it does for the program.

#include "verb.hpp"

namespace stickslip::cli {

std::vector<Verb> add_verbs(CLI::App& app) { return {STICKSLIP_COMPANION_VERB(app)}; }

}  // namespace stickslip::cli
