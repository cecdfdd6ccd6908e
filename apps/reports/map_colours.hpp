#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maps/tile_store.hpp"
#include "stickslip/maps/compute_map.hpp"

namespace stickslip::cli {

using Colour = std::array<std::uint8_t, 3>;

/// "#rrggbb".
[[nodiscard]] std::string hex(const Colour&);

struct LegendEntry {
    Colour colour{};
    std::string text;
};

/// The colours of a continuous quantity between two values; what lies outside has the colour of the end.
struct ColourScale {
    double low = 0.0;
    double high = 1.0;
    bool is_logarithmic = false;
    bool is_diverging = false;     ///< white at 0
    bool is_clipped_low = false;   ///< some cells lie below `low`
    bool is_clipped_high = false;  ///< some cells lie above `high`
    std::vector<double> ticks;     ///< round values, where the contours are

    /// The place of a value between 0 and 1.
    [[nodiscard]] double part(double value) const;
    [[nodiscard]] Colour colour(double part) const;
};

/// One quantity of a map in colours.
struct ColouredMap {
    std::vector<Colour> cells;        ///< row by row from the lowest y
    std::vector<LegendEntry> legend;  ///< what single colours mean
    bool has_scale = false;
    ColourScale scale;
    std::vector<double> field;  ///< what contours are drawn of; NaN where there is no value
};

/// Flags and counts get one colour each, told apart by colour-blind readers too; many counts are grouped. Reals get a
/// palette of even perceptual steps. Cells without a value show their status.
[[nodiscard]] ColouredMap coloured(const MapSample&, const std::vector<MapQuantity>&, std::size_t quantity);

}  // namespace stickslip::cli
