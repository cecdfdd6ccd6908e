// An adaptive map shows what the full map shows, up to the bound stated in docs/guide/maps.md.

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "maps/run_map.hpp"
#include "stickslip/motion/regime.hpp"

namespace stickslip {
namespace {

MapRequest plane(MapAxis x, MapAxis y, std::vector<std::string> observables) {
    return {CaseDocument::from_ratios({}), std::move(x), std::move(y), std::move(observables)};
}

std::size_t count_if_cell(const MapValues& map, const std::function<bool(std::size_t)>& holds) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < map.values[0].size(); ++i) count += holds(i) ? 1 : 0;
    return count;
}

struct Comparison {
    MapValues full;
    MapValues adaptive;

    [[nodiscard]] double cells() const { return static_cast<double>(full.values[0].size()); }
    [[nodiscard]] const std::vector<double>& solved() const { return adaptive.values.back(); }

    /// Share of the cells with another flag or count.
    [[nodiscard]] double other_patterns() const {
        return static_cast<double>(count_if_cell(full,
                                                 [&](std::size_t i) {
                                                     const auto same = [](double a, double b) {
                                                         return a == b || (std::isnan(a) && std::isnan(b));
                                                     };
                                                     return !same(full.values[0][i], adaptive.values[0][i]) ||
                                                            !same(full.values[1][i], adaptive.values[1][i]);
                                                 })) /
               cells();
    }

    /// Share of the cells whose amplitude is off by more than this.
    [[nodiscard]] double beyond(double relative) const {
        return static_cast<double>(count_if_cell(full,
                                                 [&](std::size_t i) {
                                                     const double a = full.values[2][i];
                                                     return std::abs(adaptive.values[2][i] - a) >
                                                            relative * std::abs(a);
                                                 })) /
               cells();
    }
};

Comparison compared(MapRequest request) {
    Comparison c;
    c.full = compute_map(request);
    request.is_adaptive = true;
    c.adaptive = compute_map(request);
    return c;
}

TEST(AdaptiveMap, KeepsTheBoundOnWhatMayDiffer) {
    const Comparison c = compared(plane({"friction_ratio", 0.0, 1.1, 500}, {"frequency_ratio", 0.35, 1.5, 500},
                                        {"stops_per_cycle", "amplitude_ratio"}));
    EXPECT_EQ(c.adaptive.quantities.back().name, "solved");
    const double solved = static_cast<double>(std::ranges::count(c.solved(), 1.0)) / c.cells();
    EXPECT_LT(solved, 0.15);
    EXPECT_GT(solved, 0.0);
    EXPECT_LE(c.other_patterns(), 0.0005);
    EXPECT_LE(c.beyond(0.01), 0.001);
}

/// The regions are here about as wide as the cells that a rectangle is judged by are apart: many boundaries pass
/// between them, and are found by following them over the borders of rectangles.
TEST(AdaptiveMap, FollowsBoundariesThatPassBetweenTheCellsOfARectangle) {
    const Comparison c = compared(plane({"friction_ratio", 0.0, 1.1, 1000}, {"frequency_ratio", 0.1, 0.2, 300},
                                        {"stops_per_cycle", "amplitude_ratio"}));
    const double solved = static_cast<double>(std::ranges::count(c.solved(), 1.0)) / c.cells();
    EXPECT_LT(solved, 0.12);
    EXPECT_LE(c.other_patterns(), 0.00005);
}

TEST(AdaptiveMap, SolvedCellsAreThoseOfTheFullMap) {
    const Comparison c = compared(plane({"friction_ratio", 0.0, 1.1, 90}, {"frequency_ratio", 0.1, 1.5, 70},
                                        {"stops_per_cycle", "amplitude_ratio"}));
    for (std::size_t i = 0; i < c.solved().size(); ++i) {
        if (c.solved()[i] != 1.0) continue;
        EXPECT_EQ(c.full.values[0][i], c.adaptive.values[0][i]);
        EXPECT_NEAR(c.full.values[2][i], c.adaptive.values[2][i], 1e-11 * (1.0 + std::abs(c.full.values[2][i])));
    }
}

TEST(AdaptiveMap, SolvesMapsOfAnyShape) {
    for (const auto& [columns, rows] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {2, 3}, {1, 200}, {130, 2}, {33, 65}}) {
        const Comparison c = compared(plane({"friction_ratio", 0.3, 0.5, columns}, {"frequency_ratio", 1.1, 1.4, rows},
                                            {"stops_per_cycle", "amplitude_ratio"}));
        EXPECT_EQ(c.other_patterns(), 0.0) << columns << " x " << rows;
        EXPECT_EQ(c.beyond(0.01), 0.0) << columns << " x " << rows;
    }
}

TEST(AdaptiveMap, DoesNotDependOnThreads) {
    MapRequest request = plane({"friction_ratio", 0.0, 1.1, 200}, {"frequency_ratio", 0.3, 1.5, 200},
                               {"stops_per_cycle", "amplitude_ratio"});
    request.is_adaptive = true;
    const auto values_with = [&](std::size_t threads) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        return compute_map(request).values;
    };
    const auto one = values_with(1);
    const auto three = values_with(3);
    for (std::size_t q = 0; q < one.size(); ++q) {
        for (std::size_t i = 0; i < one[q].size(); ++i) {
            ASSERT_TRUE(one[q][i] == three[q][i] || (std::isnan(one[q][i]) && std::isnan(three[q][i])));
        }
    }
}

// A multiplier has kinks that no boundary shows. docs/guide/maps.md states the bound for all values.
TEST(AdaptiveMap, FillsInNoValueFarFromThatOfTheFullMap) {
    constexpr double off = 0.03;  // of the value, or of 1 where that is larger
    struct Plane {
        Ratios ratios;
        MapAxis x;
        MapAxis y;
    };
    const Plane planes[] = {
        {{}, {"friction_ratio", 0.0, 1.1, 240}, {"frequency_ratio", 0.1, 1.5, 240}},
        {{.damping = 0.05}, {"friction_ratio", 0.0, 1.1, 240}, {"frequency_ratio", 0.1, 2.5, 240}},
        {{.damping = 0.2}, {"friction_ratio", 0.01, 1.0, 200, true}, {"frequency_ratio", 0.1, 2.5, 200}},
        {{}, {"friction_ratio", 0.01, 1.0, 200, true}, {"frequency_ratio", 0.05, 2.5, 200, true}},
        {{.friction = 0.3}, {"damping_ratio", 0.0, 0.5, 200}, {"frequency_ratio", 0.1, 2.0, 200}},
        {{.frequency = 0.45}, {"friction_ratio", 0.0, 1.0, 200}, {"damping_ratio", 0.0, 1.5, 200}},
    };
    const std::vector<std::string> observables = {"multiplier", "amplitude_ratio", "velocity_ratio", "stuck_fraction",
                                                  "dissipated_ratio"};
    for (const std::string& alone : {std::string(), std::string("multiplier")}) {
        const std::vector<std::string> wanted = alone.empty() ? observables : std::vector<std::string>{alone};
        for (const Plane& p : planes) {
            const Comparison c = compared({CaseDocument::from_ratios(p.ratios), p.x, p.y, wanted});
            for (std::size_t q = 1; q < c.full.values.size(); ++q) {
                double worst = 0.0;
                for (std::size_t i = 0; i < c.full.values[q].size(); ++i) {
                    const double value = c.full.values[q][i];
                    const double gap = std::abs(c.adaptive.values[q][i] - value) / std::max(1.0, std::abs(value));
                    if (c.full.values[0][i] == c.adaptive.values[0][i]) worst = std::max(worst, gap);
                }
                EXPECT_LE(worst, off) << c.full.quantities[q].name << " over " << p.x.text() << " and " << p.y.text();
            }
        }
    }
}

// Nine cells of one load period once stood for a rectangle with windows of other periods in it.
TEST(AdaptiveMap, FillsInNoMotionWithStopsUnderMoreStaticFriction) {
    const Ratios ratios{.friction = 0.2};
    const Comparison c = compared({CaseDocument::from_ratios(ratios),
                                   {"static_ratio", 0.2, 0.8, 48},
                                   {"frequency_ratio", 0.2, 1.2, 80},
                                   {"load_periods"}});
    EXPECT_EQ(c.other_patterns(), 0.0);
    const auto regime = [&](std::size_t i) { return static_cast<Regime>(c.full.values[0][i]); };
    EXPECT_EQ(
        count_if_cell(c.full, [&](std::size_t i) { return regime(i) == Regime::stick_slip && c.solved()[i] == 0; }),
        0U);
    EXPECT_GT(
        count_if_cell(c.full, [&](std::size_t i) { return regime(i) == Regime::continuous && c.solved()[i] == 0; }),
        0U);
}

}  // namespace
}  // namespace stickslip
