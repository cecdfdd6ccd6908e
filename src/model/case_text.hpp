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

/// One value of a case, with the place it comes from for messages.
struct CaseValue {
    std::variant<double, bool, std::string, std::vector<double>, OddValue> content;
    std::string origin;  ///< "file.toml:12", or where an override comes from
    bool is_override = false;
};

/// The keys of a case as table.key; `title` stands alone.
struct CaseKeys {
    std::map<std::string, CaseValue, std::less<>> values;
    std::map<std::string, std::string, std::less<>> tables;  ///< name → origin
};

/// The keys of TOML text. @throws CaseError
[[nodiscard]] CaseKeys keys_from_toml(std::string_view text, const std::string& name);

/// One value as given in an override: TOML, else a string.
[[nodiscard]] CaseValue value_from_text(std::string_view text, const std::string& origin);

/// The keys as TOML.
[[nodiscard]] std::string toml_from_keys(const CaseKeys&);

/// One value as TOML.
[[nodiscard]] std::string toml_from_value(const CaseValue&);

}  // namespace stickslip
