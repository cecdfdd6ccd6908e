// Stops per cycle printed by Hong & Liu (2000), without the initial rest: figures 10 and 11 and the list of
// section 4.4.

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

std::vector<int> stops(double friction_ratio, double frequency_ratio, int cycles) {
    const double period = 2.0 * std::numbers::pi / frequency_ratio;
    const Trajectory t = simulate({.friction_bound = friction_ratio}, {.harmonics = {{1.0, frequency_ratio}}}, {},
                                  (cycles + 0.001) * period);
    std::vector<int> counts = stops_in_each_period(t, period);
    counts.resize(static_cast<std::size_t>(cycles));
    return counts;
}

TEST(HongLiu, Figure10DiesOutInFiveCycles) { EXPECT_EQ(stops(0.7, 1.2, 5), (std::vector{1, 2, 2, 1, 0})); }

TEST(HongLiu, Figure11HasTenStopsThenTwelve) { EXPECT_EQ(stops(0.7, 0.03, 6), (std::vector{10, 12, 12, 12, 12, 12})); }

// The count of periods was converted to an integer that could not hold it.
TEST(StopsInEachPeriod, RefusesPeriodsThatItCannotCountIn) {
    const Trajectory t = simulate({.friction_bound = 0.7}, {.harmonics = {{1.0, 1.2}}}, {}, 100.0);
    for (const double period : {0.0, -1.0, 1e-300, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW(static_cast<void>(stops_in_each_period(t, period)), std::invalid_argument) << period;
    }
    try {
        static_cast<void>(stops_in_each_period(t, 1e-6));
        FAIL();
    } catch (const std::invalid_argument& refusal) {
        EXPECT_STREQ(refusal.what(), "period = 1e-06 must be at least 1e-05 s: at most 1e7 periods are counted");
    }
    EXPECT_EQ(stops_in_each_period(t, 1e3).size(), 1U);
}

struct StopCount {
    int stops;
    double friction_ratio;
    double frequency_ratio;
};

class HongLiuSection44 : public testing::TestWithParam<StopCount> {};

TEST_P(HongLiuSection44, HasItsStopsInTheLongRun) {
    const auto [count, friction, frequency] = GetParam();
    constexpr int transient = 300;  // cycles; slow transients last no longer at these points
    const std::vector<int> all = stops(friction, frequency, transient + 5);
    EXPECT_EQ(std::vector(all.begin() + transient, all.end()), std::vector(5, count));
}

INSTANTIATE_TEST_SUITE_P(Types, HongLiuSection44,
                         testing::Values(StopCount{0, 0.6, 1.8}, StopCount{2, 0.9, 1.5}, StopCount{4, 0.6, 0.105},
                                         StopCount{6, 0.75, 0.06}, StopCount{8, 0.85, 0.03}, StopCount{10, 0.8, 0.03},
                                         StopCount{12, 0.7, 0.03}, StopCount{14, 0.576, 0.03}));

}  // namespace
}  // namespace stickslip
