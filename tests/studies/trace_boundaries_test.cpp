// Curves whose course is known: the tracer sees nothing but the patterns on their two sides.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "studies/pattern.hpp"

namespace stickslip {
namespace {

using Course = std::function<double(double)>;

/// One more stop above the curve y = course(x).
class AboveACurve final : public PatternSolver {
public:
    explicit AboveACurve(Course course) : course_(std::move(course)) {}

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override {
        return std::make_unique<AboveACurve>(course_);
    }
    [[nodiscard]] Pattern pattern(const BoundaryPoint& at) override { return {2, at.y > course_(at.x) ? 1 : 0, 0, 1}; }
    [[nodiscard]] Probe probe(const BoundaryPoint& at) override {
        const double far = std::numeric_limits<double>::infinity();
        return {pattern(at), {far, far, far, far, far, far}};
    }
    [[nodiscard]] BoundaryKind kind(const Pattern&, const Pattern&, double,
                                    const std::function<BoundaryPoint(double)>&) override {
        return BoundaryKind::stop_in_passing;
    }

private:
    Course course_;
};

struct CurveOfATest {
    const char* why;
    Course course;
};

class KnownCurves : public testing::TestWithParam<CurveOfATest> {};

TEST_P(KnownCurves, AreTracedOnceAndFollowedThroughTheirBumps) {
    const Course& course = GetParam().course;
    const std::vector<BoundaryCurve> curves = trace_boundaries(AboveACurve(course), {0.0, 1.0, 0.0, 1.0}, {});
    ASSERT_EQ(curves.size(), 1U);
    const std::vector<BoundaryPoint>& points = curves.front().points;
    const auto [first, last] = std::ranges::minmax(points, {}, &BoundaryPoint::x);
    EXPECT_LT(first.x, 0.01);
    EXPECT_GT(last.x, 0.99);
    for (std::size_t i = 1; i < points.size(); ++i) {
        const BoundaryPoint& a = points[i - 1];
        const BoundaryPoint& b = points[i];
        EXPECT_NEAR(b.y, course(b.x), 1e-9);
        // The tracer holds the middle of a chord to a twentieth of its length; slopes of these curves are below 10.
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        const double from_chord = std::abs(0.5 * (a.y + b.y) - course(0.5 * (a.x + b.x)));
        EXPECT_LT(from_chord, 0.05 * length * std::hypot(1.0, 10.0) + 1e-9) << "between x = " << a.x << " and " << b.x;
    }
}

double bump(double x, double width) { return std::exp(-std::pow((x - 0.5037) / width, 2)); }

INSTANTIATE_TEST_SUITE_P(
    Courses, KnownCurves,
    testing::Values(
        CurveOfATest{"straight", [](double x) { return 0.3 + 0.4 * x; }},
        CurveOfATest{"a bump as wide as a step", [](double x) { return 0.4 + 0.2 * x - 0.01 * bump(x, 0.004); }},
        CurveOfATest{"a dent of a fifth of a step", [](double x) { return 0.4 + 0.1 * x + 0.004 * bump(x, 0.002); }},
        CurveOfATest{"a saw tooth", [](double x) { return 0.4 + 0.1 * x + 0.03 * std::abs(x - 0.61); }}),
    [](const auto& course) { return std::to_string(course.index); });

}  // namespace
}  // namespace stickslip
