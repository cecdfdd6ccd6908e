// A slow load lets the mass slide once in every natural period: the work of a steady state goes with 1/Ω. What is too
// slow to follow is refused at once, with the number of slides it would take. Followed, any of these would take hours.

#include <gtest/gtest.h>

#include <cmath>

#include "maps/run_map.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {
namespace {

SteadyState steady_at(double friction, double frequency, double damping = 0.0) {
    const Ratios r{.friction = friction, .frequency = frequency, .damping = damping};
    return steady_state(oscillator_of(r), load_of(r), {});
}

TEST(SlowLoad, IsRefusedWithWhatItWouldCost) {
    for (const double frequency : {1e-6, 1e-7, 1e-9, 1e-12, 1e-30, 1e-100, 1e-280}) {
        const SteadyState s = steady_at(0.3, frequency);
        EXPECT_EQ(s.regime, Regime::not_converged) << frequency;
        EXPECT_NE(s.reason.find("is too slow"), std::string::npos) << frequency << ": " << s.reason;
    }
    EXPECT_NE(steady_at(0.3, 1e-6).reason.find("about 2e+06 slides"), std::string::npos) << steady_at(0.3, 1e-6).reason;
}

TEST(SlowLoad, ThatHoldsTheMassIsAnsweredAtAnyFrequency) {
    EXPECT_EQ(steady_at(1.5, 1e-12).regime, Regime::permanent_stick);
    EXPECT_EQ(steady_at(1.5, 1e-200).regime, Regime::permanent_stick);
}

// Damping calms the slides: the mass then follows the load at the distance of the friction, X = 1 − f.
TEST(SlowLoad, IsFollowedWhereDampingCalmsTheMotion) {
    for (const double frequency : {1e-2, 1e-3, 1e-4}) {
        const SteadyState s = steady_at(0.3, frequency, 0.5);
        EXPECT_EQ(s.regime, Regime::stick_slip) << frequency << ": " << s.reason;
        EXPECT_NEAR(s.amplitude_ratio, 0.7, 3.0 * frequency) << frequency;
    }
}

TEST(SlowLoad, OfOtherKindsIsRefusedToo) {
    Oscillator held{.friction_bound = 0.3, .static_bound = 0.5};
    Load load;
    load.harmonics = {{1.0, 1e-6, 0.0}};
    SteadyState s = steady_state(held, load, {});
    EXPECT_NE(s.reason.find("is too slow"), std::string::npos) << s.reason;
    Oscillator law{.friction_bound = 0.3, .static_bound = 0.5};
    law.law = StribeckExponential{};
    s = steady_state(law, load, {});
    EXPECT_NE(s.reason.find("is too slow"), std::string::npos) << s.reason;
    load.harmonics.push_back({0.1, 3e-6, 0.3});
    s = steady_state({.friction_bound = 0.3}, load, {});
    EXPECT_NE(s.reason.find("is too slow"), std::string::npos) << s.reason;
}

// The work goes with the number of times that the damper calms the free motion in a load period: a damping ratio of 10⁹
// would take a day.
TEST(StrongDamper, IsRefusedWithWhatItWouldCost) {
    for (const double damping : {1e7, 1e9, 1e100, 1e280}) {
        const SteadyState s = steady_at(0.3, 0.5, damping);
        EXPECT_EQ(s.regime, Regime::not_converged) << damping;
        EXPECT_NE(s.reason.find("damping_ratio = "), std::string::npos) << s.reason;
        EXPECT_NE(s.reason.find("up to damping_ratio = 7.64e+05 here"), std::string::npos) << s.reason;
    }
    EXPECT_EQ(steady_at(1.5, 0.5, 1e9).regime, Regime::permanent_stick);
}

// Without inertia and spring the mass moves while |sin Ωτ| > f, at (|sin Ωτ| − f)/2ζ.
TEST(StrongDamper, IsFollowedUpToThere) {
    const double friction = 0.3;
    const double damping = 3e4;
    const SteadyState s = steady_at(friction, 0.5, damping);
    EXPECT_EQ(s.regime, Regime::stick_slip) << s.reason;
    const double free = std::acos(friction);  // half of the angle over which it moves
    const double distance = 2.0 * (std::sin(free) - friction * free) / (2.0 * damping * 0.5);
    EXPECT_NEAR(s.amplitude_ratio / (0.5 * distance), 1.0, 1e-3);
}

TEST(StrongDamper, OfOtherKindsIsRefusedToo) {
    Load load;
    load.harmonics = {{1.0, 0.5, 0.0}};
    for (const bool has_spring : {true, false}) {
        Oscillator law{.damping = 1e9, .stiffness = has_spring ? 1.0 : 0.0, .friction_bound = 0.3, .static_bound = 0.5};
        law.law = StribeckExponential{};
        SteadyState s = steady_state(law, load, {});
        EXPECT_NE(s.reason.find("is too large: the damper"), std::string::npos) << s.reason;
        law.law = Coulomb{};
        s = steady_state(law, load, {});
        EXPECT_NE(s.reason.find("is too large: the damper"), std::string::npos) << s.reason;
    }
}

TEST(SlowLoad, CostsAMapNothing) {
    MapRequest request{CaseDocument::from_ratios({}),
                       {"friction_ratio", 0.1, 0.9, 6},
                       {"frequency_ratio", 1e-12, 1e-6, 6, true},
                       {"amplitude_ratio"}};
    const MapValues map = compute_map(request);
    EXPECT_EQ(map.summary.not_converged, map.summary.cells);
}

TEST(LongMotion, IsRefusedWhereTheLoadLosesItsPhase) {
    Load load;
    load.harmonics = {{1.0, 2.0, 0.0}};
    EXPECT_THROW(static_cast<void>(simulate({.friction_bound = 0.3}, load, {}, 1e17)), std::invalid_argument);
    load.harmonics.push_back({0.1, std::sqrt(2.0), 0.0});
    EXPECT_THROW(static_cast<void>(simulate({.friction_bound = 0.3}, load, {}, 1e12)), std::invalid_argument);
}

// Held for ever by two harmonics with a common period: that is seen after one of it.
TEST(LongMotion, AtRestTakesNoTime) {
    Load load;
    load.harmonics = {{0.6, 1.0, 0.0}, {0.6, 3.0, 1.0}};
    const Trajectory t = simulate({.friction_bound = 1.3}, load, {}, 1e12);
    EXPECT_TRUE(t.events.empty());
    EXPECT_EQ(t.end_time(), 1e12);
}

}  // namespace
}  // namespace stickslip
