// A proved box has its counts at each of its points, and boxes do not overlap.

#include "stickslip/certify/cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "stickslip/certify/certify.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip {
namespace {

CoverRequest small_cover(double f, double W, double damping) {
    CoverRequest request;
    request.box = {{f, f + 0.08}, {W, W + 0.08}};
    request.damping = damping;
    request.columns = request.rows = 4;
    request.most_quarterings = 3;
    return request;
}

TEST(Covers, HoldAtEveryPointOfTheirBoxes) {
    std::mt19937_64 engine(31);
    std::uniform_real_distribution<> share(0.0, 1.0);
    struct Place {
        double f, W, damping;
    };
    std::map<int, int> seen;
    // Continuous motion, two stops, their boundary, four and more stops, damping, permanent stick.
    for (const Place& place : {Place{0.2, 0.7, 0.0}, Place{0.8, 0.9, 0.0}, Place{0.55, 0.6, 0.0}, Place{0.52, 0.1, 0.0},
                               Place{0.3, 0.35, 0.05}, Place{0.95, 1.2, 0.0}}) {
        const Cover found = cover(small_cover(place.f, place.W, place.damping));
        EXPECT_GT(found.proved_area, 0.5) << place.f << " " << place.W;
        double sum = 0.0;
        for (const auto& [stops, area] : found.area_of_stops) sum += area;
        EXPECT_NEAR(sum, found.proved_area, 1e-9);
        for (const ProvedBox& p : found.proved) {
            const Interval& f = p.box.friction;
            const Interval& W = p.box.frequency;
            const Certificate c = certify({.friction = f.low + share(engine) * (f.high - f.low),
                                           .frequency = W.low + share(engine) * (W.high - W.low),
                                           .damping = place.damping});
            ASSERT_TRUE(c.is_proved) << c.friction_ratio << " " << c.frequency_ratio;
            EXPECT_EQ(c.regime, p.regime);
            EXPECT_EQ(c.stops_per_cycle(), p.stops_per_cycle);
            EXPECT_EQ(c.zero_duration_reversals, p.zero_duration_reversals);
            EXPECT_LE(p.amplitude_ratio.low, c.amplitude_ratio.high);
            EXPECT_GE(p.amplitude_ratio.high, c.amplitude_ratio.low);
            ++seen[p.stops_per_cycle];
        }
    }
    EXPECT_GE(seen.size(), 3U);
}

TEST(Covers, NeverCallABoundaryProved) {
    // f = 1: below it the mass slides, at and above it never.
    CoverRequest request = small_cover(0.96, 1.2, 0.0);
    request.columns = 3;
    for (const ProvedBox& p : cover(request).proved) {
        EXPECT_TRUE(p.box.friction.high < 1.0 || p.box.friction.low >= 1.0);
    }
}

TEST(Covers, OfALineEncloseEveryBoundaryOnIt) {
    // At 0.1 of the natural frequency, from four stops to six and back, twice; and where the mass never moves.
    CoverRequest request;
    request.box = {{0.2, 1.05}, {0.1, 0.1}};
    request.most_quarterings = 34;
    const Cover found = cover(request);
    EXPECT_GT(found.proved_area, 1.0 - 1e-8);
    const std::vector<ProvedRange> ranges = proved_ranges(found);
    const std::vector<Crossing> crossings =
        crossings_along([](double f) { return Ratios{.friction = f, .frequency = 0.1}; }, request.box.friction.low,
                        request.box.friction.high);
    ASSERT_GE(crossings.size(), 5U);
    for (const Crossing& c : crossings) {
        const auto above =
            std::ranges::find_if(ranges, [&](const ProvedRange& r) { return r.range.high > c.value + 1e-9; });
        ASSERT_TRUE(above != ranges.begin() && above != ranges.end()) << c.value;
        const auto below = std::prev(above);
        EXPECT_NEAR(below->range.high, c.value, 2e-10);
        EXPECT_NEAR(above->range.low, c.value, 2e-10);
        EXPECT_LE(below->range.high, above->range.low);
        EXPECT_EQ(below->stops_per_cycle, c.stops_below);
        EXPECT_EQ(above->stops_per_cycle, c.stops_above);
    }
    EXPECT_EQ(ranges.back().regime, Regime::permanent_stick);
    EXPECT_EQ(ranges.back().range.high, 1.05);
    request.box.frequency = {0.1, 0.2};
    request.most_quarterings = 0;
    EXPECT_THROW(static_cast<void>(proved_ranges(cover(request))), std::invalid_argument);
    request.most_quarterings = 13;
    EXPECT_THROW(static_cast<void>(cover(request)), std::invalid_argument);
    request.box = {{0.1, 0.1}, {0.2, 0.2}};
    EXPECT_THROW(static_cast<void>(cover(request)), std::invalid_argument);
}

TEST(Covers, TellHowFarTheyAreAndRefuseBadBounds) {
    CoverRequest request = small_cover(0.2, 0.7, 0.0);
    double last = 0.0;
    request.progress = [&](double done) { last = std::max(last, done); };
    EXPECT_GT(cover(request).proved_area, 0.0);
    EXPECT_EQ(last, 1.0);
    request.box.friction = {0.3, 0.2};
    EXPECT_THROW(static_cast<void>(cover(request)), std::invalid_argument);
    request.box = {{0.1, 0.2}, {0.0, 0.2}};
    EXPECT_THROW(static_cast<void>(cover(request)), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
