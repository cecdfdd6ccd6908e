// Boundaries and designs of planar cases, against closed forms, against the one-dimensional engine, and against steady
// states on both sides.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "kinds/case_boundaries.hpp"
#include "kinds/planar/circular.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip {
namespace {

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

CaseDocument ratios(double force, double frequency, double damping, double stiffness, double axis_ratio) {
    std::string text = "[ratios]\ndimensions = 2\nforce = " + number(force) + "\nfrequency = " + number(frequency) +
                       "\ndamping = " + number(damping) + "\naxis_ratio = " + number(axis_ratio) + "\n";
    if (stiffness > 0.0) text += "stiffness = " + number(stiffness) + "\n";
    return CaseDocument::parse(text, "test");
}

/// [LiuHongLiou2003] (88), corrected.
double least_force(double r_w, double damping, double r_k) {
    const double b = 4.0 * damping * damping * r_w * r_w + (r_w * r_w - 1.0) * (r_w * r_w - 1.0);
    return std::sqrt(1.0 + 2.0 * r_k * (1.0 - r_w * r_w) + r_k * r_k * b);
}

struct Limit {
    std::optional<StickLimit> largest, least;
};

Limit stick_limit(const CaseDocument& document, const std::string& key, const Interval& range) {
    const auto response = planar_kind().response(document, key, range.high, std::nullopt, 0.0);
    const auto sticks = [&](double v, double o) { return response->sticks(v, o); };
    const DesignOptions options = response->usual_options();
    return {largest_without_stick(sticks, range, {}, options), least_without_stick(sticks, range, {}, options)};
}

TEST(PlanarDesign, OfACircleIsTheCorrectedClosedForm) {
    std::mt19937 random(88);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 60; ++i) {
        const double r_w = 0.2 + 3.0 * unit(random);
        const double damping = 0.01 + 0.3 * unit(random);
        const double r_k = i % 3 == 0 ? 0.0 : std::pow(10.0, -2.0 + 3.0 * unit(random));
        const double expected = least_force(r_w, damping, r_k);
        const CaseDocument d = ratios(1.0, r_w, damping, r_k, 1.0);
        const Limit force = stick_limit(d, "ratios.force", {0.3 * expected, 4.0 * expected});
        ASSERT_TRUE(force.least) << i;
        EXPECT_FALSE(force.largest) << i;
        EXPECT_NEAR(force.least->vary, expected, 1e-9 * expected) << i;
        const Limit friction = stick_limit(d, "friction_ratio", {0.2 / expected, 3.0 / expected});
        ASSERT_TRUE(friction.largest) << i;
        EXPECT_NEAR(friction.largest->vary, 1.0 / expected, 1e-9 / expected) << i;
    }
}

TEST(PlanarDesign, OfTheFigureIsTheCorrectedClosedForm) {
    const planar::Case c = CaseDocument::open("liu-fig6").read_planar();
    const double w = c.load.axis1.harmonics.front().frequency.value();
    const double r_w = w / natural_frequency(c.oscillator);
    const double expected = 500000.0 / least_force(r_w, damping_ratio(c.oscillator), 0.2);
    const Limit limit = stick_limit(CaseDocument::open("liu-fig6"), "friction.bound", {10000.0, 90000.0});
    ASSERT_TRUE(limit.largest);
    EXPECT_NEAR(limit.largest->vary, expected, 1e-9 * expected);
}

TEST(PlanarDesign, InvertsTheMagnificationOfACircle) {
    // [LiuHongLiou2003] (89).
    for (const double magnification : {1.01, 1.5, 3.0}) {
        for (const double r_w : {0.7, 2.0, 6.0}) {
            const CaseDocument d = ratios(1.0, r_w, 0.02, 0.2, 1.0);
            const double expected = planar::load_for_magnification(d.read_planar().oscillator, r_w, magnification);
            const auto response = planar_kind().response(d, "ratios.force", 1.0, std::nullopt, 0.0);
            const auto at = [&](double v) { return response->value("magnification", v, 0.0); };
            const std::vector<double> found =
                choices_reaching(magnification, at, {0.5 * expected, 2.0 * expected}, response->usual_options());
            ASSERT_EQ(found.size(), 1u);
            EXPECT_NEAR(found.front(), expected, 1e-12 * expected);
        }
    }
}

TEST(PlanarBoundary, ChangesThePatternJustThere) {
    std::mt19937 random(17);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int changes = 0;
    for (int i = 0; i < 6; ++i) {
        const double r_k = i % 2 == 0 ? 0.0 : std::pow(10.0, -1.0 + 1.5 * unit(random));
        const double r_w = 0.4 + 1.8 * unit(random);
        const CaseDocument d = ratios(1.0, r_w, 0.03 + 0.1 * unit(random), r_k, 0.4 + 0.5 * unit(random));
        const double first = planar::least_sliding_load(d.read_planar().oscillator, r_w);
        const Interval range{0.8 * first, 3.0 * first};
        const std::vector<Crossing> found =
            case_crossings(planar_kind(), {d, "ratios.force", "ratios.frequency", {range.low, range.high, r_w, r_w}});
        ASSERT_FALSE(found.empty()) << i;
        // The load from which it moves at all is known.
        EXPECT_NEAR(found.front().value, first, 1e-9 * first) << i;
        EXPECT_EQ(found.front().kind, BoundaryKind::slide_vanishes) << i;
        for (const Crossing& c : found) {
            constexpr double aside = 1e-7;
            const auto stops = [&](double force) {
                return planar_kind()
                    .motion(d.with_value("ratios.force", force).with_value("ratios.frequency", r_w))
                    .stops_per_cycle;
            };
            if (c.value == found.front().value) continue;
            ++changes;
            EXPECT_EQ(stops(c.value * (1.0 - aside)), c.stops_below) << i;
            EXPECT_EQ(stops(c.value * (1.0 + aside)), c.stops_above) << i;
            EXPECT_NE(c.stops_below, c.stops_above) << i;
            EXPECT_EQ(c.kind, BoundaryKind::stop_in_passing) << i;
        }
    }
    EXPECT_GE(changes, 4);
}

TEST(PlanarBoundary, OfALoadAlongALineIsThatOfTheOneDimensionalEngine) {
    const std::string line =
        "[oscillator]\nmass = 1\nstiffness = 1\ndamping = 0.1\n[friction]\nbound = 1\n"
        "[load]\nkind = \"harmonic\"\n";
    const CaseDocument plane = CaseDocument::parse(
        "[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\ndamping = 0.1\n[friction]\nbound = 1\n"
        "[load]\nkind = \"harmonic\"\namplitude = [2, 0]\nfrequency = 0.6\n",
        "plane");
    const CaseDocument one = CaseDocument::parse(line + "amplitude = 2\nfrequency = 0.6\n", "line");
    const auto expected = case_crossings(line_kind(), {one, "friction.bound", "load.frequency", {0.2, 1.9, 0.6, 0.6}});
    const auto found = case_crossings(planar_kind(), {plane, "friction.bound", "load.frequency", {0.2, 1.9, 0.6, 0.6}});
    ASSERT_FALSE(expected.empty());
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i].value, expected[i].value, 1e-9);
        EXPECT_EQ(found[i].kind, expected[i].kind);
        EXPECT_EQ(found[i].stops_below, expected[i].stops_below);
        EXPECT_EQ(found[i].stops_above, expected[i].stops_above);
    }
}

TEST(PlanarBoundary, IsTracedThroughThePlaneOfForceAndAxisRatio) {
    const CaseDocument d = ratios(1.0, 1.3, 0.05, 0.5, 0.5);
    const auto curves = case_boundaries(planar_kind(), {d, "ratios.force", "ratios.axis_ratio", {0.7, 1.4, 0.5, 0.8}});
    std::size_t points = 0;
    for (const BoundaryCurve& curve : curves) {
        for (const BoundaryPoint& p : curve.points) {
            ++points;
            EXPECT_EQ(curve.kind, BoundaryKind::stop_in_passing);
            const double exact = planar::least_continuous_force_ratio(d.read_planar().oscillator, 1.3, p.y);
            EXPECT_NEAR(p.x, exact, 3e-6) << p.y;
        }
    }
    EXPECT_GT(points, 10u);
}

TEST(PlanarBoundary, NeedsAPeriodicLoad) {
    const CaseDocument d =
        CaseDocument::parse("[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\n[friction]\nbound = 1\n", "test");
    EXPECT_THROW((void)case_crossings(planar_kind(), {d, "friction.bound", "oscillator.damping", {0.5, 1.0, 0.1, 0.1}}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
