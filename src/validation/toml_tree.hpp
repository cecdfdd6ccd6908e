#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace stickslip::validation {

/// A TOML document as a tree; the order of keys is kept.
using Tree = nlohmann::ordered_json;

/// @throws std::invalid_argument naming `name` and the line.
[[nodiscard]] Tree tree_from_toml(std::string_view text, const std::string& name);

/// A whole number between bounds. @throws std::invalid_argument naming it.
[[nodiscard]] int count_in(const Tree&, std::string_view what, int least, int most);

/// A tree of tables of plain values as TOML text.
[[nodiscard]] std::string toml_from_tree(const Tree&);

}  // namespace stickslip::validation
