#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "key_range.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip::cli {

struct BoundaryPicture {
    const std::string& title;
    const KeyRange& x;
    const KeyRange& y;
    const std::vector<BoundaryCurve>& curves;
    /// What happens at a point between the curves, in words; without it, the regions have no labels.
    std::function<std::string(double x, double y)> words_at{};
};

/// The curves in the plane, one colour and dash for each kind, and between them the words for each region; an axis over
/// more than a decade and a half is logarithmic.
[[nodiscard]] Drawing plot_boundaries(const BoundaryPicture&);

/// The words for the steady motion at a point of a plane of ratios.
[[nodiscard]] std::function<std::string(double, double)> words_in(std::function<Ratios(double, double)> plane);

}  // namespace stickslip::cli
