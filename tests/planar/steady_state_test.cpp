// Steady states against independent numbers, closed forms and the one-dimensional engine.

#include "stickslip/planar/steady_state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "steady_points.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

Oscillator oscillator_of(double support_ratio, double damping) {
    Oscillator o{
        .mass = 1.0, .damping = 2.0 * damping, .stiffness = 1.0, .friction_bound = 1.0, .support_stiffness = {}};
    if (support_ratio > 0.0) o.support_stiffness = 1.0 / support_ratio;
    return o;
}

double angle_between(double a, double b) { return std::abs(std::remainder(a - b, 2.0 * pi)); }

class SteadyPointTest : public testing::TestWithParam<reference::SteadyPoint> {};

TEST_P(SteadyPointTest, EqualsTheIndependentNumbers) {
    const reference::SteadyPoint& p = GetParam();
    const Load load = harmonic_load({p.force, p.axis_ratio * p.force}, p.frequency, {0.5 * pi, p.shift});
    const SteadyState s = steady_state(oscillator_of(p.support, p.damping), load);
    ASSERT_TRUE(s.is_periodic());
    constexpr double within = 1e-9;
    constexpr double angle_within = 1e-8;
    EXPECT_EQ(s.stick_intervals_per_cycle, p.stick_intervals);
    EXPECT_EQ(s.regime == Regime::permanent_stick, p.is_stuck);
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(s.amplitude[i], p.amplitude[i], within * std::max(1.0, p.amplitude[i]));
        EXPECT_NEAR(s.fundamental[i], p.fundamental[i], within * std::max(1.0, p.fundamental[i]));
        if (std::isnan(p.phase_lag[i])) {
            EXPECT_TRUE(std::isnan(s.phase_lag[i]));
        } else {
            EXPECT_LT(angle_between(s.phase_lag[i], p.phase_lag[i]), angle_within);
        }
    }
    const Peaks extremes = peaks(*s.cycle);
    EXPECT_NEAR(extremes.position, p.farthest, within * std::max(1.0, p.farthest));
    EXPECT_NEAR(extremes.nearest, p.nearest, within * std::max(1.0, p.farthest));
    const double scale = within * std::max(1.0, p.input);
    EXPECT_NEAR(s.dissipated, p.friction_loss, scale);
    EXPECT_NEAR(s.damped, p.damping_loss, scale);
    EXPECT_NEAR(s.input, p.input, scale);
    EXPECT_NEAR(s.stuck_fraction, p.stuck_fraction, within);
    EXPECT_NEAR(s.magnification, p.magnification, within * std::max(1.0, p.magnification));
}

INSTANTIATE_TEST_SUITE_P(Reference, SteadyPointTest, testing::ValuesIn(reference::steady_points));

}  // namespace
}  // namespace stickslip::planar
