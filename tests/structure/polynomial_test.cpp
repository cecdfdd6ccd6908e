// First zeros of polynomials of high degree against a fine scan, and against zeros that are known.

#include "kinds/structure/polynomial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace stickslip::structure {
namespace {

constexpr int degree = Polynomial::degree;
constexpr double reach = 2.0;

/// With what the searches are told of a function besides its coefficients.
Polynomial completed(Polynomial p) {
    p.remainder = 0.0;
    double terms = std::abs(p.coefficient[0]);
    p.others = 0.0;
    for (int k = 1; k <= degree; ++k) p.others += std::abs(p.coefficient[k]) * std::pow(reach, k);
    terms += p.others;
    p.noise = 1e-15 * terms;
    p.unknown = p.noise;
    return p;
}

/// Coefficients fall like those of a smooth function, 1/k!.
Polynomial random_polynomial(std::mt19937_64& engine) {
    std::normal_distribution<double> number;
    Polynomial p{};
    double scale = 1.0;
    for (int k = 0; k <= degree; ++k) {
        p.coefficient[k] = scale * number(engine);
        scale *= 2.0 / (k + 1);
    }
    return p;
}

/// (s − a)·p.
Polynomial times_zero_at(const Polynomial& p, double a) {
    Polynomial q{};
    for (int k = 0; k < degree; ++k) {
        q.coefficient[k] -= a * p.coefficient[k];
        q.coefficient[k + 1] += p.coefficient[k];
    }
    return q;
}

/// Positive everywhere.
Polynomial positive() {
    Polynomial p{};
    p.coefficient[0] = 1.0;
    p.coefficient[1] = 0.1;
    p.coefficient[2] = 0.3;
    return p;
}

TEST(PolynomialZero, IsTheFirstThatAFineScanFinds) {
    constexpr int points = 20'000;
    std::mt19937_64 engine(7);
    int with_zero = 0;
    for (int i = 0; i < 2000; ++i) {
        Polynomial p = random_polynomial(engine);
        p.coefficient[0] = std::abs(p.coefficient[0]) + 0.01;
        p = completed(p);
        double scanned = reach;
        for (int n = 1; n <= points && scanned == reach; ++n) {
            const double s = reach * n / points;
            if (value_and_slope(p, s).value < 0.0) scanned = s;
        }
        const FirstZero<double> zero = zero_within(p, 0, reach);
        if (scanned == reach) {
            if (zero.exists) {  // between two points of the scan, or at the very end
                EXPECT_LE(value_and_slope(p, zero.time).value, 4.0 * p.unknown) << i;
            }
            continue;
        }
        ++with_zero;
        ASSERT_TRUE(zero.exists) << i;
        EXPECT_LE(zero.time, scanned) << i;
        const auto [value, slope] = value_and_slope(p, zero.time);
        EXPECT_LE(std::abs(value), 8.0 * p.unknown + 1e-15 * std::abs(slope)) << i;
    }
    EXPECT_GT(with_zero, 500);
}

TEST(PolynomialZero, IsNotMissedWhereTwoAreClose) {
    for (const double gap : {1e-2, 1e-4, 1e-6}) {
        Polynomial p = times_zero_at(times_zero_at(times_zero_at(positive(), 0.7), 0.7 + gap), 1.9);
        for (double& c : p.coefficient) c = -c;
        p = completed(p);
        ASSERT_GT(p.coefficient[0], 0.0);
        const FirstZero<double> zero = zero_within(p, 0, reach);
        ASSERT_TRUE(zero.exists) << gap;
        EXPECT_NEAR(zero.time, 0.7, 1e-14 / gap) << gap;
    }
}

TEST(PolynomialZero, LeavesOutThoseAtTheStart) {
    Polynomial simple = times_zero_at(positive(), 1.3);
    for (double& c : simple.coefficient) c = -c;
    for (int zeros = 0; zeros <= 3; ++zeros) {
        Polynomial p = simple;
        for (int i = 0; i < zeros; ++i) p = times_zero_at(p, 0.0);
        p = completed(p);
        EXPECT_FALSE(is_clear(p, zeros, powers_of(reach)));
        EXPECT_TRUE(is_clear(p, zeros, powers_of(1.29)));
        const FirstZero<double> zero = zero_within(p, zeros, reach);
        ASSERT_TRUE(zero.exists) << zeros;
        EXPECT_NEAR(zero.time, 1.3, 1e-13) << zeros;
    }
}

TEST(PolynomialZero, IsNotToldWhereThereIsNone) {
    std::mt19937_64 engine(8);
    int clear = 0;
    for (int i = 0; i < 500; ++i) {
        Polynomial p = random_polynomial(engine);
        p.coefficient[0] = 0.0;
        double least = 0.0;
        for (int n = 0; n <= 1000; ++n) least = std::min(least, value_and_slope(p, reach * n / 1000).value);
        p.coefficient[0] = 1e-3 - least;  // above zero by more than a scan of so many points can be wrong
        p = completed(p);
        EXPECT_FALSE(zero_within(p, 0, reach).exists) << i;
        clear += is_clear(p, 0, powers_of(reach)) ? 1 : 0;
    }
    EXPECT_GT(clear, 250);
}

}  // namespace
}  // namespace stickslip::structure
