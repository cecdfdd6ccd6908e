#pragma once

// The first zero of a polynomial that is positive at 0, on [0, 1]: positive Bernstein coefficients prove that there is
// none, one change of sign proves that there is exactly one, anything else is halved.

#include <array>
#include <cstddef>
#include <optional>

namespace stickslip::planar {

template <std::size_t N>
struct Bernstein {
    std::array<double, N> c{};

    /// Splits at the middle: this becomes the left half, the right half is returned (de Casteljau).
    Bernstein split() {
        Bernstein right;
        std::array<double, N> row = c;
        for (std::size_t level = 0; level < N; ++level) {
            c[level] = row[0];
            right.c[N - 1 - level] = row[N - 1 - level];
            for (std::size_t i = 0; i + level + 1 < N; ++i) row[i] = 0.5 * (row[i] + row[i + 1]);
        }
        return right;
    }

    [[nodiscard]] int sign_changes() const {
        int changes = 0;
        for (std::size_t i = 1; i < N; ++i) changes += (c[i] > 0.0) != (c[i - 1] > 0.0) ? 1 : 0;
        return changes;
    }
};

/// Bernstein coefficients of Σ a[k]·tᵏ.
template <std::size_t N>
Bernstein<N> bernstein_from_powers(const std::array<double, N>& a) {
    Bernstein<N> b;
    constexpr auto n = static_cast<double>(N - 1);
    for (std::size_t j = 0; j < N; ++j) {
        double ratio = 1.0;  // C(j, k)/C(n, k)
        for (std::size_t k = 0; k <= j; ++k) {
            b.c[j] += ratio * a[k];
            ratio *= (static_cast<double>(j) - static_cast<double>(k)) / (n - static_cast<double>(k) + (k + 1 == N));
        }
    }
    return b;
}

/// The first zero in (low, low + width], to about 2^−45; a touch from above is no zero.
template <std::size_t N>
std::optional<double> first_polynomial_zero(Bernstein<N> left, double low = 0.0, double width = 1.0) {
    constexpr double narrow = 0x1p-45;
    const int changes = left.sign_changes();
    if (left.c[0] > 0.0 && changes == 0) return std::nullopt;
    if (width < narrow) {
        if (left.c[N - 1] > 0.0) return std::nullopt;
        return low;
    }
    const Bernstein<N> right = left.split();
    if (const auto zero = first_polynomial_zero(left, low, 0.5 * width)) return zero;
    return first_polynomial_zero(right, low + 0.5 * width, 0.5 * width);
}

}  // namespace stickslip::planar
