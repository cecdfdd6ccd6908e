#pragma once

// The program and its companions have the same verbs. They differ in what they do themselves: a server, an evaluator of
// published tables and the library of many masses take long to compile and are seldom asked for, so each is linked into
// a companion only, and the others go on as that one.

#include <string>

namespace stickslip::cli {

/// What main was called with: a companion gets the same.
void remember_arguments(char** arguments);

/// How to call this program again, in a command that is shown: as it was called, "./stickslip"; "stickslip" where that
/// needs quotes.
[[nodiscard]] std::string command_to_type();

/// Whether the program stickslip-NAME is beside this one.
[[nodiscard]] bool is_companion_there(const std::string& name);

/// Goes on as the program stickslip-NAME beside this one, with the same arguments. `needed_by` begins the sentence that
/// is said where it is missing. @throws std::runtime_error
[[noreturn]] void become_companion(const std::string& name, const std::string& needed_by);

}  // namespace stickslip::cli
