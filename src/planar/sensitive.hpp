#pragma once

// A number that carries its derivatives by the start state, so that one templated flow gives both the motion and the
// exact Jacobian of the period map.

#include <array>
#include <cmath>
#include <cstddef>

namespace stickslip::planar {

/// How many components a start state has at most: x, v and r of an elastic stick.
inline constexpr std::size_t most_unknowns = 6;

struct Sensitive {
    double value = 0.0;
    std::array<double, most_unknowns> gradient{};

    Sensitive() = default;
    Sensitive(double constant) : value(constant) {}  // NOLINT: a plain number is a constant

    Sensitive& operator+=(const Sensitive& b) {
        value += b.value;
        for (std::size_t i = 0; i < most_unknowns; ++i) gradient[i] += b.gradient[i];
        return *this;
    }
    Sensitive& operator-=(const Sensitive& b) {
        value -= b.value;
        for (std::size_t i = 0; i < most_unknowns; ++i) gradient[i] -= b.gradient[i];
        return *this;
    }
    Sensitive& operator*=(const Sensitive& b) {
        for (std::size_t i = 0; i < most_unknowns; ++i) gradient[i] = gradient[i] * b.value + value * b.gradient[i];
        value *= b.value;
        return *this;
    }
    Sensitive& operator/=(const Sensitive& b) {
        value /= b.value;
        for (std::size_t i = 0; i < most_unknowns; ++i) gradient[i] = (gradient[i] - value * b.gradient[i]) / b.value;
        return *this;
    }
    friend Sensitive operator+(Sensitive a, const Sensitive& b) { return a += b; }
    friend Sensitive operator-(Sensitive a, const Sensitive& b) { return a -= b; }
    friend Sensitive operator*(Sensitive a, const Sensitive& b) { return a *= b; }
    friend Sensitive operator/(Sensitive a, const Sensitive& b) { return a /= b; }
    friend Sensitive operator-(const Sensitive& a) { return Sensitive(0.0) - a; }
};

inline double value_of(double x) { return x; }
inline double value_of(const Sensitive& x) { return x.value; }

/// f(x) with derivative `slope` at x.
inline Sensitive composed(const Sensitive& x, double value, double slope) {
    Sensitive y(value);
    for (std::size_t i = 0; i < most_unknowns; ++i) y.gradient[i] = slope * x.gradient[i];
    return y;
}

inline double root_of(double x) { return std::sqrt(x); }
inline Sensitive root_of(const Sensitive& x) {
    const double root = std::sqrt(x.value);
    return composed(x, root, 0.5 / root);
}
inline double sine_of(double x) { return std::sin(x); }
inline Sensitive sine_of(const Sensitive& x) { return composed(x, std::sin(x.value), std::cos(x.value)); }
inline double cosine_of(double x) { return std::cos(x); }
inline Sensitive cosine_of(const Sensitive& x) { return composed(x, std::cos(x.value), -std::sin(x.value)); }

/// The direction of (x1, x2) as an angle.
inline double angle_of(double x1, double x2) { return std::atan2(x2, x1); }
inline Sensitive angle_of(const Sensitive& x1, const Sensitive& x2) {
    const double square = x1.value * x1.value + x2.value * x2.value;
    return composed(x2, std::atan2(x2.value, x1.value), x1.value / square) + composed(x1, 0.0, -x2.value / square);
}

/// x less its value: zero, with the derivatives of x.
inline double variation_of(double) { return 0.0; }
inline Sensitive variation_of(const Sensitive& x) { return x - Sensitive(x.value); }

}  // namespace stickslip::planar
