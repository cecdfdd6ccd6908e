// Slides whose velocity touches zero and rises again. Under a load that grows steadily, and on a belt, an undamped mass
// slides with v = c·(1 − cos ωτ); a free block under a·sin ωτ on top of the friction bound does the same. A touch
// within rounding is no stop; a dip below zero that can be told from it is.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "random_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {
namespace {

int stops(const Trajectory& t) {
    int count = 0;
    for (const Event& e : t.events) count += e.kind == EventKind::slide_to_stick ? 1 : 0;
    return count;
}

Load ramp(double rate, double until) {
    Load load;
    load.record = std::make_shared<Record>(linear_record({0.0, until}, {0.0, rate * until}));
    return load;
}

Oscillator random_oscillator(RandomMotions& random) {
    Oscillator o;
    o.mass = random.log_uniform(1e-3, 1e3);
    o.stiffness = random.log_uniform(1e-3, 1e3);
    o.friction_bound = random.log_uniform(1e-2, 1e2);
    return o;
}

double natural_period(const Oscillator& o) { return 2.0 * std::numbers::pi * std::sqrt(o.mass / o.stiffness); }

TEST(TouchOfZero, IsNoStopUnderARamp) {
    Oscillator o;
    o.friction_bound = 1.0;
    const Trajectory t = simulate(o, ramp(0.1, 1000.0), {}, 1000.0);
    ASSERT_EQ(t.events.size(), 1U);
    EXPECT_EQ(t.events.front().kind, EventKind::stick_to_slide);
    EXPECT_DOUBLE_EQ(t.events.front().time, 10.0);
}

TEST(TouchOfZero, IsNoStopUnderRandomRamps) {
    RandomMotions random(41);
    for (int i = 0; i < 300; ++i) {
        const Oscillator o = random_oscillator(random);
        const double rate = random.log_uniform(1e-2, 1e2) * o.friction_bound / natural_period(o);
        const double begin = o.friction_bound / rate;
        const double end = begin + random.uniform(2.0, 150.0) * natural_period(o);
        const Trajectory t = simulate(o, ramp(rate, 2.0 * end), {}, end);
        ASSERT_EQ(t.events.size(), 1U) << i << " of mass " << o.mass << ", stiffness " << o.stiffness << ", bound "
                                       << o.friction_bound << ", rate " << rate;
    }
}

TEST(TouchOfZero, IsNoStopOnABelt) {
    RandomMotions random(42);
    for (int i = 0; i < 300; ++i) {
        Oscillator o = random_oscillator(random);
        const double reach = o.friction_bound / o.stiffness;
        o.belt_velocity = (random.chance(0.5) ? 1.0 : -1.0) * random.log_uniform(1e-2, 1e2) * reach / natural_period(o);
        const double end = std::abs(reach / o.belt_velocity) + random.uniform(2.0, 150.0) * natural_period(o);
        const Trajectory t = simulate(o, {}, {0.0, o.belt_velocity}, end);
        ASSERT_EQ(t.events.size(), 1U) << i << " of mass " << o.mass << ", stiffness " << o.stiffness << ", bound "
                                       << o.friction_bound << ", belt " << o.belt_velocity;
    }
}

TEST(TouchOfZero, IsNoStopOfAFreeBlock) {
    RandomMotions random(43);
    for (int i = 0; i < 300; ++i) {
        Oscillator o = random_oscillator(random);
        o.stiffness = 0.0;
        Load load;
        load.constant = o.friction_bound;
        const double frequency = random.log_uniform(1e-2, 1e2);
        load.harmonics = {{random.log_uniform(1e-2, 1.0) * o.friction_bound, frequency, 0.0}};
        const Trajectory t = simulate(o, load, {}, random.uniform(10.0, 500.0) / frequency);
        ASSERT_EQ(t.events.size(), 1U) << i;
    }
}

/// v = c − c·(1 + depth)·cos(ωτ − π) from its largest value on: the next minimum is −c·depth.
class Dip : public testing::TestWithParam<double> {};

TEST_P(Dip, StopsBelowZeroAndGoesOnAbove) {
    const double depth = GetParam();
    RandomMotions random(44);
    for (int i = 0; i < 100; ++i) {
        const Oscillator o = random_oscillator(random);
        const double rate = random.log_uniform(0.1, 10.0) * o.friction_bound / natural_period(o);
        const double drag = rate / o.stiffness;
        const State start{-o.friction_bound / o.stiffness, drag + drag * (1.0 + depth)};
        const Trajectory t = simulate(o, ramp(rate, 10.0 * natural_period(o)), start, 0.9 * natural_period(o));
        ASSERT_EQ(stops(t), depth > 0.0 ? 1 : 0) << i;
        if (depth < 0.0) continue;
        // The stop comes before the minimum, and lasts until the load has grown by what the spring lacks.
        const double stop = t.events[1].time;
        const double before = 0.5 * natural_period(o) - stop;
        const double expected = std::sqrt(2.0 * depth) * natural_period(o) / (2.0 * std::numbers::pi);
        EXPECT_NEAR(before, expected, (0.01 + 1e-13 / depth) * expected) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Depths, Dip,
                         testing::Values(-1e-3, -1e-6, -1e-9, -1e-12, -1e-13, 1e-12, 1e-11, 1e-10, 1e-8, 1e-6, 1e-4));

// The half-period map of a slow load slides through such touches, too: its walk and the simulation of its cycle agree.
TEST(TouchOfZero, IsTheSameInTheMapAndInTheMotion) {
    RandomMotions random(45);
    for (int i = 0; i < 60; ++i) {
        Case problem;
        problem.oscillator.friction_bound = random.uniform(0.05, 0.9);
        problem.load.harmonics = {{1.0, random.log_uniform(0.004, 0.3), 0.0}};
        const SteadyState s = steady_state(problem.oscillator, problem.load, {});
        if (!s.cycle || s.regime != Regime::stick_slip) continue;
        ASSERT_EQ(stops(*s.cycle), s.stops_per_cycle())
            << i << ": " << problem.oscillator.friction_bound << ", " << problem.load.harmonics[0].frequency.value();
    }
}

}  // namespace
}  // namespace stickslip
