#pragma once

#include <string>

namespace stickslip::cli {

/// A name as a cell: in quotes where a comma, a quote or the end of a line would end it.
[[nodiscard]] inline std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace stickslip::cli
