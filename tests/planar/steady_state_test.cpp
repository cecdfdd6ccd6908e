// Steady states against independent numbers, closed forms and the one-dimensional engine.

#include "stickslip/planar/steady_state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "kinds/planar/steady_cycle.hpp"
#include "steady_points.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "unit_oscillator.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

double angle_between(double a, double b) { return std::abs(std::remainder(a - b, 2.0 * pi)); }

class SteadyPointTest : public testing::TestWithParam<reference::SteadyPoint> {};

TEST_P(SteadyPointTest, EqualsTheIndependentNumbers) {
    const reference::SteadyPoint& p = GetParam();
    const Load load = harmonic_load({p.force, p.axis_ratio * p.force}, p.frequency, {0.5 * pi, p.shift});
    const SteadyState s = steady_state(unit_oscillator(p.support, p.damping), load);
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
            steady_state(unit_oscillator(0.0, r.damping), harmonic_load({r.force, 0.0}, r.frequency, {}));
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
        const Oscillator o = unit_oscillator(support, 0.01 + 0.2 * unit(random));
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

// The motion is unique, wherever it is looked for from: boundaries begin at the motion of the place before.
TEST(PlanarSteadyState, FromANeighboursMotionIsThatFromRest) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int with_sticks = 0;
    for (int i = 0; i < 40; ++i) {
        const double support = i % 2 == 0 ? 0.0 : std::pow(10.0, -2.0 + 3.0 * unit(random));
        const Oscillator o = unit_oscillator(support, 0.02 + 0.2 * unit(random));
        const double force = 1.2 * std::exp(1.5 * unit(random));
        const double flatness = 0.1 + 0.8 * unit(random);
        const double frequency = 0.3 * std::pow(5.0, unit(random));
        const auto load = [&](double factor) {
            return harmonic_load({factor * force, factor * flatness * force}, frequency, {0.5 * pi, 0.0});
        };
        const SteadyState neighbour = steady_state(o, load(1.03));
        const SteadyState expected = steady_state(o, load(1.0));
        if (expected.regime == Regime::permanent_stick) continue;
        const SteadyState found = steady_cycle(o, load(1.0), neighbour.cycle->end);
        ASSERT_EQ(found.regime, expected.regime) << i;
        EXPECT_EQ(found.stick_intervals_per_cycle, expected.stick_intervals_per_cycle) << i;
        EXPECT_NEAR(found.stuck_fraction, expected.stuck_fraction, 1e-8) << i;
        EXPECT_LT(norm(found.cycle->end.position - expected.cycle->end.position), 1e-9 * norm(expected.amplitude)) << i;
        with_sticks += expected.stick_intervals_per_cycle > 0 ? 1 : 0;
    }
    EXPECT_GT(with_sticks, 5);
}

TEST(PlanarSteadyState, IsReachedByTheMotionFromRest) {
    // A stick-slip ellipse on an elastic support and one on a rigid support.
    for (const double support : {0.5, 0.0}) {
        const bool is_rigid = support == 0.0;
        const Oscillator o = unit_oscillator(support, is_rigid ? 0.2 : 0.05);
        const Load load = is_rigid ? harmonic_load({1.2, 0.36}, 1.0, {0.5 * pi, 0.0})
                                   : harmonic_load({3.0, 0.3}, 0.8, {0.5 * pi, 0.0});
        const SteadyState s = steady_state(o, load);
        const Trajectory t = simulate(o, load, {}, 60.0 * s.period);
        EXPECT_EQ(s.regime, Regime::stick_slip);
        EXPECT_LT(norm(t.end.position - s.cycle->pieces.front().position), 1e-9);
    }
}

TEST(PlanarSteadyState, StaysAtRestWhereTheLoadCannotOvercomeTheFriction) {
    const SteadyState s = steady_state(unit_oscillator(0.0, 0.1), harmonic_load({0.9, 0.5}, 0.8, {0.5 * pi, 0.0}));
    EXPECT_EQ(s.regime, Regime::permanent_stick);
    EXPECT_EQ(s.amplitude, (Vector{0.0, 0.0}));
    EXPECT_EQ(s.stuck_fraction, 1.0);
    EXPECT_EQ(s.stick_intervals_per_cycle, 0);
    EXPECT_EQ(s.dissipated, 0.0);
}

TEST(PlanarSteadyState, GrowsForEverAtResonanceUnderALargeUndampedEllipse) {
    const SteadyState s = steady_state(unit_oscillator(0.0, 0.0), harmonic_load({3.0, 1.5}, 1.0, {0.5 * pi, 0.0}));
    EXPECT_EQ(s.regime, Regime::unbounded);
}

TEST(PlanarSteadyState, NeedsAPeriodicLoad) {
    EXPECT_THROW((void)steady_state(unit_oscillator(0.0, 0.1), Load{}), std::invalid_argument);
}

/// A load of several harmonics on both axes and a constant part, below or above what a support can hold.
Load random_harmonics(std::mt19937& random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    Load load;
    const double base = 0.2 + 1.5 * unit(random);
    for (int i = 0; i < 2; ++i) {
        load.axis(i).constant = unit(random) < 0.5 ? 0.0 : 2.0 * unit(random) - 1.0;
        for (int order = 1; order <= 3; ++order) {
            load.axis(i).harmonics.push_back(
                {.amplitude = 1.6 * unit(random) / order, .frequency = base * order, .phase = 2.0 * pi * unit(random)});
        }
    }
    return load;
}

TEST(PlanarSteadyState, OfSeveralHarmonicsIsWhereTheMotionFromRestEnds) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int stuck = 0;
    for (int i = 0; i < 40; ++i) {
        const Oscillator o = unit_oscillator(i % 2 == 0 ? 0.0 : 0.1 + unit(random), 0.1 + 0.2 * unit(random));
        const Load load = random_harmonics(random);
        const SteadyState s = steady_state(o, load);
        ASSERT_TRUE(s.is_periodic()) << i;
        const double early = 20.0 * s.period;
        const double late = 150.0 * s.period;
        const Trajectory t = simulate(o, load, {}, late);
        const auto slip_after = [&](double time) {
            const Sample at = t.at(time);
            return peaks(simulate_from(o, load, {at.position, at.velocity, at.friction}, time, time + s.period))
                .total_slip;
        };
        if (s.regime == Regime::permanent_stick) {
            // The last slides may shrink for ever, like one over the number of periods.
            ++stuck;
            EXPECT_LE(slip_after(late), 0.3 * slip_after(early)) << i;
            continue;
        }
        const Piece& start = s.cycle->pieces.front();
        // What is left of the start after so many periods; Lyapunov's constant is of order one.
        const double left = 1e-8 + 3.0 * std::pow(s.multiplier, late / s.period);
        EXPECT_LT(norm(t.end.position - start.position), left) << i;
        EXPECT_LT(norm(t.end.velocity - start.velocity), left) << i;
        EXPECT_LT(s.multiplier, 1.0) << i;
        const auto stops = std::count_if(t.events.begin(), t.events.end(), [&](const Event& e) {
            return e.kind == EventKind::slide_to_stick && e.time >= late - s.period;
        });
        EXPECT_EQ(stops, s.stick_intervals_per_cycle) << i;
    }
    EXPECT_GT(stuck, 2);
    EXPECT_LT(stuck, 38);
}

TEST(PlanarSteadyState, IsStuckForEverExactlyWhereTheHeldForceFitsIntoTheCircle) {
    // p = (offset, 0) + a·(cos ωt, ½·sin 2ωt): whatever the offset, the smallest circle around it has the radius a.
    for (const double offset : {0.0, 3.0}) {
        for (const double a : {0.999, 1.001}) {
            Load load;
            load.axis1 = {.constant = offset, .harmonics = {{a, 0.7, 0.5 * pi}}, .record = nullptr};
            load.axis2 = {.constant = 0.0, .harmonics = {{0.5 * a, 1.4, 0.0}}, .record = nullptr};
            const SteadyState s = steady_state(unit_oscillator(0.0, 0.1), load);
            EXPECT_EQ(s.regime == Regime::permanent_stick, a < 1.0) << offset;
        }
    }
}

TEST(PlanarSteadyState, ListsTheEventsOfTheIndependentPrograms) {
    struct Row {
        double force, support, frequency, damping, axis_ratio;
        std::vector<double> times;  // in periods
        bool begins_with_release;
    };
    const Row rows[] = {
        {3.0,
         0.5,
         0.8,
         0.05,
         0.1,
         {0.0922349935804053, 0.17344378613068812, 0.5922349935804053, 0.6734437861306881},
         false},
        {3.0,
         0.5,
         1.5,
         0.05,
         0.0,
         {0.06054567121243563, 0.42158784187676807, 0.5605456712124356, 0.921587841876768},
         true},
        {2.5,
         1.0,
         1.4,
         0.02,
         0.0,
         {0.11574926490314087, 0.431834958245386, 0.6157492649031409, 0.931834958245386},
         true},
        {2.0,
         0.0,
         0.25,
         0.1,
         0.1,
         {0.2270543212099155, 0.4516162084824185, 0.7270543212099155, 0.9516162084824186},
         true},
        {1.4,
         0.0,
         2.0,
         0.05,
         0.2,
         {0.2669278692198054, 0.3601612185125557, 0.7669278692198054, 0.8601612185125558},
         false},
        {4.0,
         0.0,
         0.3,
         0.2,
         0.15,
         {0.014110607658537087, 0.129631591948051, 0.5141106076585371, 0.629631591948051},
         false},
        {1.2,
         0.0,
         0.7,
         0.1,
         0.0,
         {0.17015548677032413, 0.3288638779662488, 0.6701554867703241, 0.8288638779662487},
         false},
        {10.0,
         0.0,
         0.35,
         0.03,
         0.0,
         {0.06898358435461975, 0.4383965855156363, 0.5689835843546197, 0.9383965855156363},
         true},
    };
    for (const Row& r : rows) {
        const SteadyState s =
            steady_state(unit_oscillator(r.support, r.damping),
                         harmonic_load({r.force, r.axis_ratio * r.force}, r.frequency, {0.5 * pi, 0.0}));
        ASSERT_EQ(s.cycle->events.size(), r.times.size());
        for (std::size_t i = 0; i < r.times.size(); ++i) {
            EXPECT_NEAR(s.cycle->events[i].time / s.period, r.times[i], 1e-9);
            const bool is_release = s.cycle->events[i].kind == EventKind::stick_to_slide;
            EXPECT_EQ(is_release, (i % 2 == 0) == r.begins_with_release);
        }
    }
}

TEST(LeastContinuousForceRatio, OfACircleIsTheClosedFormAndGrowsAsTheEllipseNarrows) {
    const Oscillator rigid = unit_oscillator(0.0, 0.05);
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

// An ellipse at a thousandth of the natural frequency took minutes.
TEST(PlanarSteadyState, IsNotLookedForUnderALoadTooSlowToFollow) {
    for (const double frequency : {1e-3, 1e-6, 1e-12}) {
        for (const Vector phase : {Vector{0.0, 1.0}, Vector{0.5 * std::numbers::pi, 0.0}}) {
            const Oscillator o{.mass = 1.0, .stiffness = 1.0, .friction_bound = 0.5};
            const SteadyState s = steady_state(o, harmonic_load({1.0, 1.0}, frequency, phase));
            EXPECT_EQ(s.regime, Regime::not_converged);
            EXPECT_NE(s.reason.find("too slow"), std::string::npos) << s.reason;
        }
    }
    const Oscillator held{.mass = 1.0, .stiffness = 1.0, .friction_bound = 2.0};
    EXPECT_EQ(steady_state(held, harmonic_load({1.0, 1.0}, 1e-12, {0.0, 1.0})).regime, Regime::permanent_stick);
}

TEST(PlanarSteadyState, RefusesUnitsThatItCannotComputeWith) {
    const Oscillator o{.mass = 1e-100, .stiffness = 1.0, .friction_bound = 0.5};
    EXPECT_THROW(static_cast<void>(steady_state(o, harmonic_load({1.0, 1.0}, 1e50, {0.0, 1.0}))),
                 std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::planar
