#pragma once

#include <limits>

namespace stickslip::structure {

/// Where `rate_of(τ)` comes to zero between two times at which it has different signs, by bisection and the secant.
template <class Rate>
double zero_between(const Rate& rate_of, double low, double high, double at_low, double at_high) {
    constexpr int most_steps = 60;
    for (int i = 0; i < most_steps && high - low > 4.0 * std::numeric_limits<double>::epsilon() * high; ++i) {
        double middle = low - at_low * (high - low) / (at_high - at_low);
        if (i % 3 == 2 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
        const double value = rate_of(middle);
        if (value == 0.0) return middle;
        if ((value > 0.0) == (at_low > 0.0)) {
            low = middle;
            at_low = value;
        } else {
            high = middle;
            at_high = value;
        }
    }
    return 0.5 * (low + high);
}

}  // namespace stickslip::structure
