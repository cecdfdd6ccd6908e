#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stickslip {

/// What the name of a file says of the direction of its record.
struct ComponentName {
    std::string common;        ///< the name with a * in the place of the direction
    int order = 0;             ///< of directions: E, X, EW, 1 before N, Y, NS, 2; azimuths as they are
    bool is_vertical = false;  ///< Z, UP, UD, DWN, VER, V
};
/// "RSN6_ELC180.AT2", "quake-E.csv", "IT.ACC.00.HNE.D.ASC"; nullopt where the name says nothing.
[[nodiscard]] std::optional<ComponentName> component_name(const std::string& path);

/// A record of two components: one file, or two whose names differ in their directions only.
struct ComponentFiles {
    std::string first;
    std::string second;  ///< empty for one file
};
/// The files in pairs, in the order of the first of each; vertical ones are left out. A file without a partner stays
/// alone. @throws std::invalid_argument where three horizontal files belong together.
[[nodiscard]] std::vector<ComponentFiles> paired_components(const std::vector<std::string>& paths);

}  // namespace stickslip
