#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

enum class MatrixFormat {
    csv,            ///< a row a line, numbers separated by comma, semicolon, tab or blanks; lines with # are skipped
    matrix_market,  ///< coordinate or array, real or integer, general or symmetric
    npy,            ///< NumPy: real numbers of any size and byte order, two dimensions, C or Fortran order
    npz,            ///< NumPy: an archive of these, plain or compressed
};

/// The matrix in the bytes of a file. `name` stands in messages; `member` is the array of an archive, which may be
/// empty where the archive holds a single one.
/// @throws std::invalid_argument, one sentence with `name` and, for text, the line. At most 2000 rows and columns.
[[nodiscard]] Matrix read_matrix(std::string_view bytes, const std::string& name, MatrixFormat,
                                 std::string_view member = {});

/// The same from a file whose suffix tells its format; "file.npz:name" names an array of an archive.
/// @throws std::invalid_argument, one sentence with the file.
[[nodiscard]] Matrix read_matrix_file(const std::filesystem::path& folder, const std::string& file);

}  // namespace stickslip::structure
