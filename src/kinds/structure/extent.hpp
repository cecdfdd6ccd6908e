#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::structure {

/// The smallest and the largest value of something.
struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] double half_width() const { return 0.5 * (high - low); }
    [[nodiscard]] double largest() const { return std::max(std::abs(low), std::abs(high)); }
};

}  // namespace stickslip::structure
