#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

/// The entry of this name. @throws std::invalid_argument as `unknown_name` says it; `what` is the kind of entry.
template <class Entry>
[[nodiscard]] const Entry& entry_named(std::string_view what, std::string_view name, std::span<const Entry> known) {
    std::vector<std::string_view> names;
    for (const Entry& entry : known) {
        if (entry.name == name) return entry;
        names.push_back(entry.name);
    }
    throw std::invalid_argument(unknown_name(what, name, names));
}

}  // namespace stickslip
