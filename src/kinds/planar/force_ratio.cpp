// The least load that never lets the mass stick. Sliding without a stop is lost where the slip rate touches zero
// somewhere on the cycle (elastic support), or where the cycle falls into v = 0 (rigid support); both are seen as the
// first stick interval of the steady state, so the number of intervals is what is bisected.

#include <cmath>
#include <limits>
#include <numbers>

#include "circular.hpp"
#include "model/bounds.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {

namespace {

bool slides_for_ever(const Oscillator& o, double frequency, double axis_ratio, double load) {
    const Vector amplitude{load, axis_ratio * load};
    const SteadyState s = steady_state(o, harmonic_load(amplitude, frequency, {0.5 * std::numbers::pi, 0.0}), State{});
    return s.regime == Regime::continuous || s.regime == Regime::unbounded;
}

}  // namespace

double least_continuous_force_ratio(const Oscillator& o, double frequency, double axis_ratio) {
    validate(o);
    require_positive("load frequency", frequency, "rad/s");
    require_not_negative("axis ratio", axis_ratio, "");
    if (axis_ratio > 1.0) refuse("axis ratio", axis_ratio, "at most 1", "");
    const double least = least_sliding_load(o, frequency);
    if (axis_ratio == 1.0) return least / o.friction_bound;
    constexpr double largest = 1e4;      // in r_y
    constexpr double first_step = 1.02;  // just above the bound slides are as slow as they are short
    constexpr double growth = 1.25;
    constexpr double precision = 1e-6;  // a stop under a force that just fails to hold takes ever more steps
    double low = least;
    double high = least * first_step;
    while (!slides_for_ever(o, frequency, axis_ratio, high)) {
        low = high;
        high *= growth;
        if (high > largest * o.friction_bound) return std::numeric_limits<double>::infinity();
    }
    while (high - low > precision * high) {
        const double middle = 0.5 * (low + high);
        (slides_for_ever(o, frequency, axis_ratio, middle) ? high : low) = middle;
    }
    return high / o.friction_bound;
}

}  // namespace stickslip::planar
