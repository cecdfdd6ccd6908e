#pragma once

// A number with its derivatives along a few directions of the initial state. What is written for double propagates the
// variational equation when it runs on these.

#include <array>
#include <cstddef>

#include "scalar.hpp"

namespace stickslip {

template <std::size_t directions>
struct DualOf {
    double value = 0.0;
    std::array<double, directions> gradient{};

    DualOf() = default;
    STICKSLIP_KERNEL DualOf(double constant) : value(constant) {}  // NOLINT: a plain number is a constant
    STICKSLIP_KERNEL DualOf(double v, double tangent) requires(directions == 1) : value(v), gradient{tangent} {}

    STICKSLIP_KERNEL DualOf& operator+=(const DualOf& b) {
        value += b.value;
        for (std::size_t i = 0; i < directions; ++i) gradient[i] += b.gradient[i];
        return *this;
    }
    STICKSLIP_KERNEL DualOf& operator-=(const DualOf& b) {
        value -= b.value;
        for (std::size_t i = 0; i < directions; ++i) gradient[i] -= b.gradient[i];
        return *this;
    }
    STICKSLIP_KERNEL DualOf& operator*=(const DualOf& b) {
        for (std::size_t i = 0; i < directions; ++i) gradient[i] = gradient[i] * b.value + value * b.gradient[i];
        value *= b.value;
        return *this;
    }
    STICKSLIP_KERNEL DualOf& operator/=(const DualOf& b) {
        value /= b.value;
        for (std::size_t i = 0; i < directions; ++i) gradient[i] = (gradient[i] - value * b.gradient[i]) / b.value;
        return *this;
    }
    friend STICKSLIP_KERNEL DualOf operator+(DualOf a, const DualOf& b) { return a += b; }
    friend STICKSLIP_KERNEL DualOf operator-(DualOf a, const DualOf& b) { return a -= b; }
    friend STICKSLIP_KERNEL DualOf operator*(DualOf a, const DualOf& b) { return a *= b; }
    friend STICKSLIP_KERNEL DualOf operator/(DualOf a, const DualOf& b) { return a /= b; }
    friend STICKSLIP_KERNEL DualOf operator*(double a, const DualOf& b) { return composed(b, a * b.value, a); }
    friend STICKSLIP_KERNEL DualOf operator*(const DualOf& a, double b) { return b * a; }
    friend STICKSLIP_KERNEL DualOf operator/(DualOf a, double b) {
        a.value /= b;
        for (double& g : a.gradient) g /= b;
        return a;
    }
    friend STICKSLIP_KERNEL DualOf operator-(const DualOf& a) { return composed(a, -a.value, -1.0); }

    /// f(x) with derivative `slope` at x.
    friend STICKSLIP_KERNEL DualOf composed(const DualOf& x, double value, double slope) {
        DualOf y(value);
        for (std::size_t i = 0; i < directions; ++i) y.gradient[i] = slope * x.gradient[i];
        return y;
    }
    friend STICKSLIP_KERNEL DualOf exp(const DualOf& x) {
        const double e = std::exp(x.value);
        return composed(x, e, e);
    }
    friend STICKSLIP_KERNEL DualOf tanh(const DualOf& x) {
        const double t = std::tanh(x.value);
        return composed(x, t, 1.0 - t * t);
    }
    friend STICKSLIP_KERNEL DualOf square_root(const DualOf& x) {
        const double root = std::sqrt(x.value);
        return composed(x, root, 0.5 / root);
    }
    friend STICKSLIP_KERNEL SinCos<DualOf> sin_cos(const DualOf& x) {
        const SinCos<double> s = stickslip::sin_cos(x.value);
        return {composed(x, s.sin, s.cos), composed(x, s.cos, -s.sin)};
    }
    friend STICKSLIP_KERNEL DualOf arc_tangent(const DualOf& y, const DualOf& x) {
        const double square = x.value * x.value + y.value * y.value;
        return composed(y, std::atan2(y.value, x.value), x.value / square) + composed(x, 0.0, -y.value / square);
    }
};

/// With the derivative along one direction.
using Dual = DualOf<1>;

STICKSLIP_KERNEL inline double value_of(double x) { return x; }
template <std::size_t directions>
STICKSLIP_KERNEL double value_of(const DualOf<directions>& x) {
    return x.value;
}
STICKSLIP_KERNEL inline double tangent_of(double) { return 0.0; }
STICKSLIP_KERNEL inline double tangent_of(const Dual& x) { return x.gradient[0]; }

/// x less its value: zero, with the derivatives of x.
STICKSLIP_KERNEL inline double variation_of(double) { return 0.0; }
template <std::size_t directions>
STICKSLIP_KERNEL DualOf<directions> variation_of(const DualOf<directions>& x) {
    return x - DualOf<directions>(x.value);
}

}  // namespace stickslip
