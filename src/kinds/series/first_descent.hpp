#pragma once

// The polynomial is written in the Bernstein basis of the interval. All coefficients positive: no zero. One change of
// sign among them: exactly one zero (Descartes), found by Newton steps kept inside the bracket. Else the interval is
// halved (de Casteljau) and the earlier half goes first.

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "stickslip/host_device.hpp"

namespace stickslip {

inline constexpr double no_descent = std::numeric_limits<double>::infinity();

namespace descent {

inline constexpr int largest_degree = 25;
inline constexpr int most_halvings = 48;  // an interval of 2⁻⁴⁸ of the step cannot be told from its ends
inline constexpr int most_newton_steps = 60;

using Basis = std::array<double, largest_degree + 1>;

/// ratio[n][i][k] = C(i,k)/C(n,k): power coefficients to Bernstein coefficients of degree n.
using RatioTable = std::array<std::array<Basis, largest_degree + 1>, largest_degree + 1>;

constexpr RatioTable make_ratios() {
    RatioTable table{};
    for (int n = 0; n <= largest_degree; ++n) {
        for (int i = 0; i <= n; ++i) {
            double ratio = 1.0;
            for (int k = 0; k <= i; ++k) {
                table[n][i][k] = ratio;
                if (k < n) ratio *= static_cast<double>(i - k) / static_cast<double>(n - k);
            }
        }
    }
    return table;
}

inline constexpr RatioTable ratios = make_ratios();
#if defined(__CUDACC__)
static __device__ const RatioTable device_ratios = make_ratios();
#endif

STICKSLIP_KERNEL inline const Basis& ratios_of(int degree, int row) {
#if defined(__CUDA_ARCH__)
    return device_ratios[degree][row];
#else
    return ratios[degree][row];
#endif
}

struct Polynomial {
    struct Value {
        double value;
        double slope;
    };

    Basis power{};  // on the unit interval
    int degree = 0;

    /// At s in [0, 1].
    [[nodiscard]] STICKSLIP_KERNEL Value at(double s) const {
        double value = power[degree];
        double slope = 0.0;
        for (int k = degree - 1; k >= 0; --k) {
            slope = slope * s + value;
            value = value * s + power[k];
        }
        return {value, slope};
    }

    [[nodiscard]] STICKSLIP_KERNEL Basis bernstein() const {
        Basis b{};
        for (int i = 0; i <= degree; ++i) {
            const Basis& row = ratios_of(degree, i);
            double sum = 0.0;
            for (int k = 0; k <= i; ++k) sum += row[k] * power[k];
            b[i] = sum;
        }
        return b;
    }
};

/// The one root in [low, high], where the value falls from ≥ 0 to < 0.
STICKSLIP_KERNEL_CALL inline double refine(const Polynomial& p, double low, double high) {
    double s = 0.5 * (low + high);
    for (int i = 0; i < most_newton_steps; ++i) {
        const auto [value, slope] = p.at(s);
        (value >= 0.0 ? low : high) = s;
        if (value == 0.0) return s;
        double next = s - value / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (next == s || high - low <= std::numeric_limits<double>::epsilon() * high) return next;
        const bool is_settled = std::abs(next - s) <= 2.0 * std::numeric_limits<double>::epsilon() * std::abs(next);
        s = next;
        if (is_settled) return s;
    }
    return s;
}

STICKSLIP_KERNEL inline int sign_changes(const Basis& b, int n) {
    int changes = 0;
    bool is_negative = false;
    for (int i = 0; i <= n; ++i) {
        if (b[i] == 0.0) continue;
        if ((b[i] < 0.0) != is_negative) {
            is_negative = !is_negative;
            ++changes;
        }
    }
    return changes;
}

/// An interval with the polynomial in its Bernstein basis.
struct Piece {
    Basis b;
    double low;
    double high;
    int halvings;
};

/// The later half of a piece, which becomes its earlier half.
STICKSLIP_KERNEL inline Piece split(Piece& piece, int n) {
    Basis left;
    Basis& b = piece.b;
    for (int i = 0; i <= n; ++i) {
        left[i] = b[0];
        for (int k = 0; k < n - i; ++k) b[k] = 0.5 * (b[k] + b[k + 1]);
    }
    const double middle = 0.5 * (piece.low + piece.high);
    ++piece.halvings;
    Piece later{b, middle, piece.high, piece.halvings};  // de Casteljau leaves it in reverse order of reduction
    later.b[0] = left[n];
    b = left;
    piece.high = middle;
    return later;
}

/// The first descent on the unit interval. Pieces that wait for their turn are at most as many as there are halvings.
STICKSLIP_KERNEL_CALL inline double search(const Polynomial& p, const Basis& b) {
    const int n = p.degree;
    std::array<Piece, most_halvings> waiting;
    int count = 0;
    Piece piece{b, 0.0, 1.0, 0};
    for (;;) {
        const int changes = sign_changes(piece.b, n);
        if (changes == 1) return refine(p, piece.low, piece.high);
        if (changes > 1 && piece.halvings < most_halvings) {
            waiting[count++] = split(piece, n);
            continue;
        }
        if (changes > 1 && piece.b[n] < 0.0) return piece.high;
        if (count == 0) return no_descent;
        piece = waiting[--count];
    }
}

}  // namespace descent

/// The first τ in [0, length] at which the polynomial Σ c[k]·τᵏ, which is ≥ 0 before, becomes negative; +∞ if it does
/// not. `zeros` leading coefficients are known to vanish at τ = 0 and are not looked at. A touch of zero without a
/// change of sign is no descent. Nothing is missed: intervals are cleared by the signs of Bernstein coefficients, which
/// enclose the polynomial, and halved until they hold one root at most.
[[nodiscard]] STICKSLIP_KERNEL_CALL inline double first_descent(std::span<const double> coefficients, int zeros,
                                                                double length) {
    descent::Polynomial p;
    int first = zeros;
    const int last = static_cast<int>(coefficients.size()) - 1;
    while (first <= last && coefficients[first] == 0.0) ++first;
    if (first > last) return no_descent;
    if (coefficients[first] < 0.0) return 0.0;
    p.degree = last - first;
    double scale = 1.0;
    double rest = 0.0;
    for (int k = 0; k <= p.degree; ++k, scale *= length) {
        p.power[k] = coefficients[first + k] * scale;
        if (k > 0) rest += std::abs(p.power[k]);
    }
    if (p.power[0] > rest) return no_descent;
    const double found = descent::search(p, p.bernstein());
    return found <= 1.0 ? found * length : no_descent;
}

}  // namespace stickslip
