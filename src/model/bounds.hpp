#pragma once

// The checks at the public boundary: one sentence with the name, the value and the bound.

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stickslip {

/// The shortest decimal text that reads back as the same double.
inline std::string shortest(double value) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return error == std::errc{} ? std::string(text, end) : "?";
}

[[noreturn]] inline void refuse(std::string_view name, double value, std::string_view bound, std::string_view unit) {
    throw std::invalid_argument(std::string(name) + " = " + shortest(value) + " must be " + std::string(bound) + " " +
                                std::string(unit));
}

inline void require_finite(std::string_view name, double value, std::string_view unit) {
    if (!std::isfinite(value)) refuse(name, value, "a finite number of", unit);
}

inline void require_positive(std::string_view name, double value, std::string_view unit) {
    require_finite(name, value, unit);
    if (!(value > 0.0)) refuse(name, value, "> 0", unit);
}

inline void require_not_negative(std::string_view name, double value, std::string_view unit) {
    require_finite(name, value, unit);
    if (!(value >= 0.0)) refuse(name, value, "≥ 0", unit);
}

}  // namespace stickslip
