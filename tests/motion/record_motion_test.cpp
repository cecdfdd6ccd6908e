// Motion under sampled loads: exact on every segment, and converging to the load they sample.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Load record_load(std::vector<double> times, const std::vector<double>& values, double scale = 1.0) {
    Load load;
    load.record = std::make_shared<const Record>(linear_record(std::move(times), values, scale));
    return load;
}

Load sampled(const Load& load, double end, int samples) {
    std::vector<double> times;
    std::vector<double> values;
    for (int i = 0; i <= samples; ++i) {
        times.push_back(end * i / samples);
        values.push_back(load.value(times.back()));
    }
    return record_load(times, values);
}

TEST(SampledSine, ConvergesAtSecondOrderToTheHarmonicMotion) {
    const Oscillator oscillators[] = {
        {.friction_bound = 0.3},                                            // reversals and stops
        {.damping = 0.4, .friction_bound = 0.5},                            // underdamped
        {.damping = 3.0, .friction_bound = 0.2},                            // overdamped
        {.stiffness = 0.0, .friction_bound = 0.4},                          // a free block
        {.friction_bound = 0.2, .static_bound = 0.4},                       // static excess
        {.friction_bound = 0.4, .static_bound = 0.6, .belt_velocity = 0.3}  // a belt
    };
    const double end = 21.0;
    for (const Oscillator& o : oscillators) {
        const Load sine{.harmonics = {{1.0, 0.9, 0.2}}};
        const Trajectory exact = simulate(o, sine, {}, end);
        // The mean of |error| over many times, because the error at one time may vanish.
        const auto error = [&](int samples) {
            const Trajectory t = simulate(o, sampled(sine, end, samples), {}, end);
            double sum = 0.0;
            for (int n = 1; n <= 200; ++n) {
                const double time = end * (n / 200.0);
                sum += std::abs(t.at(time).position - exact.at(time).position);
            }
            return sum;
        };
        EXPECT_NEAR(std::log2(error(1000) / error(2000)), 2.0, 0.1);
        EXPECT_NEAR(std::log2(error(2000) / error(4000)), 2.0, 0.1);
    }
}

TEST(ConstantRecord, EqualsTheConstantLoadToRounding) {
    const Oscillator o{.mass = 100.0, .stiffness = 5000.0, .friction_bound = 100.0};
    const Trajectory exact = simulate(o, {.constant = 1500.0}, {}, 10.0);
    for (const int segments : {1, 3, 100, 1000}) {
        const Trajectory t = simulate(o, sampled({.constant = 1500.0}, 10.0, segments), {}, 10.0);
        ASSERT_EQ(t.events.size(), exact.events.size()) << segments;
        const double rounding = 4.0 * epsilon * (segments + 10);
        for (std::size_t n = 0; n < t.events.size(); ++n) {
            EXPECT_EQ(t.events[n].kind, exact.events[n].kind);
            EXPECT_NEAR(t.events[n].time, exact.events[n].time, rounding * 4.0) << segments;
            EXPECT_NEAR(t.events[n].position, exact.events[n].position, rounding * 0.6) << segments;
        }
    }
}

TEST(Record, IsZeroBeforeItsFirstAndAfterItsLastSample) {
    const Oscillator o{.mass = 1.0, .stiffness = 0.0, .friction_bound = 1.0};
    const Trajectory t = simulate(o, record_load({2.0, 3.0}, {3.0, 3.0}), {}, 20.0);
    // Pushed by 3 N for 1 s: v = 2 after 1 m, then 1 N brakes it over 2 s and 2 m.
    ASSERT_EQ(t.events.size(), 2U);
    EXPECT_EQ(t.events[0].time, 2.0);
    EXPECT_NEAR(t.events[1].time, 5.0, 8.0 * epsilon * 5.0);
    EXPECT_NEAR(t.at(20.0).position, 3.0, 8.0 * epsilon * 3.0);
    EXPECT_NEAR(peaks(t).total_slip, 3.0, 8.0 * epsilon * 3.0);
    EXPECT_EQ(peaks(t).slips, 1);
}

TEST(BlockOnAShakingBase, SlipsAsNewmarkSays) {
    // A base pulse of acceleration a for time T moves the block by a·(a − μg)·T²/(2·μg) against the base.
    const double g_mu = 2.0, a = 5.0, duration = 0.5, mass = 7.0;
    const Oscillator o{.mass = mass, .stiffness = 0.0, .friction_bound = mass * g_mu};
    const Trajectory t = simulate(o, record_load({0.0, duration}, {a, a}, -mass), {}, 10.0);
    const double slip = a * (a - g_mu) * duration * duration / (2.0 * g_mu);
    EXPECT_NEAR(t.at(10.0).position, -slip, 16.0 * epsilon * slip);
    EXPECT_NEAR(peaks(t).total_slip, slip, 16.0 * epsilon * slip);
}

TEST(BlockOnAShakingBase, NeverSlipsBelowItsFriction) {
    std::vector<double> times;
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i) {
        times.push_back(0.01 * i);
        values.push_back(std::sin(0.37 * i) * (i % 7 == 0 ? 1.0 : 0.8));
    }
    const Oscillator o{.mass = 2.0, .stiffness = 0.0, .friction_bound = 2.0};
    const Trajectory t = simulate(o, record_load(times, values, -2.0), {.position = 0.3}, 12.0);
    EXPECT_TRUE(t.events.empty());
    EXPECT_EQ(t.phases.size(), 1U);
    EXPECT_EQ(t.at(12.0).position, 0.3);
    EXPECT_EQ(peaks(t).total_slip, 0.0);
}

TEST(RampedLoad, ReleasesWhereTheRampMeetsTheBound) {
    const Oscillator o{.stiffness = 2.0, .friction_bound = 0.7};
    const Trajectory t = simulate(o, record_load({0.0, 4.0}, {0.0, 2.0}), {.position = 0.1}, 4.0);
    ASSERT_FALSE(t.events.empty());
    EXPECT_NEAR(t.events[0].time, (0.7 + 2.0 * 0.1) / 0.5, 8.0 * epsilon);
    // Then m·x″ + k·(x − x₀) = ρτ: x − x₀ = ρ/k·(τ − sin(ωτ)/ω), which never stops on the ramp.
    const double w = std::sqrt(2.0);
    const double tau = 4.0 - t.events[0].time;
    EXPECT_NEAR(t.at(4.0).position, 0.1 + 0.25 * (tau - std::sin(w * tau) / w), 16.0 * epsilon);
}

TEST(CubicRecord, MovesTheFixedSurfaceMassLikeTheDisplacementItIntegrates) {
    // A constant base acceleration a gives y = a·t²/2; p = k·y on an undamped, frictionless mass from rest moves it by
    // x = a·(t²/2 − (1 − cos ωt)/ω²).
    const double k = 3.0, a = 0.8;
    Record base = integrated_twice(linear_record({0.0, 1.0, 2.5, 6.0}, {a, a, a, a}));
    for (auto& segment : base.segments) {
        for (double& c : segment) c *= k;
    }
    Load load;
    load.record = std::make_shared<const Record>(base);
    const Trajectory t = simulate({.stiffness = k}, load, {}, 6.0);
    const double w2 = k;
    for (const double time : {0.3, 1.0, 2.0, 5.0, 6.0}) {
        const double x = a * (time * time / 2.0 - (1.0 - std::cos(std::sqrt(w2) * time)) / w2);
        EXPECT_NEAR(t.at(time).position, x, 32.0 * epsilon * a * (1.0 + time * time)) << time;
    }
}

}  // namespace
}  // namespace stickslip
