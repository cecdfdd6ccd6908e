#pragma once

#include <charconv>
#include <string>

namespace stickslip {

/// A number for a sentence, in three digits.
inline std::string few_digits(double value) {
    constexpr int digits = 3;
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
    return error == std::errc{} ? std::string(text, end) : "?";
}

}  // namespace stickslip
