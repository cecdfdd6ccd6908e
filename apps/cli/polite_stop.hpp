#pragma once

#include <string>

namespace stickslip::cli {

/// From now on Ctrl-C and its like ask long work to stop and to leave its state. The handler itself says that, and how
/// to go on from `state_path` if there is one: where a rank is lost, mpirun gives the others a second to live, which
/// the leader may spend in a message to the lost one.
void stop_politely_on_signals(const std::string& state_path);

[[nodiscard]] bool is_stop_wanted();

}  // namespace stickslip::cli
