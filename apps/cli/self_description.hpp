#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stickslip::cli {

/// Adds --completion SHELL and --manual, which print what is made from the verbs and options of the program itself; the
/// Debian package installs it. Call it when all verbs are there.
void add_self_description(CLI::App&);

/// A script that completes verbs, options and names of built-in cases. @throws std::invalid_argument for a shell other
/// than bash, zsh and fish.
[[nodiscard]] std::string completion_script(const CLI::App&, const std::string& shell);

/// The manual page, stickslip(1), in the language of man.
[[nodiscard]] std::string manual_page(const CLI::App&);

}  // namespace stickslip::cli
