#pragma once

#include <string_view>

namespace stickslip {

/// Whether a coefficient of a friction law may be negative: γ of Bouc–Wen alone, down to −β.
[[nodiscard]] constexpr bool is_signed_coefficient(std::string_view name) { return name == "gamma"; }

}  // namespace stickslip
