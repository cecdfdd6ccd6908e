// Every regime by name, at the places where theory says it must be.

#include "stickslip/motion/regime.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/line/solve_cell.hpp"
#include "steady_ratios.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(Regimes, HaveTheNamesOfTheContract) {
    EXPECT_EQ(name(Regime::permanent_stick), "permanent-stick");
    EXPECT_EQ(name(Regime::continuous), "continuous");
    EXPECT_EQ(name(Regime::stick_slip), "stick-slip");
    EXPECT_EQ(name(Regime::unbounded), "unbounded");
    EXPECT_EQ(name(Regime::non_unique), "non-unique");
    EXPECT_EQ(name(Regime::not_converged), "not-converged");
    EXPECT_EQ(name(MapPeriod::half), "half");
    EXPECT_EQ(name(MapPeriod::full), "full");
}

TEST(PermanentStick, HoldsWhereverFrictionReachesTheLoad) {
    for (const double friction : {1.0, 1.0 + epsilon, 1.25, 7.0}) {
        const SteadyState s = steady_of({.friction = friction, .frequency = 0.4, .offset = 0.3});
        EXPECT_EQ(s.regime, Regime::permanent_stick);
        EXPECT_EQ(s.amplitude_ratio, 0.0);
        EXPECT_EQ(s.velocity_ratio, 0.0);
        EXPECT_EQ(s.dissipated_ratio, 0.0);
        EXPECT_EQ(s.stuck_fraction, 1.0);
        EXPECT_EQ(s.stops_per_cycle(), 0);
        EXPECT_EQ(s.zero_duration_reversals, 0);
        EXPECT_EQ(s.multiplier, 1.0);
        EXPECT_EQ(s.map_period, MapPeriod::full);
        ASSERT_TRUE(s.rest_positions);
        EXPECT_NEAR(s.rest_positions->low, 0.3 - (friction - 1.0), 2.0 * epsilon * friction);
        EXPECT_NEAR(s.rest_positions->high, 0.3 + (friction - 1.0), 2.0 * epsilon * friction);
    }
    EXPECT_EQ(steady_of({.friction = std::nextafter(1.0, 0.0), .frequency = 0.4}).regime, Regime::stick_slip)
        << "below that the peak of the load moves the mass";
}

TEST(PermanentStick, RestPositionsAreWhereAMassStays) {
    const Ratios ratios{.friction = 1.25, .frequency = 0.4};
    const Interval rest = *steady_of(ratios).rest_positions;
    for (const double inside : {rest.low, rest.high, 0.9 * rest.high}) {
        EXPECT_TRUE(simulate(oscillator_of(ratios), load_of(ratios), {inside, 0.0}, 100.0).events.empty());
    }
    for (const double outside : {rest.low - 1e-6, rest.high + 1e-6}) {
        EXPECT_FALSE(simulate(oscillator_of(ratios), load_of(ratios), {outside, 0.0}, 100.0).events.empty());
    }
}

TEST(Resonance, GrowsByPiMinusFourFInEachCycle) {
    for (const double friction : {0.0, 0.3, 0.7, 0.785}) {
        const SteadyState s = steady_of({.friction = friction, .frequency = 1.0});
        EXPECT_EQ(s.regime, Regime::unbounded);
        EXPECT_FALSE(s.is_periodic());
        EXPECT_TRUE(std::isnan(s.amplitude_ratio));
        EXPECT_FALSE(s.cycle);
        EXPECT_NEAR(s.growth_per_cycle, pi - 4.0 * friction, 4.0 * epsilon * pi);
    }
    // The growth that is claimed is the growth that happens: from rest at −X ≥ f, docs/theory/steady.md Eq. (18).
    const Ratios ratios{.friction = 0.7, .frequency = 1.0};
    const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), {-2.0, 0.0}, 10.0 * 2.0 * pi);
    EXPECT_NEAR(t.at(t.end_time()).position, -2.0 - 10.0 * (pi - 2.8), 1e-12);
}

TEST(Resonance, IsRecognisedInPhysicalUnits) {
    // ω_d/ωₙ is 1 only up to rounding here.
    const Oscillator o{.mass = 3.7, .stiffness = 251.3, .friction_bound = 6.0};
    const Load load{.harmonics = {{.amplitude = 10.0, .frequency = std::sqrt(251.3 / 3.7)}}};
    EXPECT_EQ(steady_state(o, load, {}).regime, Regime::unbounded);
}

TEST(Resonance, StopsTwiceAboveAQuarterPi) {
    const SteadyState s = steady_of({.friction = 0.8, .frequency = 1.0});
    EXPECT_EQ(s.regime, Regime::stick_slip);
    EXPECT_EQ(s.stops_per_cycle(), 2);
    EXPECT_EQ(s.stops_then_reverse, 2);
}

/// [Riddoch] section 6 prints X/Y → 1; kX/F_f → 1 is right. Expanding the slide from sin θ₀ = f − X about half a period
/// gives (f − X)³ = 12·(f − π/4), the next term being smaller by the factor f − X.
TEST(Resonance, AmplitudeTendsToAQuarterPiLikeACubeRoot) {
    for (const double above : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        const double friction = 0.25 * pi + above;
        const SteadyState s = steady_of({.friction = friction, .frequency = 1.0});
        EXPECT_EQ(s.regime, Regime::stick_slip) << above;
        EXPECT_EQ(s.stops_per_cycle(), 2) << above;
        const double lag = std::cbrt(12.0 * (friction - 0.25 * pi));
        const double rounding = epsilon / (lag * lag);  // of π/4 in f, through the cube root
        EXPECT_NEAR(friction - s.amplitude_ratio, lag, lag * lag + 4.0 * rounding) << above;
    }
}

TEST(NoFriction, WithoutDampingForgetsNoStart) {
    const SteadyState s = steady_of({.friction = 0.0, .frequency = 0.7});
    EXPECT_EQ(s.regime, Regime::non_unique);
    EXPECT_FALSE(s.is_periodic());
    EXPECT_FALSE(s.family);
    EXPECT_EQ(steady_of({.friction = 0.0, .frequency = 1.0}).regime, Regime::unbounded);
}

TEST(NoFriction, WithDampingIsTheLinearOscillator) {
    for (const double damping : {1e-3, 0.2, 1.0, 3.0}) {
        for (const double frequency : {0.2, 0.9, 1.0, 2.5}) {
            const SteadyState s = steady_of({.friction = 0.0, .frequency = frequency, .damping = damping});
            const double stiff = 1.0 - frequency * frequency;
            const double loss = 2.0 * damping * frequency;
            const double gain = 1.0 / std::hypot(stiff, loss);
            EXPECT_EQ(s.regime, Regime::continuous);
            EXPECT_EQ(s.stops_per_cycle(), 0);
            EXPECT_EQ(s.dissipated_ratio, 0.0);
            const double rounding = 256.0 * epsilon * (1.0 + 1.0 / damping);
            EXPECT_NEAR(s.amplitude_ratio, gain, rounding * gain);
            EXPECT_NEAR(s.velocity_ratio, gain, rounding * gain);
            EXPECT_NEAR(s.phase_lag, std::atan2(loss, stiff), rounding);
            // Spring and damper together: √(1 + (2ζΩ)²) times the displacement.
            EXPECT_NEAR(s.transmitted_force, gain * std::hypot(1.0, loss), rounding * gain * std::hypot(1.0, loss));
        }
    }
}

class FamilyOfMotions : public testing::Test {
protected:
    const double friction = 0.2;
    const double amplitude = 4.0 / 3.0;     // 1/(1 − Ω²)
    const double radius = 1.0 / 3.0 - 0.2;  // Ω²/(1 − Ω²) − f
    const Oscillator oscillator{.friction_bound = 0.2};
    // The load is at its lowest at t = 0, where every member turns at its own lowest point.
    const Load load{.harmonics = {{.amplitude = 1.0, .frequency = 0.5, .phase = -0.5 * pi}}};
    const double rounding = 64.0 * epsilon;
};

TEST_F(FamilyOfMotions, IsReportedWhole) {
    const SteadyState s = steady_of({.friction = friction, .frequency = 0.5});
    EXPECT_EQ(s.regime, Regime::non_unique);
    EXPECT_NEAR(s.amplitude_ratio, amplitude, rounding);
    EXPECT_NEAR(s.dissipated_ratio, 4.0 * friction * amplitude, rounding);
    EXPECT_EQ(s.stops_per_cycle(), 0);
    EXPECT_EQ(s.zero_duration_reversals, 2);
    EXPECT_EQ(s.multiplier, 1.0);
    EXPECT_EQ(s.map_period, MapPeriod::full);
    ASSERT_TRUE(s.family);
    EXPECT_NEAR(s.family->x_max.low, 1.2, rounding);
    EXPECT_NEAR(s.family->x_max.high, amplitude + radius, rounding);
    EXPECT_NEAR(s.family->x_min.low, -(amplitude + radius), rounding);
    EXPECT_NEAR(s.family->x_min.high, -1.2, rounding);
}

TEST_F(FamilyOfMotions, AStartOnAMemberStaysOnIt) {
    for (const double share : {-1.0, -0.7, 0.0, 0.3, 1.0}) {
        const double centre = share * radius;
        const SteadyState s = steady_state(oscillator, load, {centre - amplitude, 0.0});
        EXPECT_EQ(s.regime, Regime::non_unique);
        EXPECT_NEAR(s.x_max, centre + amplitude, 1e-12) << share;
        EXPECT_NEAR(s.x_min, centre - amplitude, 1e-12) << share;
        EXPECT_NEAR(s.cycle->at(0.0).position, centre - amplitude, 1e-12);
        EXPECT_NEAR(s.cycle->at(s.period).position, centre - amplitude, 1e-12);
    }
}

TEST_F(FamilyOfMotions, AnyStartReachesTheMemberItsMotionComesTo) {
    for (const State start : {State{0.0, 0.0}, State{-1.3, 0.1}, State{3.0, 0.0}, State{-2.0, 1.0}, State{0.4, -0.7}}) {
        const SteadyState s = steady_state(oscillator, load, start);
        EXPECT_EQ(s.regime, Regime::non_unique);
        constexpr int cycles = 4000;
        const Trajectory t = simulate(oscillator, load, start, (cycles + 1) * s.period);
        const Sample last = t.at(cycles * s.period);
        // Starts from outside creep up to the edge like n^−½.
        const double creep = 1.0 / std::sqrt(static_cast<double>(cycles));
        EXPECT_NEAR(last.position, s.cycle->at(0.0).position, creep) << start.position << " " << start.velocity;
        EXPECT_GE(s.x_max, s.family->x_max.low - 1e-12);
        EXPECT_LE(s.x_max, s.family->x_max.high + 1e-12);
        EXPECT_NEAR(s.x_max - s.x_min, 2.0 * amplitude, 1e-12);
    }
}

TEST_F(FamilyOfMotions, EndsWhereStopsBegin) {
    const double limit = 1.0 / 3.0;  // Ω²/(1 − Ω²)
    EXPECT_EQ(steady_of({.friction = limit - 1e-9, .frequency = 0.5}).regime, Regime::non_unique);
    EXPECT_EQ(steady_of({.friction = limit + 1e-9, .frequency = 0.5}).regime, Regime::stick_slip);
    EXPECT_EQ(steady_of({.friction = 0.2, .frequency = 0.5, .damping = 1e-6}).regime, Regime::continuous)
        << "the smallest damping makes it unique";
    EXPECT_EQ(steady_of({.friction = 0.01, .frequency = 0.25}).regime, Regime::non_unique);
    EXPECT_EQ(steady_of({.friction = 0.01, .frequency = 1.0 / 6.0}).regime, Regime::non_unique);
    EXPECT_NE(steady_of({.friction = 0.01, .frequency = 1.0 / 3.0}).regime, Regime::non_unique);
}

/// Near Ω = 1/3, 1/5, … almost nothing is left of weak friction in one period, so that marching takes 1/f cycles and
/// Newton's steps lead away: these cells once ended without an answer.
TEST(WeakFriction, NearOddFractionsOfTheNaturalFrequencyHasAnAnswer) {
    const CellParameters<double> cells[] = {
        {4.955935759007631e-07, 4.955935759007631e-07, 0.19999999999944895, 0.0},
        {1.2345296856056575e-05, 1.2345296856056575e-05, 0.33333281445055546, 0.0},
        {1.0331614423998385e-06, 1.0331614423998385e-06, 0.3333333333334304, 0.0},
        {1.1325671170517787e-06, 1.1325671170517787e-06, 0.3333333503544218, 7.334977655194589e-07},
        {1.8409456990907213e-05, 1.8409456990907213e-05, 0.3333333343077994, 2.0203897678350552e-07},
        {6.958579284177623e-07, 6.958579284177623e-07, 0.14285713454341545, 0.0},
    };
    for (const CellParameters<double>& cell : cells) {
        const CellSolution<double> s = solve_cell(cell);
        SCOPED_TRACE(testing::Message() << "f = " << cell.friction << ", Ω = " << cell.frequency);
        ASSERT_TRUE(s.regime == Regime::continuous || s.regime == Regime::stick_slip) << name(s.regime);
        // In extended precision the half period closes, to far less than what friction does in it.
        HarmonicPhases<long double> phases({cell.friction, cell.static_friction, cell.frequency, cell.damping},
                                           flow_kind(cell.damping, 1.0));
        phases.set_section(s.section);
        NoRecorder none;
        const MappedState<long double> m =
            walk_period<long double>(phases, s.x, s.v, pi_of<long double> / cell.frequency, most_phases_per_walk, none);
        EXPECT_LT(std::hypot(m.x + s.x, m.v + s.v), 1e-15 + 1e-9L * cell.friction);
    }
}

}  // namespace
}  // namespace stickslip
