#include "local_motion.hpp"

#include <algorithm>
#include <array>

#include "least_squares.hpp"

namespace stickslip::identifying {

namespace {

/// c₀ + c₁·τ + c₂·τ² + c₃·τ³ through samples first … last in the least-squares sense, τ from `origin`.
std::optional<std::array<double, 4>> cubic(const Samples& s, const std::vector<double>& values, std::size_t first,
                                           std::size_t last, double origin) {
    const double scale = std::max(s.times[last] - origin, origin - s.times[first]);
    if (!(scale > 0.0)) return std::nullopt;
    FitMatrix a(4);
    std::vector<double> b(4);
    for (std::size_t i = first; i <= last; ++i) {
        const double tau = (s.times[i] - origin) / scale;
        const double row[] = {1.0, tau, tau * tau, tau * tau * tau};
        for (std::size_t j = 0; j < 4; ++j) {
            b[j] += row[j] * values[i];
            for (std::size_t k = 0; k < 4; ++k) a(j, k) += row[j] * row[k];
        }
    }
    const std::optional<std::vector<double>> x = solved(a, b);
    if (!x) return std::nullopt;
    return std::array{(*x)[0], (*x)[1] / scale, (*x)[2] / (scale * scale), (*x)[3] / (scale * scale * scale)};
}

/// ∫ values dt by trapezoids, without its straight trend.
std::vector<double> integrated(const Samples& s, const std::vector<double>& values) {
    std::vector<double> sum(values.size());
    for (std::size_t i = 1; i < sum.size(); ++i) {
        sum[i] = sum[i - 1] + 0.5 * (values[i] + values[i - 1]) * (s.times[i] - s.times[i - 1]);
    }
    FitMatrix a(2);
    std::vector<double> b(2);
    const double length = s.times.back() - s.times.front();
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const double row[] = {1.0, (s.times[i] - s.times.front()) / length};
        for (std::size_t j = 0; j < 2; ++j) {
            b[j] += row[j] * sum[i];
            for (std::size_t k = 0; k < 2; ++k) a(j, k) += row[j] * row[k];
        }
    }
    if (const std::optional<std::vector<double>> line = solved(a, b)) {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            sum[i] -= (*line)[0] + (*line)[1] * (s.times[i] - s.times.front()) / length;
        }
    }
    return sum;
}

}  // namespace

LocalMotion::LocalMotion(const Samples& samples) : s_(samples) {
    if (s_.quantity == MeasuredQuantity::acceleration) first_ = integrated(s_, s_.values);
    if (s_.quantity == MeasuredQuantity::velocity) first_ = integrated(s_, s_.values);
    if (s_.quantity == MeasuredQuantity::acceleration) second_ = integrated(s_, first_);
}

std::optional<LocalPoint> LocalMotion::at(std::size_t centre, std::size_t half, double time) const {
    const std::size_t first = centre > half ? centre - half : 0;
    const std::size_t last = std::min(centre + half, s_.size() - 1);
    const auto c = cubic(s_, s_.values, first, last, time);
    if (!c) return std::nullopt;
    switch (s_.quantity) {
        case MeasuredQuantity::displacement: return LocalPoint{time, (*c)[0], (*c)[1], 2.0 * (*c)[2]};
        case MeasuredQuantity::velocity: return LocalPoint{time, first_[centre], (*c)[0], (*c)[1]};
        case MeasuredQuantity::acceleration: return LocalPoint{time, second_[centre], first_[centre], (*c)[0]};
    }
    return std::nullopt;
}

}  // namespace stickslip::identifying
