// Proved events are those of the exact motion, and each interval holds the time that is known in closed form.

#include "stickslip/certify/motion_proof.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cfenv>
#include <random>

#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

struct Problem {
    Oscillator oscillator;
    Load load;
    State start;
    double until = 60.0;
};

/// Physical units of any size, with and without damping, load, constant load, and a moving start.
Problem random_problem(std::mt19937_64& engine) {
    std::uniform_real_distribution<> share(0.0, 1.0);
    const auto of_size = [&](double size) { return size * std::exp(2.0 * share(engine) - 1.0); };
    Problem p;
    p.oscillator.mass = of_size(3.0);
    p.oscillator.stiffness = of_size(40.0);
    p.oscillator.damping = share(engine) < 0.5 ? 0.0 : of_size(1.0);
    p.oscillator.equilibrium = share(engine) < 0.5 ? 0.0 : share(engine);
    p.oscillator.friction_bound = of_size(2.0);
    p.load.constant = share(engine) < 0.5 ? 0.0 : share(engine);
    if (share(engine) < 0.8) {
        p.load.harmonics.push_back(
            {(share(engine) < 0.5 ? -1.0 : 1.0) * of_size(6.0), of_size(2.5), 3.0 * share(engine)});
    }
    p.start = {0.3 * share(engine), share(engine) < 0.5 ? 0.0 : share(engine) - 0.5};
    return p;
}

/// Each event of the fast answer lies in the interval of the same event, as far as it has digits.
void expect_encloses(const MotionProof& proof, const Trajectory& motion) {
    ASSERT_EQ(proof.events.size(), motion.events.size());
    for (std::size_t i = 0; i < proof.events.size(); ++i) {
        const ProvedEvent& e = proof.events[i];
        SCOPED_TRACE(i);
        constexpr double digits = 1e-9;
        EXPECT_EQ(e.kind, motion.events[i].kind);
        EXPECT_EQ(e.direction, motion.events[i].direction);
        EXPECT_LE(e.time.low, motion.events[i].time + digits);
        EXPECT_GE(e.time.high, motion.events[i].time - digits);
        EXPECT_LE(e.position.low, motion.events[i].position + digits);
        EXPECT_GE(e.position.high, motion.events[i].position - digits);
        EXPECT_LT(e.time.high - e.time.low, 1e-7);
    }
}

TEST(MotionProofs, EncloseTheEventsOfRandomMotions) {
    std::mt19937_64 engine(41);
    int complete = 0;
    std::size_t events = 0;
    constexpr int problems = 200;
    for (int k = 0; k < problems; ++k) {
        const Problem p = random_problem(engine);
        SCOPED_TRACE(k);
        const MotionProof proof = prove_motion(p.oscillator, p.load, p.start, p.until);
        EXPECT_EQ(proof.is_complete, proof.reason.empty());
        if (!proof.is_complete) continue;
        ++complete;
        events += proof.events.size();
        expect_encloses(proof, simulate(p.oscillator, p.load, p.start, p.until));
    }
    EXPECT_GE(complete, problems - 2);
    EXPECT_GT(events, 2000U);
}

TEST(MotionProofs, HoldTheTimesOfADecayThatAreMultiplesOfPi) {
    const Oscillator o{.mass = 3.0, .stiffness = 7.0, .friction_bound = 0.1};
    const MotionProof proof = prove_motion(o, {}, {1.0, 0.0}, 1000.0);
    ASSERT_TRUE(proof.is_complete) << proof.reason;
    // Released at rest, |x| loses 2·r_y/k each half period until it is below r_y/k.
    ASSERT_EQ(proof.events.size(), 36U);
    const Exact half_period = boost::math::constants::pi<Exact>() * sqrt(Exact(3) / 7);
    for (std::size_t i = 0; i < proof.events.size(); ++i) {
        const ProvedEvent& e = proof.events[i];
        EXPECT_LE(Exact(e.time.low), half_period * i);
        EXPECT_GE(Exact(e.time.high), half_period * i);
        EXPECT_LT(e.time.high - e.time.low, 1e-10);  // the last swing, just beyond the bound, stops most gently
        const Exact size = 1 - 2 * Exact(0.1) / 7 * i;
        const Exact x = i % 2 == 0 ? size : Exact(-size);
        EXPECT_LE(Exact(e.position.low), x);
        EXPECT_GE(Exact(e.position.high), x);
    }
    EXPECT_EQ(proof.events[1].kind, EventKind::reversal);
    EXPECT_EQ(proof.events.back().kind, EventKind::slide_to_stick);
}

TEST(MotionProofs, HoldTheFirstReleaseInEveryRoundingMode) {
    std::mt19937_64 engine(42);
    std::uniform_real_distribution<> share(0.1, 0.9);
    for (int k = 0; k < 50; ++k) {
        const double f = share(engine);
        const double W = share(engine);
        const Oscillator o{.friction_bound = f};
        Load load;
        load.harmonics.push_back({1.0, W, 0.0});
        const Exact release = asin(Exact(f)) / Exact(W);
        for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
            std::fesetround(mode);
            const MotionProof proof = prove_motion(o, load, {}, 30.0);
            std::fesetround(FE_TONEAREST);
            ASSERT_FALSE(proof.events.empty());
            EXPECT_LE(Exact(proof.events[0].time.low), release);
            EXPECT_GE(Exact(proof.events[0].time.high), release);
        }
    }
}

TEST(MotionProofs, EndWhereRoundingDecides) {
    // The net force at the last stop of the printed example is exactly the friction bound.
    const Case borderline = CaseDocument::open("dlubal-0116").read();
    const MotionProof proof =
        prove_motion(borderline.oscillator, borderline.load, borderline.start, borderline.end_time());
    EXPECT_FALSE(proof.is_complete);
    EXPECT_NE(proof.reason.find("sticks or turns"), std::string::npos) << proof.reason;
    const Trajectory motion = simulate(borderline.oscillator, borderline.load, borderline.start, borderline.end_time());
    ASSERT_LT(proof.events.size(), motion.events.size());
    for (std::size_t i = 0; i < proof.events.size(); ++i) {
        EXPECT_LE(proof.events[i].time.low, motion.events[i].time + 1e-12);
        EXPECT_GE(proof.events[i].time.high, motion.events[i].time - 1e-12);
    }
}

TEST(MotionProofs, AreOfRestForEverToo) {
    const Oscillator o{.friction_bound = 1.5};
    Load load;
    load.harmonics.push_back({1.0, 0.7, 0.0});
    const MotionProof proof = prove_motion(o, load, {}, 100.0);
    EXPECT_TRUE(proof.is_complete) << proof.reason;
    EXPECT_TRUE(proof.events.empty());
    EXPECT_EQ(proof.until, 100.0);
}

TEST(MotionProofs, AreRefusedForOtherMotions) {
    const Oscillator plain{.friction_bound = 0.1};
    Load load;
    load.harmonics.push_back({1.0, 0.7, 0.0});
    const auto refuses = [&](const Oscillator& o, const Load& l) {
        EXPECT_THROW(static_cast<void>(prove_motion(o, l, {}, 10.0)), std::invalid_argument);
    };
    Oscillator belt = plain;
    belt.belt_velocity = 0.1;
    refuses(belt, load);
    Oscillator holding = plain;
    holding.static_bound = 0.2;
    refuses(holding, load);
    Oscillator loose = plain;
    loose.stiffness = 0.0;
    refuses(loose, load);
    Load two = load;
    two.harmonics.push_back({0.5, 1.4, 0.0});
    refuses(plain, two);
    EXPECT_THROW(static_cast<void>(prove_motion(plain, load, {}, -1.0)), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
