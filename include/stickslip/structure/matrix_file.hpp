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
    dmig,           ///< Nastran: a punch file with real square or symmetric matrices DMIG in large fields; rows and
                    ///< columns are the degrees of freedom of all of them, by grid point and component
    mat,       ///< MATLAB 5 to 7.2 (save -v6, -v7): an archive of real numbers, full or sparse, plain or compressed
    abaqus,    ///< Abaqus: lines of node, degree of freedom, node, degree of freedom, value, or of row, column,
               ///< value; both triangles or one
    calculix,  ///< CalculiX: lines of row, column, value; both triangles or one
};

/// The matrix in the bytes of a file. `name` stands in messages; `member` is the array of an archive, which may be
/// empty where the archive holds a single one.
/// @throws std::invalid_argument, one sentence with `name` and, for text, the line. At most 2000 rows and columns.
[[nodiscard]] Matrix read_matrix(std::string_view bytes, const std::string& name, MatrixFormat,
                                 std::string_view member = {});

/// The same from a file whose suffix tells its format; "file.npz:name" names an array of an archive,
/// "file.mat:NAME" likewise, "file.pch:NAME" a matrix of a punch file. A file .mtx that does not begin as those of
/// Matrix Market do is one of Abaqus; a file .sti or .mas is of CalculiX and has as many rows as the file .dof beside
/// it says, where there is one.
/// @throws std::invalid_argument, one sentence with the file.
[[nodiscard]] Matrix read_matrix_file(const std::filesystem::path& folder, const std::string& file);

}  // namespace stickslip::structure
