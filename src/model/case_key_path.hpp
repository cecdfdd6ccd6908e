#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "case_text.hpp"

namespace stickslip {

/// One place that an override changes: a key of `CaseKeys::values`, or one element of its array.
struct KeyPlace {
    std::string key;
    std::optional<std::size_t> element;  ///< from 0
};

/// The places that a key of a request names: table.key or table.key[element]; in an array of tables contact[1].key,
/// contact.NAME.key, and table.key for all entries that have it (load.frequency). Elements count from 0; those of a
/// structure's own arrays from 1, or by the name of the degree of freedom, as its masses and contacts do.
/// @throws CaseError that begins with `origin` if no entry is meant.
[[nodiscard]] std::vector<KeyPlace> key_places(const CaseKeys&, std::string_view key, const std::string& origin);

/// Whether the keys describe a structure: they have a table [structure].
[[nodiscard]] bool has_structure(const CaseKeys&);

}  // namespace stickslip
