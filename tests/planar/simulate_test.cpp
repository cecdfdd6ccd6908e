// Motion of the planar oscillator: published transitions, invariants, limits, and the one-dimensional engine.

#include "stickslip/planar/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "kinds/planar/circular.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

// [LiuHongLiou2003] section 5 and 8.1; 1 kN·s²/m is 1000 kg.
const Oscillator figure5{2.5e6 / (pi * pi), 2e5 / pi, 1e7, 5e4, 5e7};
const Oscillator figure6{2.25e7 / (pi * pi), 6e5 / pi, 1e7, 5e4, 5e7};
const Oscillator figure11{1e6 / (16.0 * pi * pi), 1e4 / pi, 1e6, 3e4, {}};

Vector turned(const Vector& a, double angle) {
    return {std::cos(angle) * a.x1 - std::sin(angle) * a.x2, std::sin(angle) * a.x1 + std::cos(angle) * a.x2};
}

/// a·sin(ωt + φ) on both axes, turned by an angle.
Load turned_load(const Vector& amplitude, double frequency, const Vector& phase, double angle) {
    Load load;
    const Vector one = turned({amplitude.x1, 0.0}, angle);
    const Vector two = turned({0.0, amplitude.x2}, angle);
    for (int i = 0; i < 2; ++i) {
        load.axis(i).harmonics = {{one[i], frequency, phase.x1}, {two[i], frequency, phase.x2}};
    }
    return load;
}

double imbalance(const Trajectory& t) {
    const EnergyBalance e = energy_balance(t);
    return std::abs(e.imbalance) / (std::abs(e.input) + e.initial);
}

TEST(PlanarMotion, OfFigure5EndsStuckAfterFourTransitions) {
    const Load load = rotating_load(2.5e5, 20.0 * pi);
    const Trajectory t = simulate(figure5, load, {}, 300.0);
    ASSERT_EQ(t.events.size(), 4u);
    EXPECT_NEAR(t.events.back().time, 0.3258, 5e-5);
    EXPECT_EQ(t.events.back().kind, EventKind::slide_to_stick);
    const Trajectory last = simulate_from(figure5, load, t.end, 300.0, 300.1);
    const Peaks extremes = peaks(last);
    EXPECT_NEAR(0.5 * (extremes.highest.x1 - extremes.lowest.x1) * 5e7 / 5e4, 0.265955038897, 1e-12);
    EXPECT_LT(imbalance(simulate(figure5, load, {}, 3.0)), 1e-12);
}

TEST(PlanarMotion, EndsAtTheLimitOfPiecesByEveryMethod) {
    for (const Method method : {Method::exact, Method::group_preserving, Method::lorentz_composition}) {
        const Trajectory t =
            simulate(figure6, rotating_load(5e5, 4.0 * pi), {}, 1e3, {.method = method, .most_pieces = 20});
        EXPECT_EQ(t.termination, Termination::event_limit) << name(method);
        EXPECT_EQ(t.pieces.size(), 20U) << name(method);
        EXPECT_LT(t.end_time(), 1e3) << name(method);
    }
}

TEST(PlanarMotion, OfFigure6SlidesForEverAfterThreeTransitions) {
    const Trajectory t = simulate(figure6, rotating_load(5e5, 4.0 * pi), {}, 200.0);
    ASSERT_EQ(t.events.size(), 3u);
    EXPECT_NEAR(t.events[0].time, 0.09876, 5e-6);
    EXPECT_NEAR(t.events[1].time, 1.24559, 5e-6);
    EXPECT_NEAR(t.events[2].time, 1.38573, 5e-6);
    EXPECT_NEAR(norm(t.end.position) * 5e7 / 5e4, 1.51781984063, 6e-12);
    EXPECT_LT(imbalance(t), 1e-12);
}

TEST(PlanarMotion, OfFigure11ReachesTheConfirmedMagnification) {
    const Trajectory t = simulate(figure11, rotating_load(6e4, 8.0 * pi), {}, 60.0);
    EXPECT_NEAR(norm(t.end.position) * 1e6 / 6e4, 0.284165438, 1e-9);
    EXPECT_LT(imbalance(t), 1e-12);
}

TEST(PlanarMotion, AlongALineEqualsTheOneDimensionalEngine) {
    struct Row {
        double force, frequency, damping;
    };
    // Stick-slip with two and many stops, reversals without a stop, low and high frequency.
    constexpr Row rows[] = {{1.2, 0.7, 0.1}, {3.0, 2.0, 0.02}, {10.0, 0.35, 0.03}, {1.5, 0.1, 0.0}, {1.02, 1.3, 0.0}};
    for (const Row& r : rows) {
        const double end = 8.3 * 2.0 * pi / r.frequency;
        const stickslip::Oscillator line{
            .mass = 1.0, .damping = 2.0 * r.damping, .stiffness = 1.0, .friction_bound = 1.0};
        stickslip::Load force;
        force.harmonics = {{r.force, r.frequency, 0.4}};
        const stickslip::Trajectory expected = stickslip::simulate(line, force, {0.3, -0.2}, end);
        for (const double angle : {0.0, 0.7}) {
            const Oscillator o{1.0, 2.0 * r.damping, 1.0, 1.0, {}};
            const Load load = turned_load({r.force, 0.0}, r.frequency, {0.4, 0.0}, angle);
            const State start{turned({0.3, 0.0}, angle), turned({-0.2, 0.0}, angle), {}};
            const Trajectory t = simulate(o, load, start, end);
            for (int i = 0; i <= 400; ++i) {
                const double time = end * i / 400.0;
                const Sample s = t.at(time);
                const stickslip::Sample x = expected.at(time);
                const Vector back = turned(s.position, -angle);
                EXPECT_NEAR(back.x1, x.position, 1e-10) << r.force << " " << time;
                EXPECT_NEAR(back.x2, 0.0, 1e-10);
                EXPECT_NEAR(turned(s.velocity, -angle).x1, x.velocity, 1e-10);
            }
        }
    }
}

TEST(PlanarMotion, TurnsWithItsLoad) {
    for (const double support : {0.0, 0.5, 1e-3}) {
        Oscillator o{1.0, 0.1, 1.0, 1.0, {}};
        if (support > 0.0) o.support_stiffness = 1.0 / support;
        const State start{{0.3, 0.2}, {0.5, -0.1}, {}};
        const double angle = 1.1;
        const State turned_start{turned(start.position, angle), turned(start.velocity, angle), {}};
        const Trajectory one = simulate(o, turned_load({1.6, 0.5}, 0.8, {0.2, 1.0}, 0.0), start, 60.0);
        const Trajectory two = simulate(o, turned_load({1.6, 0.5}, 0.8, {0.2, 1.0}, angle), turned_start, 60.0);
        EXPECT_EQ(one.events.size(), two.events.size());
        EXPECT_LT(norm(turned(one.end.position, angle) - two.end.position), 1e-12) << support;
        EXPECT_LT(norm(turned(one.end.velocity, angle) - two.end.velocity), 1e-12) << support;
    }
}

TEST(PlanarMotion, OnAStiffSupportTendsToTheRigidOne) {
    const Load load = harmonic_load({3.0, 1.2}, 1.5, {0.5 * pi, 0.0});
    const Vector rigid = simulate({1.0, 0.1, 1.0, 1.0, {}}, load, {}, 50.0).end.position;
    double before = 1.0;
    for (const double support : {1e2, 1e3, 1e4, 1e5, 1e6}) {
        const Vector elastic = simulate({1.0, 0.1, 1.0, 1.0, support}, load, {}, 50.0).end.position;
        const double gap = norm(elastic - rigid);
        EXPECT_LT(gap, 0.2 * before);
        before = gap;
    }
    EXPECT_LT(before, 2e-6);
}

TEST(PlanarMotion, ClosesItsEnergyForRandomOscillators) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 120; ++i) {
        Oscillator o{0.5 + unit(random), 0.3 * unit(random), unit(random), 0.2 + unit(random), {}};
        if (i % 2 == 0) o.support_stiffness = std::pow(10.0, -1.0 + 6.0 * unit(random));
        const Load load = harmonic_load({3.0 * unit(random), 3.0 * unit(random)}, 0.2 + 3.0 * unit(random),
                                        {6.0 * unit(random), 6.0 * unit(random)});
        const State start{{unit(random), unit(random)}, {unit(random), -unit(random)}, {}};
        const Trajectory t = simulate(o, load, start, 40.0);
        EXPECT_LT(imbalance(t), 1e-11) << i;
    }
}

TEST(PlanarMotion, KeepsTheFrictionForceOnTheCircleWhileSliding) {
    const Trajectory t = simulate(figure6, rotating_load(5e5, 4.0 * pi), {}, 5.0);
    for (int i = 0; i <= 500; ++i) {
        const Sample s = t.at(0.01 * i);
        if (s.phase == PhaseKind::slide) {
            EXPECT_NEAR(norm(s.friction), 5e4, 5e4 * 4e-16);
        } else {
            EXPECT_LT(norm(s.friction), 5e4 * (1.0 + 1e-12));
        }
    }
}

TEST(PlanarMotion, WithoutLoadComesToRestWithinTheFrictionBound) {
    const Trajectory t = simulate({1.0, 0.0, 1.0, 0.3, {}}, {}, {{3.0, 0.0}, {0.0, 1.5}, {}}, 100.0);
    EXPECT_EQ(t.events.back().kind, EventKind::slide_to_stick);
    EXPECT_LE(norm(t.end.position), 0.3);
    EXPECT_EQ(norm(t.end.velocity), 0.0);
    EXPECT_LT(imbalance(t), 1e-12);
}

TEST(PlanarMotion, FollowsRecordsOfTwoComponents) {
    Load load;
    load.axis1.record = std::make_shared<Record>(linear_record({0.0, 1.0, 2.0, 3.5}, {0.0, 2.0, -1.5, 0.0}));
    load.axis2.record = std::make_shared<Record>(linear_record({0.5, 1.2, 3.0}, {0.0, -1.8, 0.0}));
    for (const bool is_rigid : {true, false}) {
        Oscillator o{1.0, 0.1, 1.0, 0.5, {}};
        if (!is_rigid) o.support_stiffness = 20.0;
        const Trajectory t = simulate(o, load, {}, 20.0);
        EXPECT_LT(imbalance(t), 1e-10);
        EXPECT_FALSE(t.events.empty());
    }
}

TEST(PlanarMotion, RefusesWhatCannotBe) {
    EXPECT_THROW((void)simulate({.mass = -1.0}, {}, {}, 1.0), std::invalid_argument);
    EXPECT_THROW((void)simulate({.friction_bound = 0.0}, {}, {}, 1.0), std::invalid_argument);
    EXPECT_THROW((void)simulate({.support_stiffness = 0.0}, {}, {}, 1.0), std::invalid_argument);
    EXPECT_THROW((void)simulate({.support_stiffness = 1.0}, {}, {{}, {}, {2.0, 0.0}}, 1.0), std::invalid_argument);
    EXPECT_THROW((void)simulate({}, {}, {}, -1.0), std::invalid_argument);
    EXPECT_THROW((void)simulate({}, {}, {}, 1.0, {.method = Method::lorentz_composition}), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::planar
