// The search for a first zero on functions whose zeros are known.

#include "kernel/first_zero.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// From derivatives.
TaylorData<double> taylor(double f, double f1, double f2, double f3, double bound, double noise) {
    return {{f, f1, f2 / 2.0, f3 / 6.0}, bound, 0.0, noise};
}

/// (t − 1)² + depth, whose fourth derivative is zero.
auto parabola(double depth) {
    return [depth](double t) {
        const double s = t - 1.0;
        return taylor(s * s + depth, 2.0 * s, 2.0, 0.0, 0.0, 4.0 * epsilon);
    };
}

FirstZero<double> first_zero_of(const auto& f, double horizon) { return first_zero(f, f(0.0), 0, 0.0, horizon, 0.3); }

TEST(FirstZero, IsNoneAboveZeroHoweverClose) {
    for (const double depth : {1.0, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14}) {
        const FirstZero<double> zero = first_zero_of(parabola(depth), 3.0);
        EXPECT_FALSE(zero.exists) << depth;
        EXPECT_EQ(zero.time, 3.0) << depth;
    }
}

TEST(FirstZero, IsTheFirstOfTwoHoweverClose) {
    for (const double depth : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14}) {
        const FirstZero<double> zero = first_zero_of(parabola(-depth), 3.0);
        EXPECT_TRUE(zero.crosses) << depth;
        // The rounding 4ε of the value moves the zero by 4ε/slope.
        EXPECT_NEAR(zero.time, 1.0 - std::sqrt(depth), 4.0 * epsilon / std::sqrt(depth) + 4.0 * epsilon) << depth;
    }
}

TEST(FirstZero, IsAGrazeWhereItTouchesZero) {
    const FirstZero<double> zero = first_zero_of(parabola(0.0), 3.0);
    EXPECT_TRUE(zero.grazes());
    EXPECT_NEAR(zero.time, 1.0, 4.0 * std::sqrt(4.0 * epsilon));
}

TEST(FirstZero, LeavesAZeroAtTheStart) {
    // sin t, 1 − cos t and t − sin t start with one, two and three vanishing derivatives.
    const auto sine = [](double t) {
        return taylor(std::sin(t), std::cos(t), -std::sin(t), -std::cos(t), 1.0, epsilon);
    };
    const FirstZero<double> one = first_zero(sine, sine(0.0), 1, 0.0, 10.0, 0.5);
    EXPECT_TRUE(one.crosses);
    EXPECT_NEAR(one.time, std::acos(-1.0), 4.0 * epsilon);
    const auto versine = [](double t) {
        return taylor(1.0 - std::cos(t), std::sin(t), std::cos(t), -std::sin(t), 1.0, epsilon);
    };
    const FirstZero<double> two = first_zero(versine, versine(0.0), 2, 0.0, 10.0, 0.5);
    EXPECT_TRUE(two.grazes());  // touches zero again after a turn
    EXPECT_NEAR(two.time, 2.0 * std::acos(-1.0), 8.0 * std::sqrt(epsilon));
    const auto lag = [](double t) {
        return taylor(t - std::sin(t), 1.0 - std::cos(t), std::sin(t), std::cos(t), 1.0, epsilon * (1.0 + t));
    };
    EXPECT_FALSE(first_zero(lag, lag(0.0), 3, 0.0, 50.0, 0.5).exists);
}

TEST(FirstZero, TakesFewEvaluationsShortlyBeforeAMinimum) {
    // 1 − εt − cos t, the velocity of a mass that a slow load drags along: it stops at 2π − √(4πε), nearly without
    // deceleration.
    for (const double slowing : {1e-3, 1e-5, 1e-7}) {
        int evaluations = 0;
        const auto f = [&](double t) {
            ++evaluations;
            const double s = std::sin(0.5 * t);
            return taylor(2.0 * s * s - slowing * t, std::sin(t) - slowing, std::cos(t), -std::sin(t), 1.0, epsilon);
        };
        const FirstZero<double> zero = first_zero(f, f(3.0), 0, 3.0, 10.0, 1.0);
        EXPECT_TRUE(zero.crosses) << slowing;
        EXPECT_NEAR(zero.time, 2.0 * std::acos(-1.0) - std::sqrt(4.0 * std::acos(-1.0) * slowing), 4.0 * slowing);
        EXPECT_LE(evaluations, 14) << slowing;
    }
}

TEST(FirstZero, FindsADipThatSamplingMisses) {
    // 0.6·cos t + 0.4·cos 41t reaches −1 only at t = π; raised by 1 − depth it is negative there for ±√(2·depth/673).
    for (const double depth : {1e-6, 1e-9, 1e-12}) {
        const auto f = [depth](double t) {
            constexpr double w = 41.0;
            const double slow[] = {0.6 * std::cos(t), -0.6 * std::sin(t)};
            const double fast[] = {0.4 * std::cos(w * t), -0.4 * std::sin(w * t)};
            return taylor(1.0 - depth + slow[0] + fast[0], slow[1] + w * fast[1], -slow[0] - w * w * fast[0],
                          -slow[1] - w * w * w * fast[1], 0.6 + 0.4 * w * w * w * w, 4.0 * epsilon);
        };
        const FirstZero<double> zero = first_zero(f, f(0.0), 0, 0.0, 6.0, 0.3);
        const double curvature = 0.6 + 0.4 * 41.0 * 41.0;
        const double half_width = std::sqrt(2.0 * depth / curvature);
        EXPECT_TRUE(zero.crosses) << depth;
        // The quartic term shifts the zero by half_width³·41²/24; rounding by (4ε + 41πε)/slope.
        EXPECT_NEAR(zero.time, std::acos(-1.0) - half_width,
                    100.0 * half_width * half_width * half_width + 200.0 * epsilon / (curvature * half_width))
            << depth;
    }
}

}  // namespace
}  // namespace stickslip
