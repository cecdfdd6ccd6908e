#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip::cli {

/// A regime in the words of a person: "moves all the time", "2 stops", "never moves".
[[nodiscard]] std::string regime_words(Regime, double stops_per_cycle);

/// What happens at a point of a picture. Both coordinates run from 0 at the lower left to 1.
using WordsAt = std::function<std::string(double x, double y)>;

struct RegionLabel {
    double x = 0.0;  ///< the middle of the text, from 0 to 1
    double y = 0.0;
    std::string text;
    bool is_upright = false;  ///< read from below, in a region that is tall and narrow
};

/// The words of every region that has room for them, where they have the most. `words_at` is asked on a grid, on all
/// allowed threads; `width` and `height` are those of the picture in pixels.
[[nodiscard]] std::vector<RegionLabel> region_labels(const WordsAt& words_at, double width, double height);

}  // namespace stickslip::cli
