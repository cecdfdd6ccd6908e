#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

namespace stickslip::cli {

/// Names the first verb or option on the command line that does not exist, with the one that was probably meant: before
/// anything else is said, and in the order in which it was typed. Everything else is left to the parser.
/// @throws std::invalid_argument
void refuse_unknown_names(const CLI::App&, std::span<char* const> arguments);

/// Refuses values that the parser takes: an empty one, which a script makes of a variable that is not set and which
/// must not pass for no value, and a name that stands twice in a list. `command` is the verb, or the program.
/// @throws std::invalid_argument
void check_values(const CLI::App& command);

}  // namespace stickslip::cli
