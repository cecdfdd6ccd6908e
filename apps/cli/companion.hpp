#pragma once

#include <string>

namespace stickslip::cli {

/// What main was called with: a companion gets the same.
void remember_arguments(char** arguments);

/// Goes on as the program stickslip-VERB beside this one, with the same arguments. @throws std::runtime_error if it is
/// not there.
[[noreturn]] void become_companion(const std::string& verb);

}  // namespace stickslip::cli
