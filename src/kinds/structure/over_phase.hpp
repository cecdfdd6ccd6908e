#pragma once

// Integrals over a phase. The integrands are closed form; Gauss's rule with ten points over pieces of at most 1.5 rad
// of the fastest rate is exact to rounding: for a product of two such functions the remainder is below
// 3²⁰·(10!)⁴/(21·(20!)³)·2⁻²⁰ ≈ 10⁻¹⁹ of the integrand.

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "stickslip/interruption.hpp"

namespace stickslip::structure {

/// Calls `at(τ, weight)` at the points of Gauss's rule over [0, duration].
template <class At>
void over_phase(double duration, double fastest_rate, const At& at) {
    constexpr double panel_angle = 1.5;  // [rad]
    constexpr int points = 10;
    using Gauss = boost::math::quadrature::gauss<double, points>;
    const double pieces = std::max(1.0, std::ceil(duration * fastest_rate / panel_angle));
    const double half = 0.5 * duration / pieces;
    for (double piece = 0.0; piece < pieces; piece += 1.0) {
        throw_if_interrupted();
        const double middle = (2.0 * piece + 1.0) * half;
        for (std::size_t i = Gauss::abscissa().size(); i-- > 0;)
            at(middle - half * Gauss::abscissa()[i], half * Gauss::weights()[i]);
        for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
            at(middle + half * Gauss::abscissa()[i], half * Gauss::weights()[i]);
        }
    }
}

}  // namespace stickslip::structure
