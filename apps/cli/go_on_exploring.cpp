#include "companion.hpp"
#include "explore.hpp"

namespace stickslip::cli {

int explore(const ExploreRequest&) { become_companion("explore", "explore"); }

}  // namespace stickslip::cli
