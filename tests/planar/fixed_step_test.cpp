// The orders of the fixed-step schemes, and what the paper's scheme keeps and does not keep.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/planar/circular.hpp"
#include "kinds/planar/fixed_step.hpp"
#include "stickslip/planar/simulate.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

/// A circular motion that slides all the time, at t = 0.
State on_orbit(const CircularMotion& m, double frequency) {
    const double friction = -m.phase_lag - m.friction_phase_lag;
    return {m.radius * Vector{std::cos(m.phase_lag), -std::sin(m.phase_lag)},
            m.radius * frequency * Vector{std::sin(m.phase_lag), std::cos(m.phase_lag)},
            Vector{std::cos(friction), std::sin(friction)}};
}

double error_after_a_period(Method method, int steps) {
    const Oscillator o{1.0, 0.1, 1.0, 1.0, 2.0};
    const CircularMotion m = circular_motion(o, 5.0, 1.0);
    const State start = on_orbit(m, 1.0);
    const Trajectory t =
        simulate(o, rotating_load(5.0, 1.0), start, 2.0 * pi, {.method = method, .step = 2.0 * pi / steps});
    return norm(t.end.position - start.position) / m.radius;
}

TEST(FixedSteps, OfThePaperAreOfFirstOrder) {
    const double coarse = error_after_a_period(Method::group_preserving, 2000);
    const double fine = error_after_a_period(Method::group_preserving, 4000);
    EXPECT_NEAR(std::log2(coarse / fine), 1.0, 0.1);
}

TEST(FixedSteps, OfTheLorentzCompositionAreOfEighthOrder) {
    const double coarse = error_after_a_period(Method::lorentz_composition, 400);
    const double fine = error_after_a_period(Method::lorentz_composition, 800);
    EXPECT_NEAR(std::log2(coarse / fine), 8.0, 0.6);
}

TEST(FixedSteps, OfThePaperKeepTheCircleAndCreateEnergy) {
    const Oscillator o{1.0, 0.1, 1.0, 1.0, 2.0};
    const CircularMotion m = circular_motion(o, 5.0, 1.0);
    const Trajectory t = simulate(o, rotating_load(5.0, 1.0), on_orbit(m, 1.0), 20.0 * pi,
                                  {.method = Method::group_preserving, .step = 2.0 * pi / 200});
    for (const Piece& p : t.pieces) EXPECT_NEAR(norm(p.friction_force), 1.0, 1e-12);
    EXPECT_GT(norm(t.end.position), 1.1 * m.radius);
}

TEST(FixedSteps, FindTheTransitionsOfTheExactMotion) {
    const Oscillator o{2.25e7 / (pi * pi), 6e5 / pi, 1e7, 5e4, 5e7};
    const Load load = rotating_load(5e5, 4.0 * pi);
    const Trajectory exact = simulate(o, load, {}, 3.0);
    const Trajectory composed = simulate(o, load, {}, 3.0, {.method = Method::lorentz_composition, .step = 0.002});
    ASSERT_EQ(composed.events.size(), exact.events.size());
    EXPECT_LT(norm(composed.end.position - exact.end.position), 1e-9 * norm(exact.end.position));
    const Trajectory first = simulate(o, load, {}, 3.0, {.method = Method::group_preserving, .step = 1e-5});
    ASSERT_EQ(first.events.size(), exact.events.size());
    EXPECT_LT(norm(first.end.position - exact.end.position), 2e-3 * norm(exact.end.position));
}

TEST(FixedSteps, OfThePaperFollowARigidSupport) {
    const Oscillator o{1.0, 0.1, 1.0, 1.0, {}};
    const Load load = rotating_load(3.0, 1.4);
    const Trajectory exact = simulate(o, load, {}, 20.0);
    const Trajectory first = simulate(o, load, {}, 20.0, {.method = Method::group_preserving, .step = 1e-4});
    EXPECT_LT(norm(first.end.position - exact.end.position), 1e-3);
}

TEST(FixedSteps, ThatWouldFillTheMemoryAreRefused) {
    const Oscillator o{1.0, 0.1, 1.0, 1.0, 2.0};
    const SimulationOptions options{.method = Method::lorentz_composition, .step = 1e-300};
    EXPECT_THROW(static_cast<void>(simulate(o, rotating_load(5.0, 1.0), {}, 1.0, options)), std::invalid_argument);
}

TEST(LorentzBoost, IsTheLimitOfManySmallOnes) {
    const Vector v{0.3, -0.8};
    double angle = 2.0;
    for (int i = 0; i < 100; ++i) angle = boosted_angle(angle, v, 3.0, 0.01);
    EXPECT_NEAR(std::remainder(angle - boosted_angle(2.0, v, 3.0, 1.0), 2.0 * pi), 0.0, 1e-13);
}

}  // namespace
}  // namespace stickslip::planar
