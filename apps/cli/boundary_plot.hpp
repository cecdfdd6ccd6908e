#pragma once

#include <string>
#include <vector>

#include "key_range.hpp"
#include "stickslip/steady/boundary.hpp"

namespace stickslip::cli {

struct BoundaryPicture {
    const KeyRange& x;
    const KeyRange& y;
    const std::vector<BoundaryCurve>& curves;
};

/// The curves in the plane, one colour and dash for each kind; an axis over more than a decade and a half is
/// logarithmic.
void plot_boundaries(const BoundaryPicture&, const std::string& path, const std::string& suffix);

}  // namespace stickslip::cli
