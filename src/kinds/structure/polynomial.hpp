#pragma once

// A watched function within a step as a polynomial of high degree with a bound on what it leaves out: whether it is
// positive, and where its first zero is, both by proof. docs/theory/structures.md, section 3.

#include <array>

#include "kernel/first_zero.hpp"

namespace stickslip::structure {

/// f(s) = Σ coefficient[k]·sᵏ up to remainder·s^(degree + 1), for s up to the reach of its series.
struct Polynomial {
    static constexpr int degree = 24;
    double coefficient[degree + 1];
    double remainder;
    double noise;    ///< rounding error of f
    double others;   ///< Σ |coefficient[k]|·reachᵏ, k > 0
    double unknown;  ///< noise + remainder·reach^(degree + 1)
};

/// 1, s, s², … up to one above the power of the remainder.
using Powers = std::array<double, Polynomial::degree + 3>;
[[nodiscard]] inline Powers powers_of(double s) {
    Powers powers;
    powers[0] = 1.0;
    powers[1] = s;
    powers[2] = s * s;
    powers[3] = powers[2] * s;
    const double fourth = powers[2] * powers[2];  // four at a time: one after the other they would wait for each other
    for (std::size_t k = 4; k < powers.size(); ++k) powers[k] = powers[k - 4] * fourth;
    return powers;
}

/// Σ |coefficient[k]|·sᵏ, k > 0.
[[nodiscard]] double size_of_others(const Polynomial&, const Powers& of_s);

/// f at s.
[[nodiscard]] double value_at(const Polynomial&, const Powers& of_s);

/// f and f′ at s.
[[nodiscard]] ValueAndSlope<double> value_and_slope(const Polynomial&, double s);

/// True if the function is positive on all of the reach of its series, because the first coefficient outweighs all
/// others.
[[nodiscard]] inline bool is_plainly_clear(const Polynomial& p) { return p.coefficient[0] - p.others > p.unknown; }

/// True if the function, divided by s^zeros, is positive on (0, h]: all Bernstein coefficients exceed what is unknown.
[[nodiscard]] bool is_clear(const Polynomial&, int zeros, const Powers& of_h);

/// Where the function is zero if it is a parabola with this value, other than that at 0 in its sign, at h; for an order
/// in which to look for zeros.
[[nodiscard]] double parabolic_zero(const Polynomial&, double h, double value_at_h);

/// The first zero in (0, to], proven to be the first; what the series leaves out counts as noise.
[[nodiscard]] FirstZero<double> zero_within(const Polynomial&, int zeros, double to);

/// How far a zero may be from where it was found: what else is zero as near as that happens at the same instant.
[[nodiscard]] double doubt_of_zero(const Polynomial&, double zero);

}  // namespace stickslip::structure
