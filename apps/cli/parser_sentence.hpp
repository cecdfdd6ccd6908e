#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stickslip::cli {

/// What the parser has found wrong, in the words of this program: "--samples = 1.5 must be a whole number from 2 to 9".
std::string parser_sentence(const CLI::ParseError&);

}  // namespace stickslip::cli
