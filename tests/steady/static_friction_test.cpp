// Static friction above the sliding one: rest and motion coexist and the start decides.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "steady_ratios.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/solve_cell.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

TEST(StaticFriction, LetsRestAndMotionCoexist) {
    const Ratios ratios{.friction = 0.1, .frequency = 0.8, .static_friction = 1.05};
    const SteadyState from_rest = steady_of(ratios);
    EXPECT_EQ(from_rest.regime, Regime::permanent_stick);
    EXPECT_EQ(from_rest.coexists, std::vector{Regime::continuous});
    ASSERT_TRUE(from_rest.rest_positions);
    EXPECT_NEAR(from_rest.rest_positions->high, 0.05, 1e-15);

    const SteadyState from_afar = steady_of(ratios, {-10.0, 0.0});
    EXPECT_EQ(from_afar.regime, Regime::continuous);
    EXPECT_EQ(from_afar.coexists, std::vector{Regime::permanent_stick});
    // A motion that never rests knows nothing of the static bound.
    const SteadyState sliding = steady_of({.friction = 0.1, .frequency = 0.8});
    EXPECT_NEAR(from_afar.amplitude_ratio, sliding.amplitude_ratio, 1e-12 * sliding.amplitude_ratio);
    EXPECT_NEAR(from_afar.multiplier, sliding.multiplier, 1e-9);
    EXPECT_EQ(from_afar.map_period, MapPeriod::half);
}

TEST(StaticFriction, EqualToTheSlidingOneChangesNothing) {
    for (const auto& [f, W] : {std::pair{0.6, 0.105}, {0.4, 0.5}, {0.6, 1.8}}) {
        const SteadyState without = steady_of({.friction = f, .frequency = W});
        const SteadyState with = steady_of({.friction = f, .frequency = W, .static_friction = f});
        EXPECT_EQ(with.amplitude_ratio, without.amplitude_ratio);
        EXPECT_EQ(with.stops_per_cycle(), without.stops_per_cycle());
        EXPECT_TRUE(with.coexists.empty());
    }
}

TEST(StaticFriction, ALittleMoreChangesTheMotionALittle) {
    for (const auto& [f, W, z] : {std::tuple{0.6, 0.6, 0.0}, {0.4, 0.5, 0.05}, {0.5, 0.3, 0.2}}) {
        const SteadyState equal = steady_of({.friction = f, .frequency = W, .damping = z});
        const SteadyState more = steady_of({.friction = f, .frequency = W, .damping = z, .static_friction = f + 1e-8});
        EXPECT_EQ(more.regime, equal.regime);
        EXPECT_EQ(more.stops_per_cycle(), equal.stops_per_cycle());
        // A release with acceleration 10⁻⁸ instead of zero: first order in the excess.
        EXPECT_NEAR(more.amplitude_ratio, equal.amplitude_ratio, 1e-6);
        EXPECT_NEAR(more.multiplier, equal.multiplier, 1e-5);
    }
}

TEST(StaticFriction, SteadyMotionIsWhatTheStartComesTo) {
    for (const Ratios& ratios : {Ratios{.friction = 0.3, .frequency = 0.6, .static_friction = 0.45},
                                 Ratios{.friction = 0.5, .frequency = 0.3, .damping = 0.1, .static_friction = 0.7},
                                 Ratios{.friction = 0.2, .frequency = 1.3, .static_friction = 0.3}}) {
        for (const State start : {State{0.0, 0.0}, State{2.0, -1.0}}) {
            const SteadyState s = steady_of(ratios, start);
            ASSERT_TRUE(s.is_periodic());
            constexpr int cycles = 2000;
            const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), start, (cycles + 1) * s.period);
            for (const double share : {0.0, 0.2, 0.45, 0.7}) {
                EXPECT_NEAR(t.at((cycles + share) * s.period).position, s.cycle->at(share * s.period).position, 1e-9)
                    << ratios.friction;
            }
            const std::vector<int> stops = stops_in_each_period(t, s.period);
            EXPECT_EQ(stops[cycles], s.stops_per_cycle());
        }
    }
}

TEST(StaticFriction, AtResonanceTheMotionThatHasBegunGrowsForEver) {
    const SteadyState moving = steady_of({.friction = 0.3, .frequency = 1.0, .static_friction = 0.35});
    EXPECT_EQ(moving.regime, Regime::unbounded);
    EXPECT_NEAR(moving.growth_per_cycle, pi - 1.2, 1e-15);

    const SteadyState held = steady_of({.friction = 0.3, .frequency = 1.0, .static_friction = 1.2});
    EXPECT_EQ(held.regime, Regime::permanent_stick);
    EXPECT_EQ(held.coexists, std::vector{Regime::unbounded});
}

/// Near resonance the motion is hundreds of static responses large: what is near it is measured by its own size.
TEST(StaticFriction, NearResonanceTheLargeMotionIsFound) {
    const Ratios ratios{.friction = 0.3, .frequency = 0.999, .static_friction = 0.36};
    const SteadyState s = steady_of(ratios, {}, {.with_cycle = false});
    const SteadyState sliding = steady_of({.friction = 0.3, .frequency = 0.999}, {}, {.with_cycle = false});
    EXPECT_EQ(s.regime, Regime::continuous);
    EXPECT_NEAR(s.amplitude_ratio, sliding.amplitude_ratio, 1e-9 * sliding.amplitude_ratio);
}

/// With r_s > r_y uniqueness is lost: this motion repeats after three load periods, and is not passed off as periodic.
TEST(StaticFriction, SubharmonicMotionIsNotConverged) {
    const Ratios ratios{
        .friction = 0.09117642984928938, .frequency = 0.6036820002733315, .static_friction = 0.6631708283140598};
    const SteadyState s = steady_of(ratios, {0.1, 0.0});
    EXPECT_EQ(s.regime, Regime::not_converged);
    EXPECT_FALSE(s.is_periodic());
    EXPECT_TRUE(std::isnan(s.amplitude_ratio));
    const double period = 2.0 * pi / ratios.frequency;
    const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), {0.1, 0.0}, 3004.0 * period);
    EXPECT_NEAR(t.at(3000.0 * period).position, t.at(3003.0 * period).position, 1e-9);
    EXPECT_GT(std::abs(t.at(3000.0 * period).position - t.at(3001.0 * period).position), 0.1);
}

}  // namespace
}  // namespace stickslip
