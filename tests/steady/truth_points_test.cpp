// Steady states against 50-digit arithmetic, many of them a hair's breadth from a boundary between regimes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "steady_ratios.hpp"

namespace stickslip {
namespace {

struct TruthPoint {
    const char* category;
    double friction, frequency, damping;
    int stops_then_reverse, stops_then_same_direction, zero_duration_reversals;
    double amplitude, velocity, stuck_fraction, dissipated, multiplier;
};

const TruthPoint truth_points[] = {
#include "truth_points.inc"
};

/// Twelve digits less one; exact zeros to 10⁻¹⁴.
void expect_digits(double value, double truth) { EXPECT_NEAR(value, truth, std::max(1e-11 * std::abs(truth), 1e-14)); }

class TruthPoints : public testing::TestWithParam<TruthPoint> {};

TEST_P(TruthPoints, AreMetInCountsAndDigits) {
    const TruthPoint& p = GetParam();
    SCOPED_TRACE(testing::Message() << p.category << " f = " << p.friction << ", Ω = " << p.frequency
                                    << ", ζ = " << p.damping);
    const SteadyState s =
        steady_of({.friction = p.friction, .frequency = p.frequency, .damping = p.damping}, {}, {.with_cycle = false});
    ASSERT_TRUE(s.is_periodic()) << name(s.regime);
    EXPECT_EQ(s.stops_then_reverse, p.stops_then_reverse);
    EXPECT_EQ(s.stops_then_same_direction, p.stops_then_same_direction);
    EXPECT_EQ(s.stops_per_cycle(), p.stops_then_reverse + p.stops_then_same_direction);
    EXPECT_EQ(s.zero_duration_reversals, p.zero_duration_reversals);
    expect_digits(s.amplitude_ratio, p.amplitude);
    expect_digits(s.velocity_ratio, p.velocity);
    expect_digits(s.stuck_fraction, p.stuck_fraction);
    expect_digits(s.dissipated_ratio, p.dissipated);
    const double multiplier = std::isnan(p.multiplier) ? s.multiplier : p.multiplier;
    EXPECT_NEAR(s.multiplier, multiplier, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(FiftyDigits, TruthPoints, testing::ValuesIn(truth_points));

}  // namespace
}  // namespace stickslip
