#pragma once

namespace stickslip::cli {

/// Does what the arguments ask for; the exit code as in verb.hpp.
int run_command_line(int argc, char** argv);

}  // namespace stickslip::cli
