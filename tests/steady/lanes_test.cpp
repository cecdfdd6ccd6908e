// The functions of the lanes against the standard library's.

#define STICKSLIP_LANES lanes_of_the_test
#include "kinds/line/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stickslip::lanes_of_the_test {
namespace {

double first(Lanes a) { return hn::GetLane(a.v); }

double ulps(double found, double exact) {
    return std::abs(found - exact) / (std::nextafter(std::abs(exact), INFINITY) - std::abs(exact));
}

TEST(Lanes, SineAndCosineAreGoodToTwoUlp) {
    std::mt19937_64 random(1);
    for (const double size : {1e-3, 1.0, 10.0, 1e4}) {
        std::uniform_real_distribution<double> angles(-size, size);
        for (int i = 0; i < 20000; ++i) {
            const double x = angles(random);
            const SinCos<Lanes> s = sin_cos(Lanes(x));
            EXPECT_LE(ulps(first(s.sin), std::sin(x)), 2.0) << x;
            EXPECT_LE(ulps(first(s.cos), std::cos(x)), 2.0) << x;
        }
    }
}

TEST(Lanes, SineNearAMultipleOfPiKeepsItsDigits) {
    for (int n = -1000; n <= 1000; ++n) {
        const double x = n * pi_of<double>;
        EXPECT_NEAR(first(sin_cos(Lanes(x)).sin), std::sin(x), 1e-12 * std::abs(std::sin(x)) + 1e-28) << n;
    }
}

TEST(Lanes, ArcTangentKnowsItsQuadrant) {
    for (int i = 0; i < 3600; ++i) {
        const double angle = (i - 1800 + 0.5) * pi_of<double> / 1800.0;
        const double y = 3.0 * std::sin(angle);
        const double x = 3.0 * std::cos(angle);
        EXPECT_NEAR(first(arc_tangent(Lanes(y), Lanes(x))), std::atan2(y, x), 1e-15) << angle;
    }
    EXPECT_EQ(first(arc_tangent(Lanes(0.0), Lanes(2.0))), 0.0);
    EXPECT_DOUBLE_EQ(first(arc_tangent(Lanes(0.0), Lanes(-2.0))), pi_of<double>);
    EXPECT_DOUBLE_EQ(first(arc_tangent(Lanes(-1.0), Lanes(0.0))), -0.5 * pi_of<double>);
}

TEST(Lanes, RemainderOfATurn) {
    for (int i = -5000; i <= 5000; ++i) {
        const double angle = 0.7 * i;
        EXPECT_NEAR(first(turn_remainder(Lanes(angle))), std::remainder(angle, 2.0 * pi_of<double>), 1e-12) << angle;
    }
}

TEST(Lanes, FusedRoundsOnce) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> numbers(0.5, 1.5);
    for (int i = 0; i < 1000; ++i) {
        HWY_ALIGN double a[lane_count];
        HWY_ALIGN double b[lane_count];
        HWY_ALIGN double result[lane_count];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            a[lane] = numbers(random);
            b[lane] = 1.0 / a[lane];
        }
        hn::Store(fused(Lanes(hn::Load(tag, a)), Lanes(hn::Load(tag, b)), Lanes(-1.0)).v, tag, result);
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            EXPECT_EQ(result[lane], std::fma(a[lane], b[lane], -1.0)) << a[lane];
        }
    }
}

TEST(Lanes, ChooseLaneByLane) {
    HWY_ALIGN double values[lane_count];
    for (std::size_t i = 0; i < lane_count; ++i) values[i] = static_cast<double>(i);
    const Lanes x(hn::Load(tag, values));
    const Lanes chosen = select(x > Lanes(0.5), -x, Lanes(7));
    hn::Store(chosen.v, tag, values);
    EXPECT_EQ(values[0], 7.0);
    for (std::size_t i = 1; i < lane_count; ++i) EXPECT_EQ(values[i], -static_cast<double>(i));
    EXPECT_TRUE(any(x == Lanes(0)));
    EXPECT_EQ(all(x == Lanes(0)), lane_count == 1);
    EXPECT_FALSE(any(LaneMask(false)));
    EXPECT_TRUE(all(LaneMask(true)));
    EXPECT_TRUE(all(is_even(Lanes(4))));
    EXPECT_FALSE(any(is_even(Lanes(3))));
}

}  // namespace
}  // namespace stickslip::lanes_of_the_test
