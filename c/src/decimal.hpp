#pragma once

#include <array>
#include <charconv>
#include <string>

namespace stickslip::c {

/// The shortest decimal that reads back as the same double.
[[nodiscard]] inline std::string decimal(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

}  // namespace stickslip::c
