#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace stickslip {

/// The names of the cases that come with the program, in alphabetical order.
[[nodiscard]] std::vector<std::string_view> built_in_case_names();

/// The TOML text of a built-in case, comments included; nullopt if there is none of that name.
[[nodiscard]] std::optional<std::string_view> built_in_case_text(std::string_view name);

/// The text of a file that a built-in case refers to (a record).
[[nodiscard]] std::optional<std::string_view> built_in_file_text(std::string_view file_name);

/// The folder to give to `CaseDocument::parse` for text from strangers: a record is then a built-in file or is refused,
/// and no file of the machine is opened, or even looked for.
[[nodiscard]] const std::filesystem::path& only_built_in_records();

}  // namespace stickslip
