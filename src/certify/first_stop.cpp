// Where a polynomial with a doubt first becomes negative, by the signs of its Bernstein coefficients.
//
// q(τ) = Σ cₙ·τⁿ⁻ʲ, τ = u/h, has the sign of the velocity, whose first j derivatives are zero at the start. On an
// interval it lies between the smallest and the largest of its Bernstein coefficients. They come by additions, and
// halving an interval averages them, so that the rounding of each is below (number of operations)·2⁻⁵²·Σ|cₙ|.

#include "taylor.hpp"

namespace stickslip::proof {

namespace {

constexpr int most_halvings = 40;

struct Piece {
    std::array<double, degree + 1> b;
    double low = 0.0;  // in τ
    double high = 1.0;
    int halvings = 0;
};

/// Replaces b by the coefficients of the part left of `t`, and gives those right of it.
std::array<double, degree + 1> cut(std::array<double, degree + 1>& b, int n, double t) {
    std::array<double, degree + 1> right;
    std::array<double, degree + 1> left;
    for (int i = 0; i <= n; ++i) {
        left[i] = b[0];
        right[n - i] = b[n - i];
        for (int k = 0; k < n - i; ++k) b[k] += t * (b[k + 1] - b[k]);
    }
    b = left;
    return right;
}

struct Polynomial {
    std::array<double, degree + 1> c{};  // of q
    int n = 0;
    double size = 0.0;  // Σ|cₙ|

    [[nodiscard]] double at(double t) const {
        double value = c[n];
        for (int k = n - 1; k >= 0; --k) value = value * t + c[k];
        return value;
    }
    [[nodiscard]] double slope_at(double t) const {
        double value = n * c[n];
        for (int k = n - 1; k >= 1; --k) value = value * t + k * c[k];
        return value;
    }
    /// A zero between low, where q > 0, and high, where q < 0. What it is used for does not rely on it.
    [[nodiscard]] double zero_between(double low, double high) const {
        constexpr int most_steps = 60;
        double t = 0.5 * (low + high);
        for (int k = 0; k < most_steps; ++k) {
            const double value = at(t);
            if (value > 0.0) {
                low = t;
            } else {
                high = t;
            }
            double next = t - value / slope_at(t);
            if (!(next > low && next < high)) next = 0.5 * (low + high);
            if (std::abs(next - t) <= unit * t) return next;
            t = next;
        }
        return t;
    }
};

bool falls(const Piece& piece, int n) {
    for (int i = 0; i < n; ++i) {
        if (!(piece.b[i + 1] < piece.b[i])) return false;
    }
    return true;
}

/// Pins the zero in a piece in which q falls from above the doubt to below it.
FirstStop pinned(const Polynomial& q, Piece piece, double doubt) {
    FirstStop stop;
    const double zero = q.zero_between(piece.low, piece.high);
    const double slope = std::abs(q.slope_at(zero));
    constexpr double generous = 1.5;
    const double away = generous * (doubt + 2.0 * degree * unit * q.size) / slope;
    const double low = zero - away;
    const double high = zero + away;
    if (!(low > piece.low && high < piece.high)) return stop;
    const double width = piece.high - piece.low;
    cut(piece.b, q.n, (low - piece.low) / width);
    const double end = q.at(high);
    const double doubt_at_end = doubt + 3.0 * degree * unit * q.size;
    // The cut is not exactly where it was meant to be: by less than this, times the slope.
    const double misplaced = 8.0 * unit * 2.0 * q.n * q.size;
    const bool is_positive_before = *std::min_element(piece.b.begin(), piece.b.begin() + q.n + 1) > doubt + misplaced;
    if (is_positive_before && end < -doubt_at_end) stop = {Search::found, low, zero, high};
    return stop;
}

}  // namespace

FirstStop first_stop(const std::array<double, degree + 1>& coefficients, int zeros, double step, double doubt) {
    Polynomial q;
    q.n = degree - zeros;
    for (int k = 0; k <= q.n; ++k) {
        q.c[k] = coefficients[k + zeros];
        q.size += std::abs(q.c[k]);
    }
    Piece whole;
    double binomial = 1.0;
    for (int k = 0; k <= q.n; ++k) {
        whole.b[k] = q.c[k] / binomial;
        binomial = binomial * (q.n - k) / (k + 1);
    }
    for (int level = 1; level <= q.n; ++level) {
        for (int k = q.n; k >= level; --k) whole.b[k] += whole.b[k - 1];
    }
    const double rounding = 1.1 * unit * q.size;
    doubt = grow(doubt + (3.0 * q.n + 2.0) * rounding);
    std::array<Piece, most_halvings + 2> waiting;  // one for each halving, and the piece at hand
    waiting[0] = whole;
    int count = 1;
    while (count > 0) {
        const Piece piece = waiting[--count];
        const double blur = doubt + 4.0 * q.n * piece.halvings * rounding;
        if (*std::min_element(piece.b.begin(), piece.b.begin() + q.n + 1) > blur) continue;
        if (!(piece.b[0] > blur)) return {};
        if (falls(piece, q.n)) {
            if (!(piece.b[q.n] < -blur)) return {};
            FirstStop stop = pinned(q, piece, grow(blur + 4.0 * q.n * rounding));
            // Times are products τ·h: rounding moves them by 2⁻⁵² at most.
            stop.low = stop.low * step * (1.0 - 4.0 * unit);
            stop.high = stop.high * step * (1.0 + 4.0 * unit);
            stop.guess *= step;
            return stop;
        }
        if (piece.halvings == most_halvings) return {};
        Piece& right = waiting[count++];
        Piece& left = waiting[count++];
        left = piece;
        right = piece;
        right.b = cut(left.b, q.n, 0.5);
        left.high = right.low = 0.5 * (piece.low + piece.high);
        left.halvings = right.halvings = piece.halvings + 1;
    }
    return {Search::none, 0.0, 0.0, 0.0};
}

}  // namespace stickslip::proof
