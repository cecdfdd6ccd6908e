#pragma once

// What the readers of matrices share.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

inline constexpr std::size_t most_matrix_rows = 2000;

/// @throws std::invalid_argument unless there are 1 to 2000 rows and columns.
void require_matrix_size(std::size_t rows, std::size_t columns, const std::string& name);

/// @throws std::invalid_argument unless the entry, given from 0, is a finite number.
void require_finite(const Matrix&, std::size_t row, std::size_t column, const std::string& name);

[[nodiscard]] Matrix read_npy(std::string_view bytes, const std::string& name);
[[nodiscard]] Matrix read_npz(std::string_view bytes, const std::string& name, std::string_view member);
[[nodiscard]] Matrix read_dmig(std::string_view bytes, const std::string& name, std::string_view member);
[[nodiscard]] Matrix read_mat(std::string_view bytes, const std::string& name, std::string_view member);
[[nodiscard]] Matrix read_abaqus(std::string_view bytes, const std::string& name);
/// `size`: how many rows the file of degrees of freedom says that there are; without it the largest index.
[[nodiscard]] Matrix read_calculix(std::string_view bytes, const std::string& name, std::optional<std::size_t> size);
/// The lines of a file of degrees of freedom, node.direction of each row.
[[nodiscard]] std::size_t read_calculix_degrees(std::string_view bytes, const std::string& name);

}  // namespace stickslip::structure
