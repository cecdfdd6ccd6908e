#pragma once

// A number with its derivative along one direction of the initial state. The Taylor recurrences written for double
// propagate the variational equation when they run on these.

#include <cmath>

#include "stickslip/host_device.hpp"

namespace stickslip {

struct Dual {
    double value = 0.0;
    double tangent = 0.0;

    Dual() = default;
    STICKSLIP_KERNEL Dual(double v) : value(v) {}  // NOLINT: a plain number is a constant
    STICKSLIP_KERNEL Dual(double v, double t) : value(v), tangent(t) {}

    STICKSLIP_KERNEL Dual& operator+=(const Dual& b) {
        value += b.value;
        tangent += b.tangent;
        return *this;
    }
};

STICKSLIP_KERNEL inline Dual operator-(const Dual& a) { return {-a.value, -a.tangent}; }
STICKSLIP_KERNEL inline Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.tangent + b.tangent};
}
STICKSLIP_KERNEL inline Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.tangent - b.tangent};
}
STICKSLIP_KERNEL inline Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.tangent + a.tangent * b.value};
}
STICKSLIP_KERNEL inline Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.tangent}; }
STICKSLIP_KERNEL inline Dual operator*(const Dual& a, double b) { return b * a; }
STICKSLIP_KERNEL inline Dual operator/(const Dual& a, double b) { return {a.value / b, a.tangent / b}; }
STICKSLIP_KERNEL inline Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.tangent - quotient * b.tangent) / b.value};
}
STICKSLIP_KERNEL inline Dual exp(const Dual& a) {
    const double e = std::exp(a.value);
    return {e, e * a.tangent};
}
STICKSLIP_KERNEL inline Dual tanh(const Dual& a) {
    const double t = std::tanh(a.value);
    return {t, (1.0 - t * t) * a.tangent};
}

STICKSLIP_KERNEL inline double value_of(double a) { return a; }
STICKSLIP_KERNEL inline double value_of(const Dual& a) { return a.value; }
STICKSLIP_KERNEL inline double tangent_of(double) { return 0.0; }
STICKSLIP_KERNEL inline double tangent_of(const Dual& a) { return a.tangent; }

}  // namespace stickslip
