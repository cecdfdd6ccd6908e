#pragma once

#include <span>
#include <string_view>

namespace stickslip {

/// A file of a folder of the repository, compiled into the library by cmake/embed_files.cmake.
struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

/// The files of cases/, in alphabetical order.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

/// The files of validation/, in alphabetical order.
[[nodiscard]] std::span<const EmbeddedFile> embedded_validation_files();

}  // namespace stickslip
