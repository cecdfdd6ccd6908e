#pragma once

#include <span>
#include <string>
#include <string_view>

#include "list.hpp"

namespace stickslip {

/// What the help of a verb says of cases of one kind.
struct KindHelp {
    std::string_view verb;
    std::string_view sentence;  ///< with a line end
};

/// What can be said of a kind of case without the library that solves it.
struct KindWords {
    std::string_view name;                   ///< as that of its CaseKind
    bool (*describes)(const CaseDocument&);  ///< whether a case is of this kind; of one kind only
    std::string (*observables)();            ///< a sentence with their names, for help
    std::span<const KindHelp> help{};
};

/// Those of all kinds, in the order of the list.
[[nodiscard]] std::span<const KindWords> kinds_in_words();

/// "a, b, c" of the names of a table.
template <class Table>
[[nodiscard]] std::string listed_names(const Table& table, std::string_view before = "", std::string_view after = "") {
    std::string list;
    for (const auto& entry : table) {
        if (!list.empty()) list += ", ";
        list.append(before).append(entry.name).append(after);
    }
    return list;
}

#define STICKSLIP_DECLARE(kind) [[nodiscard]] KindWords kind##_words();
STICKSLIP_KINDS(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

}  // namespace stickslip
