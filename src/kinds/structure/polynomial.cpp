#include "polynomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "wide.hpp"

namespace stickslip::structure {
namespace {

constexpr int degree = Polynomial::degree;
constexpr int taylor_degree = 7;  // of the search where a zero is not simple
using Taylor = TaylorData<double, taylor_degree>;

/// Coefficients of powers on [0, 1].
using UnitPolynomial = std::array<double, degree + 1>;

constexpr UnitPolynomial inverse_binomials() {
    UnitPolynomial inverse{};
    double binomial = 1.0;
    for (int k = 0; k <= degree; ++k) {
        inverse[std::size_t(k)] = 1.0 / binomial;
        binomial = binomial * (degree - k) / (k + 1);
    }
    return inverse;
}

/// Sums are added up in as many parts: one alone would wait for itself.
constexpr int lanes = 4;
static_assert(degree % lanes == 0);

/// Σ term(k), k = first, first + 1, …, degree; their number is one of lanes.
template <int first, class Term>
STICKSLIP_WITHIN double sum_from(const Term& term) {
    static_assert((degree + 1 - first) % lanes == 0);
    double sum[lanes] = {};
    for (int k = first; k <= degree; k += lanes) {
        for (int i = 0; i < lanes; ++i) sum[i] += term(k + i);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// Whether a polynomial is above `floor` on all of [0, 1], from its first coefficients and the size of the rest.
template <int low>
STICKSLIP_WITHIN bool start_exceeds(const UnitPolynomial& c, double floor) {
    double first[low];
    std::copy_n(c.begin(), low, first);
    const double rest = sum_from<low>([&](int k) { return std::abs(c[std::size_t(k)]); });
    to_bernstein(first);
    return *std::min_element(first, first + low) > floor + rest;
}

/// True if the polynomial is above `floor` on all of [0, 1]. It is left in pieces.
STICKSLIP_WITHIN bool exceeds(UnitPolynomial& c, double floor) {
    const double others = sum_from<1>([&](int k) { return std::abs(c[std::size_t(k)]); });
    if (c[0] - others > floor) return true;
    const double end = c[0] + sum_from<1>([&](int k) { return c[std::size_t(k)]; });
    if (c[0] <= floor || end <= floor) return false;
    if (start_exceeds<9>(c, floor) || start_exceeds<13>(c, floor)) return true;
    static constexpr UnitPolynomial inverse = inverse_binomials();
    for (int k = 1; k <= degree; ++k) c[std::size_t(k)] *= inverse[std::size_t(k)];
    for (int pass = 1; pass <= degree; ++pass) {
        for (int k = degree; k >= pass; --k) c[std::size_t(k)] += c[std::size_t(k) - 1];
    }
    return *std::min_element(c.begin(), c.end()) > floor;
}

/// The polynomial on [0, h] divided by (s/h)^zeros. Returns what the series leaves out there, and its rounding error
/// where the division leaves that small.
STICKSLIP_WITHIN double scale_to(const Polynomial& p, int zeros, const Powers& of_h, UnitPolynomial& c) {
    if (zeros == 0) {
        for (int k = 0; k <= degree; ++k) c[std::size_t(k)] = p.coefficient[k] * of_h[std::size_t(k)];
        return p.remainder * of_h[degree + 1] + p.noise;
    }
    for (int k = zeros; k <= degree; ++k) c[std::size_t(k - zeros)] = p.coefficient[k] * of_h[std::size_t(k)];
    std::fill(c.end() - zeros, c.end(), 0.0);
    return p.remainder * of_h[degree + 1];
}

struct Jet2 {
    double value, slope, half_curvature;
};

/// The polynomial on [0, 1] and its derivatives at t > 0.
STICKSLIP_WITHIN Jet2 jet_at(const UnitPolynomial& c, double t) {
    const Powers powers = powers_of(t);
    double value[lanes] = {}, slope[lanes] = {}, half_curvature[lanes] = {};
    for (int k = 1; k <= degree; k += lanes) {
        for (int i = 0; i < lanes; ++i) {
            const double term = c[std::size_t(k + i)] * powers[std::size_t(k + i)];
            value[i] += term;
            slope[i] += (k + i) * term;
            half_curvature[i] += 0.5 * (k + i) * (k + i - 1) * term;
        }
    }
    const auto total = [](const double(&sum)[lanes]) { return (sum[0] + sum[1]) + (sum[2] + sum[3]); };
    return {c[0] + total(value), total(slope) / t, total(half_curvature) / (t * t)};
}

/// Where a parabola with this value and slope at 0 and this value, below zero, at 1 is zero.
STICKSLIP_WITHIN double zero_of_parabola(double start, double slope, double end) {
    const double bend = end - start - slope;
    return 2.0 * start / (std::sqrt(slope * slope - 4.0 * bend * start) - slope);
}

/// A zero between 0, where the polynomial is positive, and 1, where it is not, by Halley's method within a bracket;
/// right to about the square root of rounding, or negative.
STICKSLIP_WITHIN double guessed_zero_of(const UnitPolynomial& c, double at_end) {
    constexpr int most_steps = 12;
    constexpr double near_enough = 2e-4;  // of the zero: the next step would be its third power
    double low = 0.0;
    double high = 1.0;
    double t = zero_of_parabola(c[0], c[1], at_end);
    for (int step = 0; step < most_steps; ++step) {
        if (!(t > low && t < high)) t = 0.5 * (low + high);
        const Jet2 at = jet_at(c, t);
        (at.value > 0.0 ? low : high) = t;
        const double move = -at.value * at.slope / (at.slope * at.slope - at.value * at.half_curvature);
        t += move;
        if (std::abs(move) <= near_enough * t && t > low && t <= high) return t;
    }
    return -1.0;
}

/// What is left at t = 1 of a polynomial, with its derivatives there.
struct Quotient {
    double rest, slope, half_curvature;
};

/// f = (1 − t)·Σ bₖtᵏ + f(1), bₖ = −Σ aᵢ over i > k: a becomes b.
STICKSLIP_WITHIN Quotient divide_out_one(UnitPolynomial& c) {
    Quotient q{0.0, 0.0, 0.0};
    for (int k = degree; k >= 0; --k) {
        const double a = c[std::size_t(k)];
        c[std::size_t(k)] = -q.rest;
        q.half_curvature += 0.5 * k * (k - 1) * a;
        q.slope += k * a;
        q.rest += a;
    }
    return q;
}

/// The zero of a function that has one at least within `to`, if dividing the zero out leaves a positive polynomial:
/// then there is none before it. Negative where that proves nothing.
STICKSLIP_WITHIN double simple_zero(const Polynomial& p, int zeros, double to) {
    constexpr double margin = 16.0;           // of what is unknown
    constexpr double smallest_error = 1e-17;  // of the zero
    constexpr int most_rounds = 5;
    UnitPolynomial c;
    const double unknown = scale_to(p, zeros, powers_of(to), c);
    const double end = c[0] + sum_from<1>([&](int k) { return c[std::size_t(k)]; });
    if (!(c[0] > margin * unknown && end < -margin * (unknown + p.noise))) return -1.0;
    const double share = guessed_zero_of(c, end);
    if (!(share > 0.0)) return -1.0;
    double zero = share * to;
    for (int round = 0; round < most_rounds && zero > 0.0 && zero <= to; ++round) {
        scale_to(p, zeros, powers_of(zero), c);
        const Quotient q = divide_out_one(c);
        const double correction = q.rest / q.slope;  // Newton's step, and what it leaves
        const double left = correction * correction * std::abs(q.half_curvature / q.slope);
        if (left > smallest_error && std::abs(q.rest) > unknown + p.noise) {
            zero *= 1.0 - correction;
            continue;
        }
        const bool is_first = exceeds(c, margin * (unknown + std::abs(q.rest)));
        return is_first ? std::min(zero * (1.0 - correction), to) : -1.0;
    }
    return -1.0;
}

/// The start of the Taylor series at s; its eighth derivative is bounded by `eighth` on the whole step.
Taylor taylor_at(const Polynomial& p, double s, double eighth, double noise) {
    double c[degree + 1];
    std::copy_n(p.coefficient, degree + 1, c);
    if (s != 0.0) {
        for (int first = 0; first <= taylor_degree; ++first) {
            for (int k = degree - 1; k >= first; --k) c[k] += s * c[k + 1];
        }
    }
    Taylor t{};
    std::copy_n(c, taylor_degree + 1, t.coefficient);
    t.bound = eighth;
    t.noise = noise;
    return t;
}

/// The same step by step, whatever the function does.
FirstZero<double> searched_zero(const Polynomial& p, int zeros, double to) {
    constexpr double first_step = 1.0;  // [rad]
    constexpr int next = taylor_degree + 1;
    double eighth = 0.0;
    for (int k = degree; k >= next; --k) {
        double falling = 1.0;
        for (int i = 0; i < next; ++i) falling *= k - i;
        eighth = eighth * to + falling * std::abs(p.coefficient[k]);
    }
    const auto at = [&](double s) { return taylor_at(p, s, eighth, p.unknown); };
    // A step by step search divides out up to three zeros at the start. It goes past more of them at once, as far as
    // the function is positive after division.
    constexpr int most_divided = 3;
    constexpr double shortest_step = 1e-6;  // [rad]
    double from = zeros > most_divided ? to : 0.0;
    while (from > shortest_step && !is_clear(p, zeros, powers_of(from))) from *= 0.5;
    if (zeros > most_divided && from == to) return {false, false, to};
    const int left = from > 0.0 ? 0 : zeros;
    return first_zero<double, taylor_degree>(at, at(from), left, from, to, std::min(to - from, first_step));
}

}  // namespace

STICKSLIP_WIDE ValueAndSlope<double> value_and_slope(const Polynomial& p, double s) {
    const Powers powers = powers_of(s);
    const double slope = sum_from<1>([&](int k) { return k * p.coefficient[k] * powers[std::size_t(k) - 1]; });
    return {value_at(p, powers), slope};
}

STICKSLIP_WIDE double size_of_others(const Polynomial& p, const Powers& powers) {
    return sum_from<1>([&](int k) { return std::abs(p.coefficient[k]) * powers[std::size_t(k)]; });
}

STICKSLIP_WIDE double value_at(const Polynomial& p, const Powers& powers) {
    return p.coefficient[0] + sum_from<1>([&](int k) { return p.coefficient[k] * powers[std::size_t(k)]; });
}

STICKSLIP_WIDE bool is_clear(const Polynomial& p, int zeros, const Powers& of_h) {
    if (zeros == 0 && is_plainly_clear(p)) return true;
    UnitPolynomial c;
    const double floor = scale_to(p, zeros, of_h, c);
    return exceeds(c, floor);
}

double parabolic_zero(const Polynomial& p, double h, double value_at_h) {
    return h * zero_of_parabola(p.coefficient[0], p.coefficient[1] * h, value_at_h);
}

STICKSLIP_WIDE FirstZero<double> zero_within(const Polynomial& p, int zeros, double to) {
    const double zero = simple_zero(p, zeros, to);
    if (zero > 0.0) return {true, true, zero};
    return searched_zero(p, zeros, to);
}

double doubt_of_zero(const Polynomial& p, double zero) {
    constexpr double largest_doubt = 1e-13;  // [rad]
    const ValueAndSlope<double> at = value_and_slope(p, zero);
    return std::min(4.0 * (std::abs(at.value) + p.unknown) / std::abs(at.slope), largest_doubt);
}

}  // namespace stickslip::structure
