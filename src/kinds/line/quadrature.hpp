#pragma once

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstdint>

#include "stickslip/interruption.hpp"

namespace stickslip {

/// ∫ f over [0, length] by Gauss–Legendre: 7 nodes while rate·length ≤ 1.5, else 15 on panels with rate·width ≤ 12. For
/// a sum of products of exponentials of rate ≤ `rate` the remainder (rate·width)^{2n}·n!⁴/((2n+1)·(2n)!³) is below
/// 1e-16.
template <class Function>
double integrate(double length, double rate, const Function& f) {
    constexpr double single_panel = 1.5;
    constexpr double panel_angle = 12.0;
    if (rate * length <= single_panel) return boost::math::quadrature::gauss<double, 7>::integrate(f, 0.0, length);
    constexpr double most_panels = 0x1p62;  // that an integer can count
    const auto panels = static_cast<std::int64_t>(std::fmin(std::ceil(rate * length / panel_angle), most_panels));
    const double width = length / static_cast<double>(panels);
    double sum = 0.0;
    for (std::int64_t i = 0; i < panels; ++i) {
        throw_if_interrupted();
        const double left = static_cast<double>(i) * width;
        const double right = static_cast<double>(i + 1) * width;
        sum += boost::math::quadrature::gauss<double, 15>::integrate(f, left, right);
    }
    return sum;
}

}  // namespace stickslip
