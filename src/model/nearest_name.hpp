#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stickslip {

/// The known name that a mistyped one probably means: at most a third of its letters differ, or it is the beginning of
/// one known name only. nullopt where nothing is near.
[[nodiscard]] std::optional<std::string_view> nearest_name(std::string_view mistyped,
                                                           std::span<const std::string_view> known);

/// "; did you mean stuck_fraction?", or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view mistyped, std::span<const std::string_view> known);

/// "observable stuck is unknown; did you mean stuck_fraction? Known are …".
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view mistyped,
                                       std::span<const std::string_view> known);

}  // namespace stickslip
