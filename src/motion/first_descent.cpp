// The polynomial is written in the Bernstein basis of the interval. All coefficients positive: no zero. One change of
// sign among them: exactly one zero (Descartes), found by Newton steps kept inside the bracket. Else the interval is
// halved (de Casteljau) and the earlier half goes first.

#include "first_descent.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stickslip {

namespace {

constexpr int largest_degree = 25;
constexpr int most_halvings = 48;  // an interval of 2⁻⁴⁸ of the step cannot be told from its ends
constexpr int most_newton_steps = 60;

using Basis = std::array<double, largest_degree + 1>;

/// ratio[n][i][k] = C(i,k)/C(n,k): power coefficients to Bernstein coefficients of degree n.
using RatioTable = std::array<std::array<Basis, largest_degree + 1>, largest_degree + 1>;

RatioTable make_ratios() {
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

struct Polynomial {
    Basis power{};  // on the unit interval
    int degree = 0;

    /// Value and slope at s in [0, 1].
    [[nodiscard]] std::pair<double, double> at(double s) const {
        double value = power[degree];
        double slope = 0.0;
        for (int k = degree - 1; k >= 0; --k) {
            slope = slope * s + value;
            value = value * s + power[k];
        }
        return {value, slope};
    }
};

/// The one root in [low, high], where the value falls from ≥ 0 to < 0.
double refine(const Polynomial& p, double low, double high) {
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

int sign_changes(const Basis& b, int n) {
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

double search(const Polynomial& p, Basis& b, double low, double high, int halvings) {
    const int n = p.degree;
    const int changes = sign_changes(b, n);
    if (changes == 0) return no_descent;
    if (changes == 1) return refine(p, low, high);
    if (halvings == most_halvings) return b[n] < 0.0 ? high : no_descent;
    Basis left;
    for (int i = 0; i <= n; ++i) {
        left[i] = b[0];
        for (int k = 0; k < n - i; ++k) b[k] = 0.5 * (b[k] + b[k + 1]);
    }
    Basis right = b;  // de Casteljau leaves the right half in reverse order of reduction
    right[0] = left[n];
    const double middle = 0.5 * (low + high);
    const double found = search(p, left, low, middle, halvings + 1);
    if (found <= middle) return found;
    return search(p, right, middle, high, halvings + 1);
}

}  // namespace

double first_descent(std::span<const double> coefficients, int zeros, double length) {
    Polynomial p;
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
    static const RatioTable ratios = make_ratios();
    Basis b{};
    for (int i = 0; i <= p.degree; ++i) {
        const Basis& row = ratios[p.degree][i];
        double sum = 0.0;
        for (int k = 0; k <= i; ++k) sum += row[k] * p.power[k];
        b[i] = sum;
    }
    const double found = search(p, b, 0.0, 1.0, 0);
    return found <= 1.0 ? found * length : no_descent;
}

}  // namespace stickslip
