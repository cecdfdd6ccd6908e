#pragma once

#include <span>
#include <string_view>

namespace stickslip {

/// A file of the folder cases/, compiled into the library by cmake/embed_files.cmake.
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

/// All of them, in alphabetical order.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace stickslip
