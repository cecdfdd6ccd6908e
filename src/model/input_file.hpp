#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace stickslip {

/// Refuses what is no regular file (a folder, a pipe, a device) or has more bytes than `largest`, before it is opened.
/// `kind` is what the file should be: "case file". @throws std::invalid_argument, one sentence with the file.
void require_input_file(const std::filesystem::path&, std::string_view kind, std::uintmax_t largest);

/// The bytes of such a file; never more than `largest`, whatever the file system says of its size.
/// @throws std::invalid_argument
[[nodiscard]] std::string read_input_file(const std::filesystem::path&, std::string_view kind, std::uintmax_t largest);

}  // namespace stickslip
