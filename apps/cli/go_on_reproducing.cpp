#include "companion.hpp"
#include "reproduce.hpp"

namespace stickslip::cli {

int reproduce(const ReproduceRequest&) { become_companion("reproduce", "reproduce"); }

}  // namespace stickslip::cli
