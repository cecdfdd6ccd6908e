#pragma once

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace stickslip {

/// ∫ f over [0, length] by Gauss–Legendre: 7 nodes while rate·length ≤ 1.5, else 15 on panels with rate·width ≤ 12. For
/// a sum of products of exponentials of rate ≤ `rate` the remainder (rate·width)^{2n}·n!⁴/((2n+1)·(2n)!³) is below
/// 1e-16.
template <class Function>
double integrate(double length, double rate, const Function& f) {
    constexpr double single_panel = 1.5;
    constexpr double panel_angle = 12.0;
    if (rate * length <= single_panel) return boost::math::quadrature::gauss<double, 7>::integrate(f, 0.0, length);
    const double panels = std::ceil(rate * length / panel_angle);
    const double width = length / panels;
    double sum = 0.0;
    for (double i = 0.0; i < panels; i += 1.0) {
        sum += boost::math::quadrature::gauss<double, 15>::integrate(f, i * width, (i + 1.0) * width);
    }
    return sum;
}

}  // namespace stickslip
