#include "terminal_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace stickslip::cli {

namespace {

std::size_t characters_in(std::string_view word) {
    return static_cast<std::size_t>(
        std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::size_t terminal_width() {
    constexpr std::size_t usual = 80;
    constexpr std::size_t least = 40;
    constexpr std::size_t most = 120;  // longer lines are hard to read
    std::size_t width = 0;
    if (const char* columns = std::getenv("COLUMNS")) {
        const std::string_view text(columns);
        std::from_chars(text.data(), text.data() + text.size(), width);
    }
    winsize size{};
    if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    return width == 0 ? usual : std::clamp(width, least, most);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    std::string lines;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        const bool is_break = end < text.size() && text[end] == '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t length = characters_in(word);
        if (!word.empty()) {
            if (column > indent && column + 1 + length > width) {
                lines += "\n" + std::string(indent, ' ');
                column = indent;
            }
            if (column > indent) {
                lines += ' ';
                ++column;
            }
            lines += word;
            column += length;
        }
        if (is_break) {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        }
    }
    return lines;
}

}  // namespace stickslip::cli
