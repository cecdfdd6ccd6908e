#pragma once

#include "stickslip/steady/attractor.hpp"

namespace CLI {
class App;
}

namespace stickslip::cli {

/// --transient and --periods, as every verb that looks for attractors has them.
void add_search_options(CLI::App&, AttractorOptions&);

}  // namespace stickslip::cli
