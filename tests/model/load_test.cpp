#include "stickslip/model/load.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

TEST(ExactTime, AddsAMillionDurationsWithoutLoss) {
    ExactTime t;
    for (int i = 0; i < 1'000'000; ++i) t = advance(t, 0.1);
    const Exact exact = Exact(0.1) * 1'000'000;
    EXPECT_LE(std::abs(static_cast<double>(exact - t.hi - t.lo)), 1e-22 * 1e5);
    EXPECT_EQ(t.value(), static_cast<double>(exact));
}

TEST(ExactTime, MeasuresDurationsRoundedOnce) {
    const ExactTime early{1.0, 0x1p-60};
    EXPECT_EQ(duration_between(early, {1.0, 0.0}), -0x1p-60);
    EXPECT_EQ(duration_between({1e-20, 0.0}, {1.0, 0.0}), 1.0);
    EXPECT_EQ(duration_between({0.1, 0.0}, {0.3, 0.0}), static_cast<double>(Exact(0.3) - Exact(0.1)));
}

TEST(ReducedPhase, IsRightToAFewUlpAfterABillionRadians) {
    const Exact two_pi_exact = 2 * boost::math::constants::pi<Exact>();
    for (const double frequency : {0.3, 1.0, 7.7}) {
        for (const double time : {0.1, 1e3, 1e6, 1.23456789e8}) {
            const Exact angle = Exact(frequency) * time + 0.4;
            const Exact reduced = angle - two_pi_exact * round(angle / two_pi_exact);
            EXPECT_NEAR(reduced_phase(frequency, {time, 0.0}, 0.4), static_cast<double>(reduced), 8.0 * epsilon);
        }
    }
}

TEST(ReducedPhase, ReturnsToItsStartAfterWholePeriodsInHertz) {
    const AngularFrequency w = AngularFrequency::from_hertz(0.25);  // 2π·¼ is not a double
    for (const double cycles : {1.0, 1e3, 1e6, 1e9, 1e12}) {
        EXPECT_NEAR(reduced_phase(w, {4.0 * cycles, 0.0}, 0.7), 0.7, 8.0 * epsilon + 1e-31 * cycles);
    }
}

TEST(Load, HasTheCommonPeriodOfItsHarmonics) {
    using std::numbers::pi;
    EXPECT_FALSE(Load{.constant = 1.0}.period().has_value());
    EXPECT_NEAR(Load({.harmonics = {{1.0, 2.0}}}).period().value(), pi, 4.0 * epsilon);
    EXPECT_NEAR(Load({.harmonics = {{1.0, 2.0}, {1.0, 3.0}}}).period().value(), 2.0 * pi, 8.0 * epsilon);
    EXPECT_FALSE(Load({.harmonics = {{1.0, 1.0}, {1.0, std::sqrt(2.0)}}}).period().has_value());
}

TEST(Load, IsTheSumOfItsParts) {
    Load load{.constant = 0.5, .harmonics = {{2.0, 3.0, 0.1}, {-1.0, 0.7, 0.0}}};
    load.record = std::make_shared<const Record>(linear_record({1.0, 2.0, 4.0}, {0.0, 3.0, 1.0}));
    const auto waves = [](double t) { return 0.5 + 2.0 * std::sin(3.0 * t + 0.1) - std::sin(0.7 * t); };
    EXPECT_NEAR(load.value(0.5), waves(0.5), 8.0 * epsilon);
    EXPECT_NEAR(load.value(1.5), waves(1.5) + 1.5, 16.0 * epsilon);
    EXPECT_NEAR(load.value(3.0), waves(3.0) + 2.0, 16.0 * epsilon);
    EXPECT_NEAR(load.value(2.0), waves(2.0) + 3.0, 16.0 * epsilon);
    EXPECT_NEAR(load.value(4.0), waves(4.0), 16.0 * epsilon);  // the limit from later times
}

TEST(Record, IntegratesAnAccelerationTwice) {
    // y″ = 2 + 3t piecewise, y = t² + t³/2; after the end it moves on with its last velocity.
    const Record y = integrated_twice(linear_record({0.0, 0.5, 2.0}, {2.0, 3.5, 8.0}));
    Load load;
    load.record = std::make_shared<const Record>(y);
    for (const double t : {0.0, 0.25, 0.5, 1.3, 1.999}) {
        EXPECT_NEAR(load.value(t), t * t + t * t * t / 2.0, 16.0 * epsilon * (1.0 + t * t * t)) << t;
    }
    EXPECT_NEAR(load.value(3.0), 8.0 + 10.0, 64.0 * epsilon * 18.0);
}

}  // namespace
}  // namespace stickslip
