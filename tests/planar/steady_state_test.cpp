// Steady states against independent numbers, closed forms and the one-dimensional engine.

#include "stickslip/planar/steady_state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "steady_points.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

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

TEST(PlanarSteadyState, OfALoadAlongALineEqualsTheOneDimensionalEngine) {
    struct Row {
        double force, frequency, damping;
    };
    // Two stops, many stops, none; with and without damping.
    constexpr Row rows[] = {{1.2, 0.7, 0.1}, {3.0, 2.0, 0.02}, {10.0, 0.35, 0.03}, {5.0, 0.15, 0.01}, {1.5, 1.4, 0.0}};
    for (const Row& r : rows) {
        const stickslip::SteadyState line =
            stickslip::steady_state({.mass = 1.0, .damping = 2.0 * r.damping, .stiffness = 1.0, .friction_bound = 1.0},
                                    {.harmonics = {{r.force, r.frequency, 0.0}}}, {});
        const SteadyState s =
            steady_state(oscillator_of(0.0, r.damping), harmonic_load({r.force, 0.0}, r.frequency, {}));
        EXPECT_EQ(s.stick_intervals_per_cycle, line.stops_per_cycle()) << r.frequency;
        EXPECT_EQ(s.regime, line.regime) << r.frequency;
        EXPECT_NEAR(s.amplitude.x1, line.amplitude, 1e-10) << r.frequency;
        EXPECT_NEAR(s.amplitude.x2, 0.0, 1e-10);
        EXPECT_NEAR(s.dissipated, line.dissipated, 1e-10 * std::max(1.0, line.dissipated)) << r.frequency;
        EXPECT_NEAR(s.stuck_fraction, line.stuck_fraction, 1e-10) << r.frequency;
        EXPECT_NEAR(s.phase_lag.x1, line.phase_lag, 1e-10) << r.frequency;
    }
}

TEST(PlanarSteadyState, ClosesItsEnergyForRandomEllipses) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 150; ++i) {
        const double support = i % 2 == 0 ? 0.0 : std::pow(10.0, -5.0 + 6.0 * unit(random));
        const Oscillator o = oscillator_of(support, 0.01 + 0.2 * unit(random));
        const double force = 1.05 * std::exp(2.5 * unit(random));
        const Load load = harmonic_load({force, unit(random) * force}, 0.15 * std::pow(30.0, unit(random)),
                                        {0.5 * pi, 6.0 * unit(random)});
        const SteadyState s = steady_state(o, load);
        ASSERT_TRUE(s.is_periodic()) << i;
        EXPECT_NEAR(s.input, s.dissipated + s.damped, 1e-10 * std::max(1.0, s.input)) << i;
        EXPECT_LT(s.residual, 1e-10 * std::max(1.0, norm(s.amplitude))) << i;
        EXPECT_EQ(s.stick_intervals_per_cycle % 2, 0) << i;
    }
}

TEST(PlanarSteadyState, IsReachedByTheMotionFromRest) {
    // A stick-slip ellipse on an elastic support and one on a rigid support.
    for (const double support : {0.5, 0.0}) {
        const bool is_rigid = support == 0.0;
        const Oscillator o = oscillator_of(support, is_rigid ? 0.2 : 0.05);
        const Load load = is_rigid ? harmonic_load({1.2, 0.36}, 1.0, {0.5 * pi, 0.0})
                                   : harmonic_load({3.0, 0.3}, 0.8, {0.5 * pi, 0.0});
        const SteadyState s = steady_state(o, load);
        const Trajectory t = simulate(o, load, {}, 60.0 * s.period);
        EXPECT_EQ(s.regime, Regime::stick_slip);
        EXPECT_LT(norm(t.end.position - s.cycle->pieces.front().position), 1e-9);
    }
}

TEST(PlanarSteadyState, StaysAtRestWhereTheLoadCannotOvercomeTheFriction) {
    const SteadyState s = steady_state(oscillator_of(0.0, 0.1), harmonic_load({0.9, 0.5}, 0.8, {0.5 * pi, 0.0}));
    EXPECT_EQ(s.regime, Regime::permanent_stick);
    EXPECT_EQ(s.amplitude, (Vector{0.0, 0.0}));
    EXPECT_EQ(s.stuck_fraction, 1.0);
    EXPECT_EQ(s.stick_intervals_per_cycle, 0);
    EXPECT_EQ(s.dissipated, 0.0);
}

TEST(PlanarSteadyState, GrowsForEverAtResonanceUnderALargeUndampedEllipse) {
    const SteadyState s = steady_state(oscillator_of(0.0, 0.0), harmonic_load({3.0, 1.5}, 1.0, {0.5 * pi, 0.0}));
    EXPECT_EQ(s.regime, Regime::unbounded);
}

TEST(PlanarSteadyState, NeedsAPeriodicLoad) {
    EXPECT_THROW((void)steady_state(oscillator_of(0.0, 0.1), Load{}), std::invalid_argument);
}

TEST(LeastContinuousForceRatio, OfACircleIsTheClosedFormAndGrowsAsTheEllipseNarrows) {
    const Oscillator rigid = oscillator_of(0.0, 0.05);
    EXPECT_DOUBLE_EQ(least_continuous_force_ratio(rigid, 1.3, 1.0), 1.0);
    double before = 1.0;
    for (const double axis_ratio : {0.8, 0.5, 0.3}) {
        const double ratio = least_continuous_force_ratio(rigid, 1.3, axis_ratio);
        EXPECT_GT(ratio, before);
        before = ratio;
        const auto intervals = [&](double force) {
            return steady_state(rigid, harmonic_load({force, axis_ratio * force}, 1.3, {0.5 * pi, 0.0}))
                .stick_intervals_per_cycle;
        };
        EXPECT_EQ(intervals(ratio * 1.0001), 0);
        EXPECT_GT(intervals(ratio * 0.9999), 0);
    }
}

}  // namespace
}  // namespace stickslip::planar
