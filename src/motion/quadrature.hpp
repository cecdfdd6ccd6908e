#pragma once

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstdint>

namespace stickslip {

/// ∫ f over [0, length] by Gauss–Legendre: 7 nodes while rate·length ≤ 1.5, else 15 on panels with rate·width ≤ 12. For
/// a sum of products of exponentials of rate ≤ `rate` the remainder (rate·width)^{2n}·n!⁴/((2n+1)·(2n)!³) is below
/// 1e-16.
template <class Function>
double integrate(double length, double rate, const Function& f) {
    constexpr double single_panel = 1.5;
    constexpr double panel_angle = 12.0;
    if (rate * length <= single_panel) return boost::math::quadrature::gauss<double, 7>::integrate(f, 0.0, length);
    const auto panels = static_cast<std::int64_t>(std::ceil(rate * length / panel_angle));
    const double width = length / static_cast<double>(panels);
    double sum = 0.0;
    for (std::int64_t i = 0; i < panels; ++i) {
        const double left = static_cast<double>(i) * width;
        const double right = static_cast<double>(i + 1) * width;
        sum += boost::math::quadrature::gauss<double, 15>::integrate(f, left, right);
    }
    return sum;
}

}  // namespace stickslip
