#pragma once

#include <algorithm>
#include <cmath>

namespace stickslip {

/// The largest of a smooth function between `low` and `high`, where it has one maximum: a golden section.
template <class Function>
[[nodiscard]] double golden_maximum(const Function& f, double low, double high) {
    constexpr double golden = 0.6180339887498949;
    constexpr int most_narrowings = 45;  // 0.618⁴⁵ is below the root of the rounding error, where values do not differ
    double a = high - golden * (high - low);
    double b = low + golden * (high - low);
    double at_a = f(a);
    double at_b = f(b);
    for (int k = 0; k < most_narrowings; ++k) {
        if (at_a < at_b) {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = f(b);
        } else {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = f(a);
        }
    }
    return std::max(at_a, at_b);
}

/// The largest |f| on [0, length], cut into parts in each of which f has one extreme at most: it is at an end of a
/// part, or between two ends from which f moves the same way. An extreme nearer to an end than `near_end` parts counts
/// as the end, whose value differs by 10⁻¹² of the curvature.
template <class Function>
[[nodiscard]] double largest_magnitude(const Function& f, double length, int parts) {
    constexpr double near_end = 1e-6;
    const double part = length / parts;
    double low_value = f(0.0);
    double largest = std::abs(low_value);
    for (int i = 0; i < parts; ++i) {
        const double low = i * part;
        const double high = i + 1 == parts ? length : low + part;
        const double high_value = f(high);
        largest = std::max(largest, std::abs(high_value));
        const double from_low = f(low + near_end * part) - low_value;
        const double from_high = f(high - near_end * part) - high_value;
        if (from_low * from_high > 0.0) {
            const double sign = from_low > 0.0 ? 1.0 : -1.0;
            const auto rising = [&](double tau) { return sign * f(tau); };
            largest = std::max(largest, std::abs(golden_maximum(rising, low, high)));
        }
        low_value = high_value;
    }
    return largest;
}

}  // namespace stickslip
