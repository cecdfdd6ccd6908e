#pragma once

#include <filesystem>

#include "model/case_reader.hpp"
#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// M, C and K of [structure], as a structure without contacts and loads, of at most `most` degrees of freedom. Files
/// lie in `folder`. @throws CaseError
[[nodiscard]] Structure read_matrices(const CaseReader&, const std::filesystem::path& folder, std::size_t most);

}  // namespace stickslip::structure
