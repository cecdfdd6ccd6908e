#pragma once

#include <cmath>

#include "stickslip/host_device.hpp"

namespace stickslip {

/// An unevaluated sum hi + lo: twice the digits of a double, so that adding a million phase durations, or reducing
/// ω·t after a million load cycles, loses nothing that a double could show.
struct ExactTime {
    double hi = 0.0;  ///< the rounded time [s]
    double lo = 0.0;  ///< what rounding left over [s]

    /// The time rounded to a double [s].
    [[nodiscard]] STICKSLIP_KERNEL double value() const { return hi + lo; }
};

/// t + duration, without rounding loss (Knuth's two-sum).
[[nodiscard]] STICKSLIP_KERNEL inline ExactTime advance(const ExactTime& t, double duration) {
    const double sum = t.hi + duration;
    const double carried = sum - t.hi;
    const double error = (t.hi - (sum - carried)) + (duration - carried);
    const double low = t.lo + error;
    const double hi = sum + low;
    return {hi, low - (hi - sum)};
}

/// later − earlier, rounded once.
[[nodiscard]] inline double duration_between(const ExactTime& earlier, const ExactTime& later) {
    const ExactTime difference = advance({later.hi, 0.0}, -earlier.hi);
    return difference.hi + (difference.lo + (later.lo - earlier.lo));
}

/// 2π = two_pi_hi + two_pi_lo to 32 digits.
inline constexpr double two_pi_hi = 6.283185307179586;
/// What `two_pi_hi` leaves over.
inline constexpr double two_pi_lo = 2.4492935982947064e-16;

/// An angular frequency ω = hi + lo [rad/s]; `lo` is nonzero where ω = 2π·f was given in hertz.
struct AngularFrequency {
    double hi = 0.0;  ///< the rounded frequency [rad/s]
    double lo = 0.0;  ///< what rounding left over [rad/s]

    AngularFrequency() = default;
    /// A plain number is a frequency in rad/s.
    STICKSLIP_KERNEL AngularFrequency(double radians_per_second)
        : hi(radians_per_second) {}  // NOLINT: a plain number is rad/s

    /// 2π·f with all its digits, for f in hertz.
    [[nodiscard]] static AngularFrequency from_hertz(double hertz) {
        AngularFrequency w(two_pi_hi * hertz);
        w.lo = std::fma(two_pi_hi, hertz, -w.hi) + two_pi_lo * hertz;
        return w;
    }
    /// The frequency rounded to a double [rad/s].
    [[nodiscard]] STICKSLIP_KERNEL double value() const { return hi + lo; }
};

/// ω·t + phase reduced to about [−π, π], correct to a few ulp of π for any |ω·t| < 2⁵³.
[[nodiscard]] STICKSLIP_KERNEL inline double reduced_phase(const AngularFrequency& w, const ExactTime& t,
                                                           double phase) {
    const double product = w.hi * t.hi;
    const double rest = std::fma(w.hi, t.hi, -product) + w.hi * t.lo + w.lo * t.hi;
    const double turns = std::nearbyint((product + phase) / two_pi_hi);
    const double reduced = std::fma(-turns, two_pi_hi, product);
    return std::fma(-turns, two_pi_lo, reduced) + (rest + phase);
}

}  // namespace stickslip
