#pragma once

// Writers of matrix files that share no code with the readers.

#include <cstdint>
#include <string>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// How an array of MATLAB is written.
struct MatStyle {
    bool is_big_endian = false;
    bool is_sparse = false;
    bool is_packed = false;
    int number_type = 9;  ///< 9 double, 7 single, 3 and 5 integers of 2 and 4 bytes, 1 of one
};

/// The header of 128 bytes.
[[nodiscard]] std::string mat_header(bool is_big_endian = false);

/// The array as an element of such a file.
[[nodiscard]] std::string mat_array(const std::string& name, const Matrix&, const MatStyle& = {});

/// An element: a tag and bytes, filled up to a multiple of 8.
[[nodiscard]] std::string mat_element(std::uint32_t type, const std::string& bytes, bool is_big_endian = false);

/// The bytes packed by zlib, as an element.
[[nodiscard]] std::string mat_packed(const std::string& element, bool is_big_endian = false);

/// A number of 4 bytes.
[[nodiscard]] std::string mat_word(std::uint32_t value, bool is_big_endian = false);

}  // namespace stickslip::structure
