#include "small_series.hpp"

#include <algorithm>
#include <array>

#include "wide.hpp"

namespace stickslip::structure {
namespace {

constexpr int orders = SmallSeries::orders;

constexpr auto factorials = [] {
    std::array<double, orders> all{1.0};
    for (std::size_t k = 1; k < all.size(); ++k) all[k] = all[k - 1] * double(k);
    return all;
}();
constexpr auto inverse_factorials = [] {
    std::array<double, orders> all{};
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = 1.0 / factorials[k];
    return all;
}();

/// The derivatives y = k!·cₖ obey an equation without k, so that each waits as little as can be for the one before.
template <int size, int width>
STICKSLIP_WITHIN void expand(const SmallSeries& q) {
    constexpr int padded = SmallSeries::padded(size);
    constexpr int row_length = SmallSeries::row_length;
    const double inverse_rate = 1.0 / q.rate;
    Column<padded, std::min(padded, width)> stiffness[size], damping[size];
    for (int j = 0; j < size; ++j) {
        stiffness[j].load(q.stiffness + j * padded);
        damping[j].load(q.damping + j * padded);
        stiffness[j].scale(inverse_rate * inverse_rate);
        damping[j].scale(inverse_rate);
    }
    double y[orders][padded];
    std::copy_n(q.series, 2 * padded, y[0]);
    for (int i = 0; i < size; ++i) {
        q.rows[i * row_length] = y[0][i];
        q.rows[i * row_length + 1] = y[1][i];
    }
    for (int k = 0; k + 2 < orders; ++k) {
        Column<padded, std::min(padded, width)> next, load, drag[2];
        next.clear();
        if (k < 2) {
            next.load(q.loads + k * padded);
            next.scale(k == 0 ? 1.0 : inverse_rate);
        }
        const double* wave = q.loads + (2 + k % 2) * padded;
        for (int h = 0; h < q.frequencies; ++h, wave += 2 * padded) {
            load.load(wave);
            next.add(q.factors[h * orders + k] * factorials[std::size_t(k)], load);
        }
#pragma GCC unroll 6
        for (int j = 0; j < size; ++j) next.subtract(y[k][j], stiffness[j]);
        drag[0].clear();  // sums of their own: one alone would wait for itself
        drag[1].clear();
#pragma GCC unroll 6
        for (int j = 0; j < size; ++j) {
            if (j % 3 == 0) {
                next.subtract(y[k + 1][j], damping[j]);
            } else {
                drag[j % 3 - 1].add(y[k + 1][j], damping[j]);
            }
        }
        drag[0].add(1.0, drag[1]);
        next.subtract(drag[0]);
        next.store(y[k + 2]);
        next.scale(inverse_factorials[std::size_t(k) + 2]);
        double* c = q.series + (k + 2) * padded;
        next.store(c);
#pragma GCC unroll 6
        for (int i = 0; i < size; ++i) q.rows[i * row_length + k + 2] = c[i];
    }
}

template <int size, int width>
STICKSLIP_WITHIN void state_at(const double* series, double s, double* sum, double* derivative) {
    constexpr int padded = SmallSeries::padded(size);
    constexpr int parts = 2;  // one sum alone would wait for itself
    const Powers powers = powers_of(s);
    Column<padded, std::min(padded, width)> d[parts], v[parts], c;
    for (int i = 0; i < parts; ++i) {
        d[i].clear();
        v[i].clear();
    }
    for (int k = orders - 2; k > 0; k -= parts) {
#pragma GCC unroll 2
        for (int i = 0; i < parts; ++i) {
            c.load(series + (k + i) * padded);
            d[i].add(powers[std::size_t(k + i)], c);
            v[i].add((k + i) * powers[std::size_t(k + i) - 1], c);
        }
    }
    c.load(series);
    d[1].add(1.0, c);
    d[1].add(1.0, d[0]);
    v[1].add(1.0, v[0]);
    double all[padded];
    d[1].store(all);
    std::copy_n(all, size, sum);
    v[1].store(all);
    std::copy_n(all, size, derivative);
}

template <int width>
STICKSLIP_WITHIN void expand_any(const SmallSeries& q) {
    switch (q.size) {
        case 1: expand<1, width>(q); break;
        case 2: expand<2, width>(q); break;
        case 3: expand<3, width>(q); break;
        case 4: expand<4, width>(q); break;
        case 5: expand<5, width>(q); break;
        default: expand<6, width>(q);
    }
}

template <int width>
STICKSLIP_WITHIN void any_state_at(int size, const double* series, double s, double* sum, double* derivative) {
    switch (size) {
        case 1: state_at<1, width>(series, s, sum, derivative); break;
        case 2: state_at<2, width>(series, s, sum, derivative); break;
        case 3: state_at<3, width>(series, s, sum, derivative); break;
        case 4: state_at<4, width>(series, s, sum, derivative); break;
        case 5: state_at<5, width>(series, s, sum, derivative); break;
        default: state_at<6, width>(series, s, sum, derivative);
    }
}

constexpr int narrow = 2, wide = 4;

STICKSLIP_AVX2 void expand_wide(const SmallSeries& q) { expand_any<wide>(q); }
void expand_narrow(const SmallSeries& q) { expand_any<narrow>(q); }
STICKSLIP_AVX2 void wide_state_at(int size, const double* series, double s, double* sum, double* derivative) {
    any_state_at<wide>(size, series, s, sum, derivative);
}
void narrow_state_at(int size, const double* series, double s, double* sum, double* derivative) {
    any_state_at<narrow>(size, series, s, sum, derivative);
}

const bool has_wide = STICKSLIP_HAS_AVX2;

}  // namespace

void expand_small(const SmallSeries& q) { has_wide ? expand_wide(q) : expand_narrow(q); }

void small_state_at(int size, const double* series, double s, double* sum, double* derivative) {
    (has_wide ? wide_state_at : narrow_state_at)(size, series, s, sum, derivative);
}

STICKSLIP_WIDE void add_up_rows(const RowShare* shares, int count, double* sums) {
    constexpr int length = Polynomial::degree + 1;
    double sum[length] = {};
    for (int i = 0; i < count; ++i) {
        const auto [row, share] = shares[i];
        for (int k = 0; k < length; ++k) sum[k] += share * row[k];
    }
    std::copy_n(sum, length, sums);
}

}  // namespace stickslip::structure
