// The same motion by an independent library: SUNDIALS CVODE with its own root finding knows nothing of closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cvode_motion.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

struct IndependentCase {
    const char* why;
    Oscillator oscillator;
    Load load;
    State start;
    double end;
};

Load with_record(Load load, std::vector<double> times, const std::vector<double>& values) {
    load.record = std::make_shared<const Record>(linear_record(std::move(times), values));
    return load;
}

std::vector<IndependentCase> cases() {
    return {
        {"constant load, reversals",
         {.mass = 100.0, .stiffness = 5000.0, .friction_bound = 90.0},
         {.constant = 1500.0},
         {},
         5.0},
        {"stops and reversals under one harmonic", {.friction_bound = 0.7}, {.harmonics = {{1.0, 1.2}}}, {}, 30.0},
        {"twelve stops a cycle", {.friction_bound = 0.7}, {.harmonics = {{1.0, 0.03}}}, {}, 420.0},
        {"at resonance, growing", {.friction_bound = 0.3}, {.harmonics = {{1.0, 1.0}}}, {}, 60.0},
        {"underdamped with offset and phase",
         {.mass = 2.0, .damping = 0.5, .stiffness = 3.0, .friction_bound = 0.4},
         {.constant = 0.3, .harmonics = {{1.0, 0.8, 1.1}}},
         {.position = 0.5, .velocity = -1.0},
         50.0},
        {"overdamped", {.damping = 4.0, .friction_bound = 0.2}, {.harmonics = {{1.0, 0.5}}}, {.position = 2.0}, 50.0},
        {"three harmonics without common period",
         {.damping = 0.1, .friction_bound = 0.5},
         {.harmonics = {{1.0, 0.7}, {0.6, 1.9, 0.4}, {-0.5, 3.1, 2.0}}},
         {},
         40.0},
        {"static excess", {.friction_bound = 0.4, .static_bound = 0.6}, {.harmonics = {{1.0, 0.6}}}, {}, 40.0},
        {"a belt", {.friction_bound = 0.5, .static_bound = 0.9, .belt_velocity = 0.2}, {}, {.velocity = 0.2}, 40.0},
        {"a belt under a harmonic load",
         {.damping = 0.05, .friction_bound = 0.5, .belt_velocity = -0.3},
         {.harmonics = {{0.8, 1.4}}},
         {.position = 0.2},
         40.0},
        {"a free block", {.stiffness = 0.0, .friction_bound = 0.4}, {.harmonics = {{1.0, 1.0}}}, {}, 40.0},
        {"a record that starts late and ends early",
         {.damping = 0.2, .friction_bound = 0.3},
         with_record({}, {1.0, 2.0, 2.5, 4.0, 6.0, 7.0}, {0.5, -1.0, 2.0, 0.2, -1.5, 0.6}),
         {.position = 0.4},
         15.0},
        {"a record with a harmonic on a belt",
         {.friction_bound = 0.4, .static_bound = 0.5, .belt_velocity = 0.1},
         with_record({.constant = 0.1, .harmonics = {{0.5, 2.0}}}, {0.0, 3.0, 5.0, 9.0}, {0.0, 1.0, -1.0, 0.5}),
         {},
         15.0},
    };
}

TEST(IndependentIntegration, GivesTheSameMotion) {
    // CVODE controls the local error; over these runs its events are off by no more than 1000 times that.
    constexpr double tolerance = 1e-12;
    constexpr double agreement = 1e-9;
    for (const IndependentCase& c : cases()) {
        SCOPED_TRACE(c.why);
        const Trajectory exact = simulate(c.oscillator, c.load, c.start, c.end);
        const PeerMotion peer = CvodeMotion(c.oscillator, c.load, tolerance).run(c.start, c.end);
        ASSERT_EQ(peer.events.size(), exact.events.size());
        ASSERT_GE(exact.events.size(), 3U);
        // A mass stuck δx off is released k·δx/p′ later: slow loads shift events by more.
        double slowest = 1.0;
        for (const Harmonic& h : c.load.harmonics) slowest = std::min(slowest, h.frequency.value());
        for (std::size_t n = 0; n < exact.events.size(); ++n) {
            EXPECT_EQ(peer.events[n].kind, exact.events[n].kind) << n;
            EXPECT_EQ(peer.events[n].direction, exact.events[n].direction) << n;
            EXPECT_NEAR(peer.events[n].time, exact.events[n].time, agreement / slowest) << n;
            EXPECT_NEAR(peer.events[n].position, exact.events[n].position, agreement) << n;
        }
        EXPECT_NEAR(peer.final.position, exact.at(c.end).position, agreement);
        EXPECT_NEAR(peer.final.velocity, exact.at(c.end).velocity, agreement);
    }
}

}  // namespace
}  // namespace stickslip
