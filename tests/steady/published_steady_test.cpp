// Steady states printed in the source papers, as corrected in docs/errata.md.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "steady_ratios.hpp"

namespace stickslip {
namespace {

struct PublishedCount {
    const char* source;
    int stops;
    double friction_ratio;
    double frequency_ratio;
};

class PublishedCounts : public testing::TestWithParam<PublishedCount> {};

TEST_P(PublishedCounts, ComeOutOfTheDirectSolution) {
    const PublishedCount& p = GetParam();
    const SteadyState s = steady_of({.friction = p.friction_ratio, .frequency = p.frequency_ratio});
    EXPECT_EQ(s.stops_per_cycle(), p.stops) << p.source;
    EXPECT_EQ(s.regime, p.stops == 0 ? Regime::continuous : Regime::stick_slip);
    const std::vector<int> in_cycle = stops_in_each_period(*s.cycle, s.period);
    EXPECT_EQ(in_cycle.front(), p.stops);
}

INSTANTIATE_TEST_SUITE_P(
    HongLiuSection44, PublishedCounts,
    testing::Values(PublishedCount{"(0.6, 1.8)", 0, 0.6, 1.8}, PublishedCount{"(0.9, 1.5)", 2, 0.9, 1.5},
                    PublishedCount{"(0.6, 0.105)", 4, 0.6, 0.105}, PublishedCount{"(0.75, 0.06)", 6, 0.75, 0.06},
                    PublishedCount{"(0.85, 0.03)", 8, 0.85, 0.03}, PublishedCount{"(0.8, 0.03)", 10, 0.8, 0.03},
                    PublishedCount{"(0.7, 0.03)", 12, 0.7, 0.03}, PublishedCount{"(0.576, 0.03)", 14, 0.576, 0.03},
                    PublishedCount{"figure 10", 0, 0.7, 1.2}));

INSTANTIATE_TEST_SUITE_P(RiddochFigure8, PublishedCounts,
                         testing::Values(PublishedCount{"1", 2, 1.0 / 4.5, 0.2},
                                         PublishedCount{"2", 4, 1.0 / 4.5, 0.25},
                                         PublishedCount{"3", 2, 1.0 / 4.8, 0.25},
                                         PublishedCount{"4", 2, 1.0 / 3.75, 0.25},
                                         PublishedCount{"5", 2, 1.0 / 4.5, 0.3}));

INSTANTIATE_TEST_SUITE_P(RiddochOthers, PublishedCounts,
                         testing::Values(PublishedCount{"figure 5", 2, 1.0 / 2.5, 0.5},
                                         PublishedCount{"figure 6", 4, 1.0 / 1.5, 0.1}));

/// Where the paper says "six stops at r = 0.1, kY/F_f = 0.6", which is stuck: two ranges of kY/F_f have them.
TEST(Riddoch, SixStopsAtOneTenthLieInTwoRanges) {
    for (const double drive : {1.985, 2.3, 2.67, 4.745, 4.89}) {
        EXPECT_EQ(steady_of({.friction = 1.0 / drive, .frequency = 0.1}).stops_per_cycle(), 6) << drive;
    }
    for (const double drive : {1.975, 2.68, 4.735, 4.90}) {
        EXPECT_NE(steady_of({.friction = 1.0 / drive, .frequency = 0.1}).stops_per_cycle(), 6) << drive;
    }
    EXPECT_EQ(steady_of({.friction = 1.0 / 0.6, .frequency = 0.1}).regime, Regime::permanent_stick);
}

/// The closed form (3) of the paper: X = √(Q² − f²U²/Ω²) with U = tan(π/2Ω), Q = 1/|1 − Ω²|.
TEST(Riddoch, ContinuousMotionHasTheAmplitudeOfEquation3) {
    for (const auto& [f, W] : {std::pair{0.6, 1.8}, {0.2, 0.8}, {0.1, 0.6}, {0.5, 1.1}, {0.3, 3.0}}) {
        const SteadyState s = steady_of({.friction = f, .frequency = W});
        ASSERT_EQ(s.regime, Regime::continuous);
        const double Q = 1.0 / std::abs(1.0 - W * W);
        const double H = std::tan(std::numbers::pi / (2.0 * W)) / W;
        const double X = std::sqrt(Q * Q - f * f * H * H);
        EXPECT_NEAR(s.amplitude_ratio, X, 64.0 * std::numeric_limits<double>::epsilon() * (Q + std::abs(H)));
        EXPECT_NEAR(s.dissipated_ratio, 4.0 * f * X,
                    256.0 * std::numeric_limits<double>::epsilon() * (Q + std::abs(H)));
    }
}

/// Equation (4) misses motions without stops but with six reversals a cycle near r = 1/3.
TEST(Riddoch, NearOneThirdWeakFrictionGivesSixReversals) {
    const SteadyState s = steady_of({.friction = 0.00275, .frequency = 0.33375});
    EXPECT_EQ(s.regime, Regime::continuous);
    EXPECT_EQ(s.stops_per_cycle(), 0);
    EXPECT_EQ(s.zero_duration_reversals, 6);
    EXPECT_GT(s.dissipated_ratio, 4.0 * s.friction_ratio * s.amplitude_ratio * (1.0 + 1e-6))
        << "it slides back and forth";
}

}  // namespace
}  // namespace stickslip
