// Designs of several numbers: known minima of largest functions, and what a search promises to whoever asks.

#include "studies/joint_design.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace stickslip {
namespace {

/// The problem of Rosen and Suzuki as Charalambous and Bandler wrote it: the least largest value is −44, at
/// (0, 1, 2, −1), where three of the four functions are equal.
std::vector<double> rosen_suzuki(std::span<const double> x) {
    const double a = x[0], b = x[1], c = x[2], d = x[3];
    const double f = a * a + b * b + 2 * c * c + d * d - 5 * a - 5 * b - 21 * c + 7 * d;
    return {f, f + 10 * (a * a + b * b + c * c + d * d + a - b + c - d - 8),
            f + 10 * (a * a + 2 * b * b + c * c + 2 * d * d - a - d - 10),
            f + 10 * (2 * a * a + b * b + c * c + 2 * a - b - d - 5)};
}
const std::vector<Interval> four(4, {-3.0, 3.0});

TEST(JointDesign, FindsTheLeastLargestOfSmoothFunctionsOnTheirKinks) {
    const JointOptimum found = minimise_jointly(rosen_suzuki, four);
    EXPECT_NEAR(found.best.worst, -44.0, 1e-6);
    const double expected[] = {0.0, 1.0, 2.0, -1.0};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.best.values[i], expected[i], 1e-3);
}

TEST(JointDesign, TellsTheValueAtItsChoiceAndNeverMoreThanItsSearches) {
    const JointOptimum found = minimise_jointly(rosen_suzuki, four, {.evaluations = 300});
    EXPECT_LE(found.evaluations, 300);
    ASSERT_FALSE(found.ends.empty());
    for (std::size_t k = 1; k < found.ends.size(); ++k) EXPECT_LE(found.ends[k - 1].worst, found.ends[k].worst);
    EXPECT_LE(found.best.worst, found.ends.front().worst);
    const std::vector<double> there = rosen_suzuki(found.best.values);
    EXPECT_EQ(found.best.worst, *std::max_element(there.begin(), there.end()));
}

TEST(JointDesign, FindsTheLeastSumOfDistancesThatIsAllKinks) {
    // |x − 0.3| + |y − 0.7|: one response whose minimum is a corner.
    const auto distance = [](std::span<const double> x) {
        return std::vector<double>{std::abs(x[0] - 0.3) + std::abs(x[1] - 0.7)};
    };
    const std::vector<Interval> square(2, {0.0, 1.0});
    EXPECT_LT(minimise_jointly(distance, square).best.worst, 1e-4);
}

TEST(JointDesign, StaysWithinItsRangesAndReachesTheirCorners) {
    const std::vector<Interval> ranges{{-1.0, 2.0}, {10.0, 1000.0}, {0.0, 1e-3}};
    const auto plane = [&](std::span<const double> x) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (x[i] < ranges[i].low || x[i] > ranges[i].high) throw std::logic_error("outside");
        }
        return std::vector<double>{x[0] - 1e-3 * x[1], 1e3 * x[2]};
    };
    const JointOptimum found = minimise_jointly(plane, ranges);
    EXPECT_NEAR(found.best.worst, 0.0, 1e-6);  // x[2] = 0
}

TEST(JointDesign, IsTheSameForEveryCountOfThreads) {
    const auto with_threads = [](std::size_t threads) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        return minimise_jointly(rosen_suzuki, four, {.evaluations = 600});
    };
    const JointOptimum one = with_threads(1);
    for (const std::size_t threads : {2U, 5U}) {
        const JointOptimum found = with_threads(threads);
        EXPECT_EQ(found.best.values, one.best.values);
        EXPECT_EQ(found.best.worst, one.best.worst);
        EXPECT_EQ(found.evaluations, one.evaluations);
        ASSERT_EQ(found.ends.size(), one.ends.size());
        for (std::size_t k = 0; k < one.ends.size(); ++k) EXPECT_EQ(found.ends[k].values, one.ends[k].values);
    }
}

TEST(JointDesign, EndsWithWhatAResponseThrows) {
    for (const int last : {20, 250}) {  // among the scattered choices, and in a search
        std::atomic<int> count = 0;
        const auto fails = [&](std::span<const double> x) {
            if (++count > last) throw std::runtime_error("no more");
            return rosen_suzuki(x);
        };
        EXPECT_THROW(static_cast<void>(minimise_jointly(fails, four, {.evaluations = 600})), std::runtime_error);
    }
}

TEST(JointDesign, PrefersAnyBoundedResponseToNone) {
    constexpr double none = std::numeric_limits<double>::infinity();
    const auto half = [](std::span<const double> x) { return std::vector<double>{x[0] < 0.5 ? none : x[0], 0.1}; };
    const std::vector<Interval> one{{0.0, 1.0}};
    EXPECT_NEAR(minimise_jointly(half, one).best.worst, 0.5, 1e-3);
    const auto never = [](std::span<const double>) { return std::vector<double>{none, std::nan("")}; };
    const JointOptimum found = minimise_jointly(never, one);
    EXPECT_EQ(found.best.worst, none);
    EXPECT_TRUE(found.ends.empty());
}

TEST(JointDesign, TellsHowFarItIs) {
    std::atomic<double> most = 0.0;
    const auto told = [&](double part) {
        EXPECT_GE(part, 0.0);
        EXPECT_LE(part, 1.0);
        most = std::max(most.load(), part);
    };
    static_cast<void>(minimise_jointly(rosen_suzuki, four, {.evaluations = 200, .progress = told}));
    EXPECT_GT(most.load(), 0.8);
}

}  // namespace
}  // namespace stickslip
