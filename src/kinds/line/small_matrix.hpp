#pragma once

// Linear algebra of the two or three state variables.

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "kernel/dense.hpp"

namespace stickslip {

struct SmallMatrix {
    int size = 2;
    std::array<std::array<double, 3>, 3> entry{};  // row, column
};

/// x with A·x = b; false if A is singular.
STICKSLIP_KERNEL inline bool solve(const SmallMatrix& a, const std::array<double, 3>& b, std::array<double, 3>& x) {
    Dense<3> factored(static_cast<std::size_t>(a.size));
    for (int i = 0; i < a.size; ++i) {
        for (int j = 0; j < a.size; ++j) factored(i, j) = a.entry[i][j];
    }
    if (!factored.factor()) return false;
    x = factored.solve(b);
    return true;
}

/// Eigenvalues, as many as there are.
struct Eigenvalues {
    int count = 0;
    std::array<std::complex<double>, 3> value{};

    [[nodiscard]] STICKSLIP_KERNEL double largest_modulus() const {
        double largest = 0.0;
        for (int i = 0; i < count; ++i) largest = std::max(largest, std::hypot(value[i].real(), value[i].imag()));
        return largest;
    }
};

/// The roots of λ² − trace·λ + determinant.
STICKSLIP_KERNEL inline Eigenvalues quadratic_roots(double trace, double determinant) {
    const double half = 0.5 * trace;
    const double discriminant = half * half - determinant;
    if (discriminant < 0.0) {
        const double imaginary = std::sqrt(-discriminant);
        return {2, {std::complex(half, imaginary), std::complex(half, -imaginary)}};
    }
    const double large = half + std::copysign(std::sqrt(discriminant), half);
    return {2, {large, large == 0.0 ? 0.0 : determinant / large}};
}

/// Eigenvalues from the characteristic polynomial.
STICKSLIP_KERNEL inline Eigenvalues eigenvalues(const SmallMatrix& m) {
    const auto& e = m.entry;
    if (m.size == 1) return {1, {e[0][0]}};
    if (m.size == 2) return quadratic_roots(e[0][0] + e[1][1], e[0][0] * e[1][1] - e[0][1] * e[1][0]);
    const double trace = e[0][0] + e[1][1] + e[2][2];
    const auto minor = [&](int i, int j) { return e[i][i] * e[j][j] - e[i][j] * e[j][i]; };
    const double second = minor(0, 1) + minor(0, 2) + minor(1, 2);
    const double determinant = e[0][0] * minor(1, 2) - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                               e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    // One real root of λ³ − trace·λ² + second·λ − determinant by bisection between its bounds, then two more.
    const auto value = [&](double t) { return ((t - trace) * t + second) * t - determinant; };
    double high = 1.0 + std::abs(trace) + std::abs(second) + std::abs(determinant);
    double low = -high;
    constexpr int most_halvings = 2000;
    for (int k = 0; k < most_halvings; ++k) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        (value(middle) < 0.0 ? low : high) = middle;
    }
    Eigenvalues roots = quadratic_roots(trace - low, second - low * (trace - low));
    roots.value[roots.count++] = low;
    return roots;
}

}  // namespace stickslip
