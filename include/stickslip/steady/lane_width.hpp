#pragma once

#include <optional>
#include <string_view>

namespace stickslip {

/// The vectors that solve tiles, from narrow to wide.
enum class LaneWidth {
    one,       ///< the scalar kernel, cell by cell
    baseline,  ///< what every processor of this kind has
    avx2,
    avx512,
};

/// one, baseline, avx2, avx512.
[[nodiscard]] std::string_view name(LaneWidth);

/// nullopt if there is no such name.
[[nodiscard]] std::optional<LaneWidth> lane_width(std::string_view name);

/// Whether this processor, and this build, can.
[[nodiscard]] bool is_supported(LaneWidth);

/// The widest that is supported.
[[nodiscard]] LaneWidth best_lane_width();

}  // namespace stickslip
