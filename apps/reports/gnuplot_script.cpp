// Everything that reaches gnuplot passes here. Strings of gnuplot stand in double quotes and hold letters, digits, a
// few harmless signs and what is beyond ASCII; every other character is written as the octal number of its byte. So no
// quote, backslash, `command` or @macro of a text ever stands in a script. (Single quotes would not do: gnuplot reads a
// backslash before the closing quote as part of the text.)

#include "gnuplot_script.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <stdexcept>

namespace stickslip::cli {

namespace {

constexpr std::string_view replacement = "\uFFFD";

/// The first character of a text: its code, and how many bytes it has. The code of what is not UTF-8 is that of
/// `replacement`.
struct Character {
    char32_t code;
    std::size_t bytes;
};

Character first_character(std::string_view text) {
    constexpr Character broken{0xFFFD, 1};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t bytes = byte(0) >= 0xF0 ? 4 : (byte(0) >= 0xE0 ? 3 : 2);
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < bytes) return broken;
    char32_t code = byte(0) & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return broken;
        code = code << 6U | (byte(i) & 0x3FU);
    }
    const bool is_overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    return is_overlong || is_surrogate || code > 0x10FFFF ? broken : Character{code, bytes};
}

/// Whether a character is shown where it stands: neither a control, nor a break of lines, nor a mark that turns the
/// direction of what follows, nor one that XML does not allow.
bool is_shown(char32_t c) {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return false;
    const bool is_mark = (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F);
    return !is_mark && c != 0xFEFF && (c & 0xFFFEU) != 0xFFFEU;
}

/// The name of an index in `text` after its _ or ^: one letter or digit, or a word in braces; empty if there is none.
std::string_view index_in(std::string_view text) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    if (text.empty()) return {};
    if (text[0] != '{') {
        const Character first = first_character(text);
        return is_letter(text[0]) || first.bytes > 1 ? text.substr(0, first.bytes) : std::string_view{};
    }
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos || close < 2) return {};
    const std::string_view word = text.substr(1, close - 1);
    return std::ranges::all_of(word, [&](char c) { return is_letter(c) || c == '-' || c == ',' || c == ' '; })
               ? text.substr(0, close + 1)
               : std::string_view{};
}

/// ]]> is not allowed in the text of an SVG, and gnuplot does not write > as an entity.
std::string without_end_of_cdata(std::string text) {
    for (std::size_t at = text.find("]]>"); at != std::string::npos; at = text.find("]]>", at))
        text.insert(at + 2, 1, ' ');
    return text;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character c = first_character(text);
        out += c.code == 0xFFFD ? replacement : (is_shown(c.code) ? text.substr(0, c.bytes) : " ");
        text.remove_prefix(c.bytes);
    }
    return out;
}

Script shown(std::string_view text) {
    constexpr std::string_view harmless = " -+=.,:()/_";
    Script out;
    out.text_ += '"';
    for (const char c : without_end_of_cdata(printable(text))) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = byte >= 0x80 || std::isalnum(byte) != 0 || harmless.find(c) != std::string_view::npos;
        out.text_ += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    out.text_ += '"';
    return out;
}

Script shown_at_tic(std::string_view text) {
    std::string doubled;
    for (const char c : text) doubled += c == '%' ? "%%" : std::string(1, c);
    return shown(doubled);
}

Script marked_up(std::string_view text) {
    constexpr std::string_view special = "{}^_@~\\";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view index =
            text[i] == '_' || text[i] == '^' ? index_in(text.substr(i + 1)) : std::string_view{};
        if (!index.empty()) {
            out += text[i];
            out += index;
            i += index.size();
            continue;
        }
        if (text[i] == '&') {
            out += "＆";  // gnuplot writes the usual one into an SVG as if it began an entity
            continue;
        }
        if (special.find(text[i]) != std::string_view::npos) out += '\\';
        out += text[i];
    }
    return shown(out);
}

Script quoted_colour(const std::string& colour) {
    constexpr std::size_t digits = 6;
    const bool is_colour =
        colour.size() == digits + 1 && colour[0] == '#' &&
        std::all_of(colour.begin() + 1, colour.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
    if (!is_colour) throw std::invalid_argument("a colour \"" + printable(colour) + "\" must be like #0072b2");
    Script out;
    out.text_ += '\'';
    out.text_ += colour;
    out.text_ += '\'';
    return out;
}

}  // namespace stickslip::cli
