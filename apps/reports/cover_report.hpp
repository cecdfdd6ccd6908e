#pragma once

#include <string>

#include "gnuplot.hpp"
#include "stickslip/certify/cover.hpp"

namespace stickslip::cli {

/// A rectangle of the command line, x0:x1,y0:y1: friction ratios, then frequency ratios.
/// @throws std::invalid_argument
[[nodiscard]] RatioBox ratio_box(const std::string& text);

/// The share of the area that is proved, for each number of stops.
[[nodiscard]] std::string cover_text(const Cover&);
/// The same as JSON.
[[nodiscard]] std::string cover_json(const Cover&);
/// One row for each proved box.
[[nodiscard]] std::string cover_csv(const Cover&);

/// The proved boxes, coloured by their stops per cycle; white is not proved.
[[nodiscard]] Drawing plot_cover(const Cover&);

}  // namespace stickslip::cli
