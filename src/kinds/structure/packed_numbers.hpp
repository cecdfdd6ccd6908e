#pragma once

// What the readers of binary arrays share: numbers of any type and byte order, and streams packed by zlib.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stickslip::structure {

/// The largest array that is unpacked [bytes]: a sparse matrix of 2000 × 2000 doubles, all of them there, has 48 MB.
inline constexpr std::uint64_t largest_array = std::uint64_t{1} << 26;

/// The type of the numbers of an array.
struct NumberType {
    bool is_big_endian = false;
    char kind = 'f';  ///< f real, i integer, u natural number, b true or false
    std::size_t size = 8;
};

/// The number whose first byte is at `at`; there are type.size bytes.
[[nodiscard]] double number_at(const NumberType&, const char* at);

/// A number of `size` bytes, lowest first. @throws std::invalid_argument with `name` where the bytes end before.
[[nodiscard]] std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size,
                                          const std::string& name);

enum class Wrapping {
    none,  ///< the bare stream, as in a ZIP archive
    zlib,  ///< with the header and the check sum of zlib
};

/// The first `most` bytes of what was packed, all of it where it has less; nothing where the stream is damaged.
[[nodiscard]] std::optional<std::string> inflated(std::string_view packed, Wrapping, std::size_t most);

}  // namespace stickslip::structure
