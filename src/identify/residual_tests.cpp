#include "residual_tests.hpp"

#include <algorithm>
#include <cmath>

#include "least_squares.hpp"

namespace stickslip::identifying {

double likeness_of_neighbours(std::span<const double> r, std::size_t lags) {
    const std::size_t n = r.size();
    double square = 0.0;
    for (const double v : r) square += v * v;
    if (!(square > 0.0) || n < 4 * lags) return 0.0;
    double sum = 0.0;
    double variance = 0.0;
    for (std::size_t k = 1; k <= lags; ++k) {
        const double weight = 1.0 - static_cast<double>(k - 1) / static_cast<double>(lags);
        double product = 0.0;
        for (std::size_t i = 0; i + k < n; ++i) product += r[i] * r[i + k];
        sum += weight * product / square;
        variance += weight * weight / static_cast<double>(n);
    }
    return sum / std::sqrt(variance);
}

double score_of(const Residuals& r, std::size_t parameters, std::span<const double> column) {
    constexpr double least_share = 1e-6;  // of the column that must remain
    FitMatrix a(parameters);
    std::vector<double> b(parameters);
    double whole = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) {
        const double* row = r.rows.data() + i * parameters;
        whole += column[i] * column[i];
        for (std::size_t j = 0; j < parameters; ++j) {
            b[j] += row[j] * column[i];
            for (std::size_t k = 0; k < parameters; ++k) a(j, k) += row[j] * row[k];
        }
    }
    for (std::size_t j = 0; j < parameters; ++j) {
        if (!(a(j, j) > 0.0)) a(j, j) = 1.0;
    }
    const std::optional<std::vector<double>> x = solved(a, b);
    if (!x) return 0.0;
    double square = 0.0;
    double product = 0.0;
    double remaining = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) {
        const double* row = r.rows.data() + i * parameters;
        double c = column[i];
        for (std::size_t j = 0; j < parameters; ++j) c -= (*x)[j] * row[j];
        remaining += c * c;
        product += c * r.values[i];
        square += r.values[i] * r.values[i];
    }
    if (!(remaining > least_share * whole) || !(square > 0.0)) return 0.0;
    const double noise = std::sqrt(square / static_cast<double>(column.size()));
    return product / (noise * std::sqrt(remaining));
}

}  // namespace stickslip::identifying
