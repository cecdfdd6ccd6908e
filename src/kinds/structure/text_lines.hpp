#pragma once

// Matrices in text: lines, cells and numbers, refused with the place where they stand.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stickslip::structure {

/// The lines of a text, with the place in it for messages.
class Lines {
public:
    Lines(std::string_view text, const std::string& name);

    /// The next line that is neither blank nor begins with `comment`.
    std::optional<std::string_view> next(char comment);

    /// Both throw std::invalid_argument: with the file and the line, or with the file alone.
    [[noreturn]] void refuse(const std::string& what) const;
    [[noreturn]] void refuse_file(const std::string& what) const;

private:
    std::string_view rest_;
    const std::string& name_;
    std::size_t number_ = 0;
};

/// The text in quotation marks, not too much of it.
[[nodiscard]] std::string quote(std::string_view text);

/// The text with a question mark for each byte that is not a printable character of ASCII: it comes from a file.
[[nodiscard]] std::string plain(std::string_view text);

/// The next cell of a row; several blanks separate as one, a comma or semicolon always does.
std::string_view take_cell(std::string_view& row);

// @throws std::invalid_argument, with file, line and text
[[nodiscard]] double number_of(std::string_view cell, const Lines&);
[[nodiscard]] std::size_t count_of(std::string_view cell, const Lines&);  ///< a whole number, not negative

[[nodiscard]] std::string lower(std::string_view text);

}  // namespace stickslip::structure
