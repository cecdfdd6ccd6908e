// Steady states of a mass without a spring.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

/// Sliding for half a period from the angle θ₀: cos θ₀ = π·f/2, x moves by 2·sin θ₀·p₀/(m·ω²); the block does not rest
/// if sin θ₀ ≥ f. Weak friction recalls a velocity only in proportion to f, so that rounding counts 1/f times.
TEST(FreeBlock, SlidesBackAndForthInClosedForm) {
    const double mass = 2.0;
    const double p0 = 3.0;
    const double w = 1.7;
    for (const double f : {1e-3, 0.01, 0.2, 0.5}) {
        const Oscillator o{.mass = mass, .stiffness = 0.0, .friction_bound = f * p0};
        const SteadyState s = steady_state(o, {.harmonics = {{.amplitude = p0, .frequency = w}}}, {});
        EXPECT_EQ(s.regime, Regime::continuous) << f;
        const double start = std::acos(0.5 * pi * f);
        const double length = p0 / (mass * w * w);
        EXPECT_NEAR(s.amplitude, std::sin(start) * length, 1e-12 / f) << f;
        EXPECT_NEAR(s.dissipated, 4.0 * f * p0 * std::sin(start) * length, 1e-11) << f;
        const double fastest = pi - std::asin(f);
        const double speed = (std::cos(start) - std::cos(fastest) - f * (fastest - start)) * w * length;
        EXPECT_NEAR(s.velocity, speed, 1e-11 / f) << f;
        EXPECT_TRUE(std::isnan(s.amplitude_ratio)) << "there is no p₀/k";
    }
}

TEST(FreeBlock, RestsBetweenSlidesUnderMoreFriction) {
    const Oscillator o{.stiffness = 0.0, .friction_bound = 0.8};
    const SteadyState s = steady_state(o, {.harmonics = {{.amplitude = 1.0, .frequency = 1.0}}}, {});
    EXPECT_EQ(s.regime, Regime::stick_slip);
    EXPECT_EQ(s.stops_then_reverse, 2);
    // Each slide begins at sin θ₀ = f and ends at θ₁ where cos θ₀ − cos θ₁ = f·(θ₁ − θ₀).
    const double begin = std::asin(0.8);
    double low = begin + 0.1;
    double high = begin + pi;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (std::cos(begin) - std::cos(middle) > 0.8 * (middle - begin) ? low : high) = middle;
    }
    EXPECT_NEAR(s.stuck_fraction, 1.0 - (low - begin) / pi, 1e-13);
}

TEST(FreeBlock, DriftsWhereTheLoadHasAMean) {
    const Oscillator o{.stiffness = 0.0, .friction_bound = 0.6};
    const Load load{.constant = 0.2, .harmonics = {{.amplitude = 1.0, .frequency = 1.0}}};
    EXPECT_EQ(steady_state(o, load, {}).regime, Regime::unbounded);
}

/// More static friction holds a block that rests, and has no say while nothing rests: the motion of the closed form is
/// there as long as sin θ₀ > f_s.
TEST(FreeBlock, MovesAsWithEqualBoundsWhereItNeverRests) {
    for (const double f : {1e-3, 0.05, 0.2, 0.3}) {
        const double turning = std::sin(std::acos(0.5 * pi * f));
        const Load load{.harmonics = {{.amplitude = 1.0, .frequency = 1.0}}};
        for (const double holding : {1.5 * f, 0.99 * turning}) {
            const Oscillator o{.stiffness = 0.0, .friction_bound = f, .static_bound = holding};
            const SteadyState s = steady_state(o, load, {});
            EXPECT_EQ(s.regime, Regime::continuous) << f << ' ' << holding;
            EXPECT_NEAR(s.amplitude, turning, 1e-12 / f) << f << ' ' << holding;
            EXPECT_LE(s.multiplier, 1.0) << f << ' ' << holding;
        }
        const Oscillator o{.stiffness = 0.0, .friction_bound = f, .static_bound = 1.01 * turning};
        EXPECT_NE(steady_state(o, load, {}).regime, Regime::continuous) << f;
    }
}

/// Its start decides where a free block swings.
TEST(FreeBlock, SwingsWhereTheLongMotionDoes) {
    const double w = 1.7;
    const Load load{.harmonics = {{.amplitude = 3.0, .frequency = w, .phase = 0.4}}};
    for (const double friction : {0.3, 0.9, 1.8}) {
        const Oscillator o{
            .mass = 2.0, .damping = 0.1, .stiffness = 0.0, .friction_bound = friction, .static_bound = 2.0};
        const State start{-0.7, 4.0};
        const SteadyState s = steady_state(o, load, start);
        ASSERT_TRUE(s.is_periodic()) << friction;
        constexpr int periods = 300;
        const double period = 2.0 * pi / w;
        const Trajectory motion = simulate(o, load, start, (periods + 1) * period);
        for (int i = 0; i < 8; ++i) {
            const double t = i * period / 8.0;
            EXPECT_NEAR(s.cycle->at(t).position, motion.at(periods * period + t).position, 1e-10) << friction;
        }
    }
}

/// A mean load above the sliding friction carries a block that moves for ever, and cannot move one at rest.
TEST(FreeBlock, RestCoexistsWithDrift) {
    const Load load{.constant = 0.6, .harmonics = {{.amplitude = 1.0, .frequency = 1.0}}};
    for (const double damping : {0.0, 0.2}) {
        const Oscillator o{.damping = damping, .stiffness = 0.0, .friction_bound = 0.4, .static_bound = 2.0};
        const SteadyState rest = steady_state(o, load, {});
        EXPECT_EQ(rest.regime, Regime::permanent_stick) << damping;
        ASSERT_EQ(rest.coexists.size(), 1U) << damping;
        EXPECT_EQ(rest.coexists.front().regime, Regime::unbounded) << damping;
        EXPECT_EQ(steady_state(o, load, rest.coexists.front().start).regime, Regime::unbounded) << damping;

        const SteadyState drift = steady_state(o, load, {0.0, 5.0});
        EXPECT_EQ(drift.regime, Regime::unbounded) << damping;
        ASSERT_EQ(drift.coexists.size(), 1U) << damping;
        EXPECT_EQ(drift.coexists.front().regime, Regime::permanent_stick) << damping;
    }
}

/// Velocities of a free block never move apart, so that no orbit is unstable.
TEST(FreeBlock, HasNoUnstableOrbits) {
    const Oscillator o{.stiffness = 0.0, .friction_bound = 0.3, .static_bound = 0.9};
    const Load load{.harmonics = {{.amplitude = 1.0, .frequency = 1.0}, {.amplitude = 0.7, .frequency = 2.0}}};
    const SteadyState s = steady_state(o, load, {}, {.with_all_orbits = true});
    ASSERT_TRUE(s.orbits);
    EXPECT_TRUE(s.orbits->empty());
    EXPECT_TRUE(!s.is_periodic() || s.multiplier <= 1.0);
}

}  // namespace
}  // namespace stickslip
