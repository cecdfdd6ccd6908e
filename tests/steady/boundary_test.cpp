// Boundaries between regimes: crossings along lines and traced curves against stop counts and closed forms.

#include "stickslip/studies/boundary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

std::function<Ratios(double)> line_at(double frequency, double damping = 0.0) {
    return [=](double f) { return Ratios{.friction = f, .frequency = frequency, .damping = damping}; };
}

int stops_at(const Ratios& r) {
    const CellSolution<double> s = solve_cell({r.friction, r.friction, r.frequency, r.damping});
    return s.stops_then_reverse + s.stops_then_same_direction;
}

/// Where the number of stops changes, by a scan ten times finer than the library's and bisection to 1e-12.
std::vector<double> changes_by_bisection(const std::function<Ratios(double)>& line, double from, double to) {
    constexpr int samples = 3000;
    std::vector<double> changes;
    double before = from;
    int stops_before = stops_at(line(before));
    for (int i = 1; i <= samples; ++i) {
        const double now = from + (to - from) * i / samples;
        const int stops_now = stops_at(line(now));
        double low = before;
        double high = now;
        while (stops_now != stops_before && high - low > 1e-12) {
            const double middle = 0.5 * (low + high);
            (stops_at(line(middle)) == stops_before ? low : high) = middle;
        }
        if (stops_now != stops_before) changes.push_back(0.5 * (low + high));
        before = now;
        stops_before = stops_now;
    }
    return changes;
}

/// [HongLiu2000] Eq. (41) as f(Ω).
double equation_41(double W) {
    const double U = std::tan(pi / (2.0 * W));
    return 1.0 / (std::abs(1.0 / (W * W) - 1.0) * std::sqrt(1.0 + W * W * U * U));
}

class LinesOfConstantFrequency : public testing::TestWithParam<double> {};

TEST_P(LinesOfConstantFrequency, AreCrossedWhereTheNumberOfStopsChangesAndNowhereElse) {
    const double damping = GetParam();
    constexpr int lines = 16;
    for (int i = 0; i < lines; ++i) {
        const double W = 0.071 + 1.4 * (i + 0.137) / lines;
        SCOPED_TRACE(testing::Message() << "frequency ratio " << W << ", damping ratio " << damping);
        const double from = 0.002;
        const double to = 1.09;
        std::vector<double> crossed;
        for (const Crossing& c : crossings_along(line_at(W, damping), from, to)) {
            if (c.stops_below != c.stops_above) crossed.push_back(c.value);
        }
        const std::vector<double> changes = changes_by_bisection(line_at(W, damping), from, to);
        // The brute-force scan may step over a region thinner than its steps; what it sees must be there.
        for (const double change : changes) {
            EXPECT_TRUE(std::ranges::any_of(crossed, [&](double c) { return std::abs(c - change) < 1e-10; })) << change;
        }
        // And every crossing separates two different counts.
        for (const double c : crossed)
            EXPECT_NE(stops_at(line_at(W, damping)(c - 1e-10)), stops_at(line_at(W, damping)(c + 1e-10)));
    }
}
INSTANTIATE_TEST_SUITE_P(Damping, LinesOfConstantFrequency, testing::Values(0.0, 0.01, 0.2));

TEST(BoundaryC, IsEquation41AboveHalfTheNaturalFrequency) {
    for (const double W : {0.52, 0.6, 0.75, 0.9, 0.97, 1.03, 1.2, 1.49}) {
        const auto crossings = crossings_along(line_at(W), 0.01, 0.99);
        ASSERT_EQ(crossings.size(), 1U) << W;
        EXPECT_EQ(crossings[0].kind, BoundaryKind::reversal_stop);
        EXPECT_NEAR(crossings[0].value, equation_41(W), 1e-12) << W;
    }
}

TEST(BoundaryA, HasAmplitudePlusFrictionEqualToOne) {
    for (const double W : {0.05, 0.08, 0.1, 0.15, 0.25, 0.3}) {
        for (const Crossing& c : crossings_along(line_at(W), 0.02, 1.05)) {
            if (c.kind != BoundaryKind::slide_vanishes) continue;
            const CellSolution<double> s = solve_cell({c.value, c.value, W, 0.0});
            EXPECT_NEAR(s.amplitude + c.value, 1.0, 1e-11) << W;
        }
    }
}

TEST(BoundaryCPrime, IsTheSineFormula) {
    // f = Ω²·sin(nπΩ)/(1 − Ω²); (0.4, 0.45) lie on n = 1.
    for (const double W : {0.36, 0.4, 0.45}) {
        bool is_found = false;
        for (const Crossing& c : crossings_along(line_at(W), 0.01, 0.99)) {
            if (c.kind != BoundaryKind::stop_to_back_slide) continue;
            EXPECT_EQ(c.stops_below, c.stops_above);
            is_found = is_found || std::abs(c.value - W * W * std::sin(pi * W) / (1.0 - W * W)) < 1e-12;
        }
        EXPECT_TRUE(is_found) << W;
    }
}

TEST(Boundaries, MoveContinuouslyFromNoDampingToSmallDamping) {
    const auto undamped = crossings_along(line_at(0.25), 0.05, 1.05);
    const auto damped = crossings_along(line_at(0.25, 1e-7), 0.05, 1.05);
    ASSERT_EQ(undamped.size(), damped.size());
    for (std::size_t i = 0; i < undamped.size(); ++i) {
        EXPECT_EQ(undamped[i].kind, damped[i].kind);
        EXPECT_NEAR(undamped[i].value, damped[i].value, 1e-5);
    }
}

TEST(TracedCurves, PassThroughEveryCrossingOfOtherLines) {
    const auto plane = [](double f, double W) { return Ratios{.friction = f, .frequency = W}; };
    const PlaneWindow window{.x_low = 0.02, .x_high = 1.1, .y_low = 0.16, .y_high = 1.5};
    const auto curves = trace_boundaries(plane, window, {.seed_lines = 24});
    for (const double W : {0.181, 0.223, 0.26, 0.29, 0.37, 0.44, 0.61, 0.83, 1.21}) {
        for (const Crossing& c : crossings_along(line_at(W), 0.03, 1.09)) {
            bool is_met = false;
            for (const BoundaryCurve& curve : curves) {
                for (std::size_t i = 1; curve.kind == c.kind && i < curve.points.size(); ++i) {
                    const BoundaryPoint a = curve.points[i - 1];
                    const BoundaryPoint b = curve.points[i];
                    if ((a.y - W) * (b.y - W) > 0.0) continue;
                    const double x = a.x + (b.x - a.x) * (W - a.y) / (b.y - a.y);
                    is_met = is_met || std::abs(x - c.value) < 2e-3;  // the chord's deviation
                }
            }
            EXPECT_TRUE(is_met) << "frequency ratio " << W << ", " << name(c.kind) << " at " << c.value;
        }
    }
}

TEST(TracedCurves, HoldTheirPointsToTwelveDigits) {
    const auto plane = [](double f, double W) { return Ratios{.friction = f, .frequency = W}; };
    const auto curves =
        trace_boundaries(plane, {.x_low = 0.4, .x_high = 1.1, .y_low = 0.55, .y_high = 1.4}, {.seed_lines = 4});
    ASSERT_EQ(curves.size(), 2U);
    for (const BoundaryCurve& curve : curves) {
        for (const BoundaryPoint& p : curve.points) {
            const double exact = curve.kind == BoundaryKind::reversal_stop ? equation_41(p.y) : 1.0;
            EXPECT_NEAR(p.x, exact, 4e-12);
        }
    }
}

}  // namespace
}  // namespace stickslip
