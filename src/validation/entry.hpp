#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toml_tree.hpp"

namespace stickslip::validation {

enum class Verdict {
    reproduced,      ///< every computed value agrees with the printed one
    printed_wrong,   ///< some computed value disagrees with the print and agrees with the corrected value
    not_decidable,   ///< the text admits several readings, and they give different values
    not_reproduced,  ///< none of these: the program or the entry is wrong
};

[[nodiscard]] std::string_view name(Verdict);

/// A published item: a file of validation/ (its README says what may stand in it).
struct Entry {
    std::string id;         ///< the name of its file; begins with the name of the paper
    std::string title;      ///< what it is about
    std::string source;     ///< the publication
    std::string where;      ///< figure, equation, section
    std::string statement;  ///< what is printed there
    std::string reason;     ///< why the tolerances are what they are
    std::string argument;   ///< why the print is wrong or undecided, or what else should be known
    Verdict expected = Verdict::reproduced;
    Tree content;  ///< let, run, check, figure
};

/// @throws std::invalid_argument naming the file and what is wrong in it.
[[nodiscard]] Entry parse_entry(std::string_view text, const std::string& file_name);

/// The entries that come with the program, by paper and then as a reader of the paper meets them.
[[nodiscard]] std::vector<Entry> built_in_entries();

/// Those of a folder instead. @throws std::invalid_argument if it holds none.
[[nodiscard]] std::vector<Entry> entries_in(const std::filesystem::path& folder);

}  // namespace stickslip::validation
