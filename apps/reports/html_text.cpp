#include "html_text.hpp"

#include <fmt/format.h>

#include <cctype>

#include "gnuplot_script.hpp"

namespace stickslip::cli {

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string link_to(std::string_view file_name) {
    constexpr std::string_view plain = "-_.~/";
    std::string out;
    for (const char c : file_name) {
        const auto code = static_cast<unsigned char>(c);
        const bool is_plain = (code < 0x80 && std::isalnum(code) != 0) || plain.find(c) != std::string_view::npos;
        out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", code);
    }
    return out;
}

}  // namespace stickslip::cli
