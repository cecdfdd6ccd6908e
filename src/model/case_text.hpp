#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stickslip {

/// A TOML value that no key takes (a date, a nested table, a mixed array).
struct OddValue {
    std::string kind;
};

/// An array of words, or of words and numbers: names = ["floor", "roof"], between = [0, "roof"].
using WordList = std::vector<std::variant<double, std::string>>;

/// An array of arrays of numbers: a matrix, row after row.
using NumberRows = std::vector<std::vector<double>>;

/// One value of a case, with the place it comes from for messages.
struct CaseValue {
    std::variant<double, bool, std::string, std::vector<double>, WordList, NumberRows, OddValue> content;
    std::string origin;  ///< "file.toml:12", or where an override comes from
    bool is_override = false;
};

/// The keys of a case as table.key; `title` stands alone. Those of an array of tables are table[n].key, n from 1.
struct CaseKeys {
    std::map<std::string, CaseValue, std::less<>> values;
    std::map<std::string, std::string, std::less<>> tables;                ///< name → origin
    std::map<std::string, std::vector<std::string>, std::less<>> lists{};  ///< arrays of tables: name → their origins
};

/// The keys of TOML text. @throws CaseError
[[nodiscard]] CaseKeys keys_from_toml(std::string_view text, const std::string& name);

/// One value as given in an override: TOML, else a string.
[[nodiscard]] CaseValue value_from_text(std::string_view text, const std::string& origin);

/// "contact[2]": the second table of the array [[contact]].
[[nodiscard]] std::string entry_name(std::string_view list, std::size_t number);

/// The keys as TOML.
[[nodiscard]] std::string toml_from_keys(const CaseKeys&);

/// One value as TOML.
[[nodiscard]] std::string toml_from_value(const CaseValue&);

}  // namespace stickslip
