// Whole motions that can be worked out by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::ptrdiff_t slides(const Trajectory& t) {
    return std::count_if(t.phases.begin(), t.phases.end(), [](const Phase& p) { return p.kind == PhaseKind::slide; });
}

Oscillator dlubal() { return {.mass = 100.0, .stiffness = 5000.0, .friction_bound = 100.0}; }

TEST(Dlubal0116, HasItsExactDeflectionsAndSevenSlides) {
    const Trajectory t = simulate(dlubal(), {.constant = 1500.0}, {}, 10.0);
    EXPECT_NEAR(t.at(1.0).position, 0.1389304187383115, 1e-15);
    EXPECT_NEAR(t.at(2.0).position, 0.2805962394559113, 1e-15);
    EXPECT_NEAR(t.at(4.0).position, 0.32, 1e-15);
    EXPECT_EQ(slides(t), 7);
    EXPECT_EQ(t.phases.back().kind, PhaseKind::stick);
    EXPECT_EQ(t.at(10.0).velocity, 0.0);
    EXPECT_EQ(slides(simulate(dlubal(), {.constant = 1540.0}, {}, 10.0)), 8);
}

struct StopCase {
    const char* why;
    double mass;
    double stiffness;
    double friction;
};

TEST(ConstantLoad, SlidesAsOftenAsTheLoadExceedsFriction) {
    const StopCase cases[] = {
        {"the published numbers, all exact in binary arithmetic", 100.0, 5000.0, 100.0},
        {"nothing is exact: every borderline stop is off by an ulp or two", 0.7, 3.1, 0.3},
        {"a stiff spring: deflections of a micrometre", 1e-3, 1e6, 0.1},
        {"a weak spring: deflections of kilometres", 13.0, 1e-3, 1.7},
    };
    for (const StopCase& c : cases) {
        SCOPED_TRACE(c.why);
        const Oscillator o{.mass = c.mass, .stiffness = c.stiffness, .friction_bound = c.friction};
        const double half_period = pi / std::sqrt(c.stiffness / c.mass);
        for (int n = 0; n <= 60; ++n) {
            // F/(2·r_y) − ½ = n exactly: the last stop is on the bound and must hold. A little more slides once more.
            const double borderline = (2 * n + 1) * c.friction;
            const double end = (n + 3) * half_period;
            EXPECT_EQ(slides(simulate(o, {.constant = borderline}, {}, end)), n) << n;
            EXPECT_EQ(slides(simulate(o, {.constant = -borderline}, {}, end)), n) << n;
            EXPECT_EQ(slides(simulate(o, {.constant = borderline * (1.0 + 1e-9)}, {}, end)), n + 1) << n;
            EXPECT_EQ(slides(simulate(o, {.constant = borderline * (1.0 - 1e-9)}, {}, end)), n) << n;
        }
    }
}

TEST(SlidingMotion, LosesExactlyTheFrictionWork) {
    const Oscillator o{.mass = 2.0, .stiffness = 8.0, .friction_bound = 0.3};
    const double x0 = 1.7;
    const Trajectory t = simulate(o, {}, {.position = x0}, 100.0);
    // Each half swing is shorter by 2·r_y/k on both sides together: x₀, −(x₀ − 2d), x₀ − 4d, … with d = r_y/k.
    const double d = 0.3 / 8.0;
    double reach = x0;  // along the direction it came from
    double side = 1.0;
    double time = 0.0;
    for (std::size_t n = 1; n < t.events.size(); ++n) {
        reach -= 2.0 * d;
        side = -side;
        time += pi / 2.0;
        EXPECT_NEAR(t.events[n].position, side * reach, 8.0 * epsilon * x0) << n;
        EXPECT_NEAR(t.events[n].time, time, 8.0 * epsilon * time) << n;
    }
    const EnergyBalance e = energy_balance(t);
    const double rest = t.at(100.0).position;
    EXPECT_LE(std::abs(rest), d);
    EXPECT_NEAR(e.friction, 0.5 * 8.0 * (x0 * x0 - rest * rest), 32.0 * epsilon * e.initial);
    EXPECT_EQ(e.input, 0.0);
    EXPECT_EQ(e.damping, 0.0);
}

TEST(FreeBlock, StopsAfterItsKineticEnergyIsSpent) {
    const Oscillator o{.mass = 3.0, .stiffness = 0.0, .friction_bound = 1.5};
    const Trajectory t = simulate(o, {.constant = 0.9}, {.position = 10.0, .velocity = 2.0}, 100.0);
    const double deceleration = (1.5 - 0.9) / 3.0;
    ASSERT_EQ(t.events.size(), 2U);
    EXPECT_NEAR(t.events[1].time, 2.0 / deceleration, 8.0 * epsilon * 10.0);
    EXPECT_NEAR(t.events[1].position, 10.0 + 2.0 * 2.0 / (2.0 * deceleration), 8.0 * epsilon * 20.0);
    EXPECT_EQ(t.events[1].kind, EventKind::slide_to_stick);
}

TEST(FreeBlock, WithDamperStopsAtALogarithmicTime) {
    const double m = 3.0, c = 0.4, r = 1.5, v = 2.0;
    const Oscillator o{.mass = m, .damping = c, .stiffness = 0.0, .friction_bound = r};
    const Trajectory t = simulate(o, {}, {.velocity = v}, 100.0);
    const double stop = m / c * std::log1p(c * v / r);
    ASSERT_EQ(t.events.size(), 2U);
    EXPECT_NEAR(t.events[1].time, stop, 8.0 * epsilon * stop);
    EXPECT_NEAR(t.events[1].position, m / c * v - r / c * stop, 16.0 * epsilon * m / c * v);
}

TEST(FreeBlock, WithDamperAloneNeverStops) {
    const Oscillator o{.mass = 1.0, .damping = 0.5, .stiffness = 0.0};
    const Trajectory t = simulate(o, {}, {.velocity = 2.0}, 60.0);
    ASSERT_EQ(t.events.size(), 1U);
    EXPECT_EQ(t.events[0].kind, EventKind::stick_to_slide);
    EXPECT_NEAR(t.at(60.0).position, 4.0 * -std::expm1(-30.0), 16.0 * epsilon);
    EXPECT_NEAR(t.at(60.0).velocity, 2.0 * std::exp(-30.0), 4.0 * epsilon * 2.0);
    EXPECT_GT(t.at(60.0).velocity, 0.0);
}

TEST(ViscousMotion, DecaysByTheLogarithmicDecrement) {
    const double zeta = 0.05;
    const Oscillator o{.damping = 2.0 * zeta};
    const double damped = std::sqrt(1.0 - zeta * zeta);
    const Trajectory t = simulate(o, {}, {.position = 1.0}, 20.5 * pi / damped);
    ASSERT_EQ(t.events.size(), 21U);  // the start and 20 reversals
    for (std::size_t n = 1; n < t.events.size(); ++n) {
        const double turns = static_cast<double>(n);
        EXPECT_EQ(t.events[n].kind, EventKind::reversal);
        EXPECT_NEAR(t.events[n].time, turns * pi / damped, 8.0 * epsilon * turns * pi);
        EXPECT_NEAR(std::abs(t.events[n].position), std::exp(-zeta * turns * pi / damped), 16.0 * epsilon * turns);
    }
}

TEST(FrictionlessMotion, KeepsItsAmplitudeForever) {
    const Trajectory t = simulate(Oscillator{}, {}, {.position = 1.0}, 1000.5 * pi);
    EXPECT_EQ(t.events.size(), 1001U);
    EXPECT_NEAR(std::abs(t.events.back().position), 1.0, 4.0 * epsilon * 1000.0);
}

TEST(MassAtRest, StaysWhereNothingPushesIt) {
    for (const double friction : {0.0, 0.5}) {
        const Trajectory t = simulate({.equilibrium = 2.0, .friction_bound = friction}, {}, {.position = 2.0}, 10.0);
        EXPECT_TRUE(t.events.empty());
        EXPECT_EQ(t.at(10.0).position, 2.0);
        EXPECT_EQ(t.phases.size(), 1U);
        EXPECT_EQ(t.phases[0].kind, PhaseKind::stick);
    }
}

TEST(StuckMass, IsReleasedWhenTheLoadMeetsTheBound) {
    for (const double bound : {0.1, 0.5, 0.9, 0.999999}) {
        for (const double frequency : {0.01, 1.0, 30.0}) {
            const Oscillator o{.friction_bound = 0.5 * bound, .static_bound = bound};
            const Trajectory t = simulate(o, {.harmonics = {{1.0, frequency}}}, {}, 1.6 / frequency);
            ASSERT_FALSE(t.events.empty());
            EXPECT_EQ(t.events[0].kind, EventKind::stick_to_slide);
            EXPECT_EQ(t.events[0].direction, 1);
            // arcsin amplifies the rounding of the force by 1/√(1 − b²).
            const double rounding = 8.0 * epsilon / std::sqrt(1.0 - bound * bound);
            EXPECT_NEAR(t.events[0].time * frequency, std::asin(bound), rounding);
        }
    }
}

TEST(StuckMass, StaysWhenTheLoadOnlyTouchesTheBound) {
    for (const double start : {0.0, 0.25}) {
        const Oscillator o{.friction_bound = 1.0 - start};
        const Load load{.harmonics = {{1.0, 0.7}}};
        const Trajectory t = simulate(o, load, {.position = start}, 100.0);
        // With the spring stretched the lower bound is exceeded; without, the load touches both bounds and goes back.
        if (start == 0.0) {
            EXPECT_TRUE(t.events.empty());
        } else {
            ASSERT_FALSE(t.events.empty());
            EXPECT_EQ(t.events[0].direction, -1);
        }
    }
}

TEST(SlideFromStick, MovesAsFarAsItsPhaseSays) {
    // Δ(u) = H₁(u)·sin θ₀ + H₂(u)·cos θ₀, whatever the friction (undamped, released at the bound).
    for (const double ratio : {0.3, 0.9, 1.4, 3.0}) {
        for (const double friction : {0.2, 0.6, 0.9}) {
            const Oscillator o{.friction_bound = friction};
            const Trajectory t = simulate(o, {.harmonics = {{1.0, ratio}}}, {}, 20.0 / ratio);
            ASSERT_GE(t.events.size(), 2U);
            const double theta = std::asin(friction);
            const double u = t.events[1].time - t.events[0].time;
            const double w2 = ratio * ratio;
            const double h1 = (w2 * (1.0 - std::cos(u)) - (1.0 - std::cos(ratio * u))) / (1.0 - w2);
            const double h2 = (std::sin(ratio * u) - ratio * std::sin(u)) / (1.0 - w2);
            const double moved = h1 * std::sin(theta) + h2 * std::cos(theta);
            EXPECT_NEAR(t.events[1].position, moved, 16.0 * epsilon * (1.0 + ratio) / std::abs(1.0 - w2));
            // The velocity Δ′(u) is zero there.
            const double rate = (w2 * std::sin(u) - ratio * std::sin(ratio * u)) * std::sin(theta) +
                                (ratio * std::cos(ratio * u) - ratio * std::cos(u)) * std::cos(theta);
            EXPECT_NEAR(rate, 0.0, 32.0 * epsilon * (1.0 + ratio + w2));
        }
    }
}

TEST(Resonance, GrowsByPiMinusFourFrictionsACycle) {
    for (const double friction : {0.0, 0.3, 0.7}) {
        const double cycle = 2.0 * pi;
        const Trajectory t = simulate({.friction_bound = friction}, {.harmonics = {{1.0, 1.0}}}, {}, 4000.0 * cycle);
        const auto reach = [&](double cycles) {
            double most = 0.0;
            for (const Event& e : t.events) {
                if (e.time > (cycles - 1.0) * cycle && e.time <= cycles * cycle) most = std::max(most, e.position);
            }
            return most;
        };
        // The amplitude is n·(π − 4f) + O(1/n): the mean growth over n cycles is right to O(1/n²).
        EXPECT_NEAR((reach(4000.0) - reach(2000.0)) / 2000.0, pi - 4.0 * friction, 1e-6) << friction;
    }
}

TEST(Belt, DrivesTheStickSlipCycleOfTheTextbook) {
    // Stuck until k·x = r_s; then x = r_y/k + A·cos ωτ + (v/ω)·sin ωτ, A = (r_s − r_y)/k, until x′ = v again.
    const double m = 2.0, k = 50.0, r_y = 3.0, r_s = 5.0, v = 0.1;
    const Oscillator o{.mass = m, .stiffness = k, .friction_bound = r_y, .static_bound = r_s, .belt_velocity = v};
    const Trajectory t = simulate(o, {}, {.velocity = v}, 20.0);
    const double w = std::sqrt(k / m);
    const double a = (r_s - r_y) / k;
    const double slide = (2.0 * pi - 2.0 * std::atan(a * w / v)) / w;
    const double stick = 2.0 * a / v;
    double time = r_s / k / v;
    ASSERT_GE(t.events.size(), 8U);
    for (std::size_t n = 0; n + 1 < t.events.size(); n += 2) {
        const double rounding = 64.0 * epsilon * (time + slide);
        EXPECT_EQ(t.events[n].kind, EventKind::stick_to_slide);
        EXPECT_EQ(t.events[n].direction, -1);
        EXPECT_NEAR(t.events[n].time, time, rounding);
        EXPECT_NEAR(t.events[n].position, r_s / k, rounding * v);
        EXPECT_EQ(t.events[n + 1].kind, EventKind::slide_to_stick);
        EXPECT_NEAR(t.events[n + 1].time, time + slide, rounding);
        EXPECT_NEAR(t.events[n + 1].position, r_y / k - a, rounding * v);
        time += slide + stick;
    }
}

TEST(Belt, LeavesAMassThatSlidesForeverAtItsDisplacedEquilibrium) {
    const Oscillator o{.damping = 1.0, .stiffness = 4.0, .friction_bound = 2.0, .belt_velocity = 100.0};
    const Trajectory t = simulate(o, {}, {}, 60.0);
    EXPECT_NEAR(t.at(60.0).position, 0.5, 64.0 * epsilon * 100.0);
    EXPECT_NEAR(t.at(60.0).velocity, 0.0, 64.0 * epsilon * 100.0);
    EXPECT_EQ(t.events.size(), 1U);
}

}  // namespace
}  // namespace stickslip
