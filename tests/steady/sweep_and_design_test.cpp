#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/design.hpp"
#include "stickslip/studies/sweep.hpp"

namespace stickslip {
namespace {

SteadyState at(double friction, double frequency, double damping = 0.0) {
    const Ratios r{.friction = friction, .frequency = frequency, .damping = damping};
    return steady_state(oscillator_of(r), load_of(r), {}, {.with_cycle = false});
}

TEST(Sweep, KeepsTheOrderAndTheEndsOfItsValues) {
    const std::vector<double> values{0.4, 0.2, 1.3};
    const auto points = sweep([](double W) { return at(0.3, W); }, values);
    ASSERT_EQ(points.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(points[i].value, values[i]);
        EXPECT_EQ(points[i].state.amplitude_ratio, at(0.3, values[i]).amplitude_ratio);
    }
}

TEST(Sweep, RefinesWhereThePatternChanges) {
    const auto steady_at = [](double W) { return at(0.3, W); };
    const auto coarse = sweep(steady_at, {0.3, 0.4, 0.5, 0.6});
    const auto fine = refined(steady_at, coarse, {.curve = [](const SteadyState& s) { return s.amplitude_ratio; }});
    // The stops end at 0.4814782470152854 (a crossing of kind B); halving 0.1 seven times brackets it.
    double below = 0.0;
    double above = 1.0;
    for (const SweepPoint& p : fine) {
        if (p.state.stops_per_cycle() > 0) below = std::max(below, p.value);
        if (p.state.stops_per_cycle() == 0) above = std::min(above, p.value);
    }
    EXPECT_LT(below, 0.4814782470152854);
    EXPECT_GT(above, 0.4814782470152854);
    EXPECT_LE(above - below, 0.1 / 128.0 * 1.0000001);
}

TEST(AsymptoticAmplitude, IsReachedAtResonanceAndUndefinedBeyondQuarterPi) {
    for (const double f : {0.1, 0.4, 0.7}) {
        const SteadyState s = at(f, 1.0 - 1e-7);
        EXPECT_NEAR(s.amplitude_ratio / s.asymptotic_amplitude_ratio(), 1.0, 1e-5) << f;
    }
    EXPECT_TRUE(std::isnan(at(0.8, 0.9).asymptotic_amplitude_ratio()));
    EXPECT_TRUE(std::isnan(at(0.3, 0.9, 0.1).asymptotic_amplitude_ratio()));
}

TEST(Observables, AreFoundByNameAndTheUnknownIsRefusedWithTheList) {
    EXPECT_EQ(observable("stuck_fraction").name, "stuck_fraction");
    try {
        static_cast<void>(observable("speed"));
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("velocity_ratio"), std::string::npos);
    }
}

TEST(Design, MinimisesTheWorstAmplitudeAsBruteForceDoes) {
    // |response| = (v − 0.3)² + 0.1·cos(5·o)·v has its worst over o at o = 0: v = 0.25 is best.
    const ResponseAt response = [](double v, double o) { return (v - 0.3) * (v - 0.3) + 0.1 * std::cos(5.0 * o) * v; };
    const Optimum found = minimise_worst(response, {0.0, 1.0}, {0.0, 1.0});
    EXPECT_NEAR(found.best.vary, 0.25, 1e-7);
    EXPECT_NEAR(found.best.response, 0.0025 + 0.025, 1e-12);
}

TEST(Design, FindsTheDampingThatMinimisesTheWorstTransmittedForce) {
    // With friction 0.2 and frequencies from 0.5 to 3, more damping helps at resonance and hurts above it.
    const auto force = [](double z, double W) {
        const Ratios r{.friction = 0.2, .frequency = W, .damping = z};
        return steady_state(oscillator_of(r), load_of(r), {}).transmitted_force;
    };
    const Optimum found = minimise_worst(force, {0.01, 1.0}, {0.5, 3.0}, {.choices = 24, .band_points = 40});
    // A scan of 4000 points misses the peak of the band by less than 1e-6 of it.
    const auto scanned_worst = [&](double z) {
        double worst = 0.0;
        for (int j = 0; j <= 4000; ++j) worst = std::max(worst, force(z, 0.5 + 2.5 * j / 4000));
        return worst;
    };
    EXPECT_NEAR(scanned_worst(found.best.vary), found.best.response, 1e-6);
    for (int i = 0; i <= 8; ++i) EXPECT_GE(scanned_worst(0.01 + 0.99 * i / 8), found.best.response - 1e-6);
}

TEST(Design, LargestFrictionWithoutStickIsEquation41) {
    const auto sticks = [](double f, double W) { return at(f, W).stuck_fraction > 0.0; };
    const auto limit = largest_without_stick(sticks, {0.01, 0.99}, {1.2, 1.2});
    ASSERT_TRUE(limit.has_value());
    EXPECT_NEAR(limit->vary, 0.713206941711629, 1e-11);
    // Over a band above the natural frequency the limit falls with the frequency: its end decides.
    ASSERT_TRUE(largest_without_stick(sticks, {0.01, 0.99}, {1.0, 1.2}, {.choices = 60, .band_points = 20}));
    const auto over_band = largest_without_stick(sticks, {0.01, 0.99}, {1.0, 1.2}, {.choices = 60, .band_points = 20});
    EXPECT_NEAR(over_band->vary, 0.713206941711629, 1e-8);
    EXPECT_NEAR(over_band->over, 1.2, 1e-6);
    EXPECT_FALSE(largest_without_stick(sticks, {0.9, 0.99}, {1.2, 1.2}).has_value());
}

}  // namespace
}  // namespace stickslip
