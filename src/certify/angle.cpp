// sin and cos by their own series, so that nothing is taken on trust from a mathematical library.
//
// The angle is reduced by k quarter turns, π/2 = p₁ + p₂ + p₃ + e: p₁ and p₂ have 33 bits, so k·p₁ and k·p₂ are exact
// for |k| < 2²⁰, and so is angle − k·p₁. The two further subtractions are off by less than 2⁻⁵³ each. What remains, |t|
// ≤ 0.8, goes into Taylor's series. Their rounding is below 1.2·2⁻⁵², their remainder below 10⁻¹⁷, in every rounding
// mode; 2⁻⁵⁰ is more than everything together.

#include "angle.hpp"

namespace stickslip::proof {

namespace {

constexpr double quarter_1 = 0x1.921fb544p0;
constexpr double quarter_2 = 0x1.0b4611a6p-34;
constexpr double quarter_3 = 0x1.3198a2e037073p-69;
constexpr double per_quarter = 0x1.45f306dc9c883p-1;  // 2/π
constexpr double largest_angle = 0x1p19;
constexpr double reduced_range = 0.8;
constexpr double series_error = 0x1p-50;

double sine_series(double t, double z) {
    const double p =
        -1.0 / 6.0 +
        z * (1.0 / 120.0 +
             z * (-1.0 / 5040.0 +
                  z * (1.0 / 362880.0 +
                       z * (-1.0 / 39916800.0 +
                            z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0)))))));
    return t + t * z * p;
}

double cosine_series(double z) {
    const double p =
        1.0 / 24.0 +
        z * (-1.0 / 720.0 + z * (1.0 / 40320.0 + z * (-1.0 / 3628800.0 +
                                                      z * (1.0 / 479001600.0 + z * (-1.0 / 87178291200.0 +
                                                                                    z * (1.0 / 20922789888000.0))))));
    return 1.0 - (0.5 * z - z * z * p);
}

}  // namespace

Direction<0> direction_of(double angle) {
    const double k = std::floor(angle * per_quarter + 0.5);
    const double t = ((angle - k * quarter_1) - k * quarter_2) - k * quarter_3;
    Direction<0> d;
    d.sin.r = series_error;
    d.cos.r = series_error;
    if (!(std::abs(angle) < largest_angle) || !(std::abs(t) <= reduced_range)) {
        d.sin.r = HUGE_VAL;
        d.cos.r = HUGE_VAL;
        return d;
    }
    const double z = t * t;
    const double s = sine_series(t, z);
    const double c = cosine_series(z);
    const int quarter = static_cast<int>(k) & 3;
    const bool is_swapped = (quarter & 1) != 0;
    const double sine = is_swapped ? c : s;
    const double cosine = is_swapped ? s : c;
    d.sin.c = quarter >= 2 ? -sine : sine;
    d.cos.c = quarter == 1 || quarter == 2 ? -cosine : cosine;
    return d;
}

}  // namespace stickslip::proof
