// Every outcome of a simulation happens, and every mistake of a caller is named.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

TEST(Simulation, EndsAtTheEventLimitWithTheMotionSoFar) {
    const Load load{.harmonics = {{1.0, 0.5}}};
    const Trajectory t = simulate({.friction_bound = 0.3}, load, {}, 1e6, {.most_events = 5});
    EXPECT_EQ(t.termination, Termination::event_limit);
    EXPECT_EQ(t.events.size(), 5U);
    EXPECT_EQ(t.end_time(), t.events.back().time);
    EXPECT_NEAR(t.at(t.end_time()).position, t.events.back().position, 1e-15);
    const Trajectory whole = simulate({.friction_bound = 0.3}, load, {}, t.end_time() + 1.0);
    EXPECT_EQ(whole.termination, Termination::reached_end);
    for (std::size_t n = 0; n < 5; ++n) EXPECT_EQ(whole.events[n].time, t.events[n].time);
}

TEST(Simulation, EndsAtTheLimitOfPhasesInClosedFormAndBySeries) {
    const Load load{.harmonics = {{2.0, 0.5}}};
    const Oscillator coulomb{.friction_bound = 0.3};
    const Oscillator dahl{.friction_bound = 0.3, .law = Dahl{.sigma0 = 1e4}};
    for (const Oscillator& o : {coulomb, dahl}) {
        const Trajectory t = simulate(o, load, {}, 1e6, {.most_phases = 50});
        EXPECT_EQ(t.termination, Termination::event_limit);
        EXPECT_EQ(t.pieces.empty() ? t.phases.size() : t.pieces.size(), 50U);
        EXPECT_GT(t.end_time(), 0.0);
        EXPECT_LT(t.end_time(), 1e6);
        const Trajectory whole = simulate(o, load, {}, 2.0 * t.end_time());
        EXPECT_EQ(whole.termination, Termination::reached_end);
        EXPECT_NEAR(t.at(t.end_time()).position, whole.at(t.end_time()).position, 1e-12);
    }
}

TEST(Simulation, EndsWithWhatItsProgressThrows) {
    struct Enough {};
    const Load load{.harmonics = {{1.0, 0.5}}};
    double reached = 0.0;
    SimulationOptions options;
    options.progress = [&](double time) {
        reached = time;
        if (time > 1e4) throw Enough{};
    };
    EXPECT_THROW(static_cast<void>(simulate({.friction_bound = 0.3}, load, {}, 1e9, options)), Enough);
    EXPECT_GT(reached, 1e4);
    EXPECT_LT(reached, 2e4);
    Oscillator with_law{.friction_bound = 0.3, .static_bound = 0.4};
    with_law.law = StribeckExponential{.decay = 2.0};
    EXPECT_THROW(static_cast<void>(simulate(with_law, load, {}, 1e9, options)), Enough);
}

TEST(Simulation, MeetsEveryKindOfEventAndPhase) {
    // Slow loads stop and hold; fast ones turn round without a stop.
    const auto kinds = [](double frequency, EventKind kind) {
        const Trajectory t = simulate({.friction_bound = 0.4}, {.harmonics = {{1.0, frequency}}}, {}, 60.0 / frequency);
        return std::count_if(t.events.begin(), t.events.end(), [&](const Event& e) { return e.kind == kind; });
    };
    EXPECT_GT(kinds(0.1, EventKind::slide_to_stick), 0);
    EXPECT_GT(kinds(0.1, EventKind::stick_to_slide), 1);
    EXPECT_GT(kinds(1.5, EventKind::reversal), 0);
}

TEST(Simulation, ReportsRightLimitsAtEvents) {
    const Trajectory t = simulate({.friction_bound = 0.4}, {.harmonics = {{1.0, 0.1}}}, {}, 200.0);
    for (const Event& e : t.events) {
        const Sample s = t.at(e.time);
        EXPECT_EQ(s.phase, e.kind == EventKind::slide_to_stick ? PhaseKind::stick : PhaseKind::slide) << e.time;
    }
}

TEST(Simulation, OfNoDurationIsItsStart) {
    const Trajectory t = simulate({}, {}, {.position = 1.0, .velocity = -2.0}, 0.0);
    EXPECT_EQ(t.at(0.0).position, 1.0);
    EXPECT_EQ(t.at(0.0).velocity, -2.0);
    EXPECT_EQ(t.termination, Termination::reached_end);
}

TEST(Simulation, NeverHangsOnTangentialLoads) {
    // The load's amplitude is the bound up to a few ulp, above and below: releases with no slope at all.
    for (const double frequency : {0.1, 1.0, 7.0}) {
        for (int ulps = -40; ulps <= 400; ++ulps) {
            const double amplitude = 1.0 + ulps * std::numeric_limits<double>::epsilon();
            for (const double offset : {0.0, 0.5}) {
                const Oscillator o{.friction_bound = 1.0};
                const Load load{.constant = offset, .harmonics = {{amplitude, frequency}, {0.0, 2.0 * frequency}}};
                const Trajectory t = simulate(o, load, {.position = offset}, 40.0 / frequency, {.most_events = 1000});
                EXPECT_EQ(t.termination, Termination::reached_end) << ulps;
                EXPECT_LT(t.events.size(), 60U) << ulps;
            }
            const Trajectory t =
                simulate({.friction_bound = 1.0}, {.harmonics = {{amplitude, frequency}}}, {}, 40.0 / frequency);
            EXPECT_LT(t.events.size(), 60U) << ulps;
        }
    }
}

TEST(Outcomes, HaveTheNamesOfTheFiles) {
    EXPECT_EQ(name(EventKind::slide_to_stick), "slide-to-stick");
    EXPECT_EQ(name(EventKind::stick_to_slide), "stick-to-slide");
    EXPECT_EQ(name(EventKind::reversal), "reversal");
    EXPECT_EQ(name(EventKind::open), "open");
    EXPECT_EQ(name(EventKind::close), "close");
    EXPECT_EQ(name(PhaseKind::stick), "stick");
    EXPECT_EQ(name(PhaseKind::slide), "slide");
    EXPECT_EQ(name(PhaseKind::open), "open");
    EXPECT_EQ(name(Termination::reached_end), "reached-end");
    EXPECT_EQ(name(Termination::event_limit), "event-limit");
}

TEST(InvalidEndTime, IsNamedWithItsValueAndBound) {
    for (const double end : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        try {
            (void)simulate({}, {}, {}, end);
            FAIL() << end;
        } catch (const std::invalid_argument& e) {
            EXPECT_NE(std::string(e.what()).find("end time"), std::string::npos) << e.what();
            EXPECT_NE(std::string(e.what()).find("≥ 0 s"), std::string::npos) << e.what();
        }
    }
}

TEST(TimeOutsideTheMotion, IsRefused) {
    const Trajectory t = simulate({}, {}, {.position = 1.0}, 2.0);
    EXPECT_THROW((void)t.at(-1e-9), std::invalid_argument);
    EXPECT_THROW((void)t.at(2.0 + 1e-9), std::invalid_argument);
    EXPECT_THROW((void)t.at(std::nan("")), std::invalid_argument);
    EXPECT_NO_THROW((void)t.at(2.0));
}

}  // namespace
}  // namespace stickslip
