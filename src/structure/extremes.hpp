#pragma once

// The largest and smallest values that functions of a motion take.

#include <algorithm>
#include <cmath>
#include <limits>

#include "phase_motion.hpp"

namespace stickslip::structure {

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

/// A function of a phase, or one of its derivatives in time.
struct Followed {
    LinearFunction f;
    int order = 0;  ///< of the derivative
};

/// Widens `ranges` by the values of the functions over the first `duration` of a phase: an extreme is where the next
/// derivative changes its sign.
void include_phase(const PhaseMotion&, double duration, const std::vector<Followed>&, std::vector<Extent>& ranges);

/// A position as a function of the phase.
[[nodiscard]] LinearFunction position_function(const DenseStructure&, const PhaseMotion&, int degree);

/// The friction of a contact as a function of the phase; the least-norm split of redundant ones.
[[nodiscard]] LinearFunction friction_function(const DenseStructure&, const PhaseMotion&, int contact);

}  // namespace stickslip::structure
