#pragma once

// What the readers of matrices share.

#include <cstddef>
#include <string>
#include <string_view>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

inline constexpr std::size_t most_matrix_rows = 2000;

/// @throws std::invalid_argument unless there are 1 to 2000 rows and columns.
void require_matrix_size(std::size_t rows, std::size_t columns, const std::string& name);

[[nodiscard]] Matrix read_npy(std::string_view bytes, const std::string& name);
[[nodiscard]] Matrix read_npz(std::string_view bytes, const std::string& name, std::string_view member);
[[nodiscard]] Matrix read_dmig(std::string_view bytes, const std::string& name, std::string_view member);

}  // namespace stickslip::structure
