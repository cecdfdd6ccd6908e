#pragma once

#include <nlohmann/json.hpp>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// The structure of a reference: matrices M, C, K, contacts W, b, s, v, N0, N1, Nphi, loads p0, pc, ps at Omega.
[[nodiscard]] Structure reference_structure(const nlohmann::json&);

/// The references of a file of this folder.
[[nodiscard]] std::vector<nlohmann::json> references(const char* file);

}  // namespace stickslip::structure
