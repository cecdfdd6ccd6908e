#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gnuplot_script.hpp"  // printable: what every title and message passes on its way to a terminal

namespace stickslip::cli {

/// Characters across that help may use: the terminal's, COLUMNS where it is set, 80 where neither is known.
[[nodiscard]] std::size_t terminal_width();

/// Words in lines of at most `width` characters, each line but the first after `indent` spaces.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace stickslip::cli
