#pragma once

// Enclosures of real numbers that survive the compiler and the rounding mode. docs/theory/certify.md, section 2.
//
// A form stands for a function of N parameters p ∈ [−1, 1]ᴺ:  c + Σ gᵢ·pᵢ + e(p),  |e(p)| ≤ r.  With N = 0 it is a
// ball. In every rounding mode an operation on doubles is off by less than 2⁻⁵² of its result, or by less than the
// smallest normal number. Each operation here adds that to the radius, so no proof depends on the mode, on fused
// operations, or on small numbers that are flushed to zero.

#ifdef __FAST_MATH__
#error "the enclosures need operations in the order in which they are written"
#endif

#include <array>
#include <cfloat>
#include <cmath>

static_assert(FLT_EVAL_METHOD == 0, "the enclosures need doubles that are rounded after each operation");

namespace stickslip::proof {

/// |fl(a∘b) − a∘b| ≤ this·|fl(a∘b)| in every rounding mode, where nothing underflows.
inline constexpr double unit = 0x1p-52;
/// More than all that underflow can take away from one result.
inline constexpr double tiny = 0x1p-960;
/// Makes up for rounding in the radius itself: at most 32 operations, each of which loses less than 2⁻⁵².
inline constexpr double grown = 1.0 + 0x1p-46;

[[nodiscard]] inline double grow(double radius) { return radius * grown + tiny; }

template <int N>
struct Form {
    double c = 0.0;
    std::array<double, N> g{};
    double r = 0.0;

    /// Σ|gᵢ| + r: how far the values are from c.
    [[nodiscard]] double spread() const {
        double sum = r;
        for (const double slope : g) sum += std::abs(slope);
        return grow(sum);
    }
    [[nodiscard]] double slopes() const {
        double sum = 0.0;
        for (const double slope : g) sum += std::abs(slope);
        return grow(sum);
    }
    /// Bounds of all values.
    [[nodiscard]] double low() const {
        const double s = spread();
        return (c - s) - 4.0 * unit * (std::abs(c) + s) - tiny;
    }
    [[nodiscard]] double high() const {
        const double s = spread();
        return (c + s) + 4.0 * unit * (std::abs(c) + s) + tiny;
    }
    [[nodiscard]] double magnitude() const { return grow(std::abs(c) + spread()); }
};

using Ball = Form<0>;

template <int N>
[[nodiscard]] Form<N> exactly(double value) {
    Form<N> a;
    a.c = value;
    return a;
}

template <int N>
[[nodiscard]] Form<N> widened(Form<N> a, double by) {
    a.r = grow(a.r + by);
    return a;
}

template <int N>
[[nodiscard]] Form<N> operator-(Form<N> a) {
    a.c = -a.c;
    for (double& slope : a.g) slope = -slope;
    return a;
}

template <int N>
[[nodiscard]] Form<N> operator+(const Form<N>& a, const Form<N>& b) {
    Form<N> s;
    s.c = a.c + b.c;
    double rounding = std::abs(s.c);
    for (int i = 0; i < N; ++i) {
        s.g[i] = a.g[i] + b.g[i];
        rounding += std::abs(s.g[i]);
    }
    s.r = grow(a.r + b.r + unit * rounding);
    return s;
}

template <int N>
[[nodiscard]] Form<N> operator-(const Form<N>& a, const Form<N>& b) {
    return a + (-b);
}

template <int N>
[[nodiscard]] Form<N> operator*(const Form<N>& a, const Form<N>& b) {
    Form<N> p;
    p.c = a.c * b.c;
    double rounding = std::abs(p.c);
    double slopes_a = 0.0;
    double slopes_b = 0.0;
    for (int i = 0; i < N; ++i) {
        const double left = a.g[i] * b.c;
        const double right = a.c * b.g[i];
        p.g[i] = left + right;
        rounding += 2.0 * (std::abs(left) + std::abs(right));
        slopes_a += std::abs(a.g[i]);
        slopes_b += std::abs(b.g[i]);
    }
    const double away_b = slopes_b + b.r;
    p.r = grow(std::abs(a.c) * b.r + a.r * (std::abs(b.c) + away_b) + slopes_a * away_b + unit * rounding);
    return p;
}

template <int N>
[[nodiscard]] Form<N> operator*(double k, Form<N> a) {
    a.c *= k;
    double rounding = std::abs(a.c);
    for (double& slope : a.g) {
        slope *= k;
        rounding += std::abs(slope);
    }
    a.r = grow(std::abs(k) * a.r + unit * rounding);
    return a;
}

/// The square root where all values are positive; an infinite radius elsewhere.
template <int N>
[[nodiscard]] Form<N> square_root(const Form<N>& a) {
    Form<N> s;
    const double low = a.low();
    if (!(low > 0.0)) {
        s.r = HUGE_VAL;
        return s;
    }
    // √ is concave: √a = √c + (a − c)/(2√c) − remainder, remainder ≤ (a − c)²/(8·low^{3/2}).
    s.c = std::sqrt(a.c);
    const double root_low = std::sqrt(low) * (1.0 - 4.0 * unit);
    double rounding = s.c;
    for (int i = 0; i < N; ++i) {
        s.g[i] = a.g[i] / (2.0 * s.c);
        rounding += 4.0 * std::abs(s.g[i]);
    }
    const double away = a.slopes();
    s.r = grow(a.r / (2.0 * root_low) + away * away / (8.0 * low * root_low) + unit * rounding);
    return s;
}

/// 1/a where all values are positive; an infinite radius elsewhere.
template <int N>
[[nodiscard]] Form<N> inverse_of(const Form<N>& a) {
    Form<N> s;
    const double low = a.low();
    if (!(low > 0.0)) {
        s.r = HUGE_VAL;
        return s;
    }
    // 1/a = 1/c − (a − c)/c² + (a − c)²/(a·c²)
    s.c = 1.0 / a.c;
    const double square = s.c * s.c;
    double rounding = s.c;
    for (int i = 0; i < N; ++i) {
        s.g[i] = -a.g[i] * square;
        rounding += 8.0 * std::abs(s.g[i]);
    }
    const double away = a.slopes();
    const double steepest = 1.0 / (low * low);
    s.r = grow(a.r * steepest + away * away * square / low + unit * rounding);
    return s;
}

/// The form without its radius: a point, or a plane over the parameters.
template <int N>
[[nodiscard]] Form<N> thin(Form<N> a) {
    a.r = 0.0;
    return a;
}

}  // namespace stickslip::proof
