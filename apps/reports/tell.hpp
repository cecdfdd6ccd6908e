#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "gnuplot_script.hpp"  // printable

namespace stickslip::cli {

/// Writes to standard error what may move the cursor: progress bars, never text from outside. Where standard error
/// takes nothing, because a disk is full or nobody listens, nothing is said and nothing else changes: the exit code
/// still tells.
template <class... Values>
void draw_on_stderr(fmt::format_string<Values...> text, Values&&... values) {
    fmt::memory_buffer line;
    fmt::format_to(std::back_inserter(line), text, std::forward<Values>(values)...);
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

/// Writes one line for a person to standard error, whatever names and titles stand in it.
template <class... Values>
void tell_on_stderr(fmt::format_string<Values...> text, Values&&... values) {
    std::string line = fmt::format(text, std::forward<Values>(values)...);
    if (line.ends_with('\n')) line.pop_back();
    draw_on_stderr("{}\n", printable(line));
}

}  // namespace stickslip::cli
