// What structures must have in common with simpler ones: one mass is the line oscillator, uncoupled masses move by
// themselves, coordinates do not matter, nor how the friction of one contact is split.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "random_structure.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip::structure {
namespace {

/// Event by event: the same contacts, kinds and directions, times within `tolerance` of the end time.
void expect_same_events(const StructureTrajectory& a, const StructureTrajectory& b, double tolerance) {
    ASSERT_EQ(a.events.size(), b.events.size());
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        EXPECT_NEAR(a.events[i].time, b.events[i].time, tolerance * a.end_time()) << i;
        EXPECT_EQ(a.events[i].contact, b.events[i].contact) << i;
        EXPECT_EQ(a.events[i].kind, b.events[i].kind) << i;
        EXPECT_EQ(a.events[i].direction, b.events[i].direction) << i;
    }
}

TEST(OneMassStructure, IsTheLineOscillator) {
    std::mt19937 random(20);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 1000; ++i) {
        Oscillator line{.mass = 0.5 + unit(random),
                        .damping = i % 2 ? 0.2 * unit(random) : 0.0,
                        .stiffness = 0.5 + unit(random),
                        .friction_bound = 0.6 * unit(random)};
        if (i % 3 == 0) line.static_bound = 1.5 * line.friction_bound;
        const Load load{.harmonics = {{1.0, 0.2 + 1.5 * unit(random), 6.0 * unit(random)}}};
        const State start{2.0 * unit(random) - 1.0, i % 4 ? 2.0 * unit(random) - 1.0 : 0.0};
        Structure s{
            .mass = {1, 1, {line.mass}}, .damping = {1, 1, {line.damping}}, .stiffness = {1, 1, {line.stiffness}}};
        s.contacts.push_back({.direction = {1.0}, .bound = line.friction_bound, .static_bound = line.static_bound});
        s.loads = {{{1.0}, load}};
        const Trajectory expected = simulate(line, load, start, 40.0);
        const StructureTrajectory motion =
            simulate(s, {.position = {start.position}, .velocity = {start.velocity}}, 40.0);
        ASSERT_EQ(motion.events.size(), expected.events.size()) << i;
        for (std::size_t k = 0; k < motion.events.size(); ++k) {
            EXPECT_NEAR(motion.events[k].time, expected.events[k].time, 1e-12 * 40.0) << i << " " << k;
        }
        EXPECT_NEAR(motion.at(40.0).position[0], expected.at(40.0).position, 1e-11) << i;
    }
}

TEST(UncoupledMasses, MoveAsIfAlone) {
    std::mt19937 random(21);
    for (int i = 0; i < 30; ++i) {
        const RandomProblem a = random_problem(random, {.degrees = 2, .contacts = 1});
        const RandomProblem b = random_problem(random, {.degrees = 3, .contacts = 2});
        const RandomProblem both = side_by_side(a, b);
        const StructureTrajectory together = simulate(both.structure, both.start, 20.0);
        const StructureTrajectory first = simulate(a.structure, a.start, 20.0);
        const StructureTrajectory second = simulate(b.structure, b.start, 20.0);
        EXPECT_EQ(together.events.size(), first.events.size() + second.events.size()) << i;
        EXPECT_NEAR(together.at(20.0).position[0], first.at(20.0).position[0], 1e-10) << i;
        EXPECT_NEAR(together.at(20.0).position[2], second.at(20.0).position[0], 1e-10) << i;
    }
}

TEST(Coordinates, DoNotMatter) {
    std::mt19937 random(22);
    for (int i = 0; i < 30; ++i) {
        const RandomProblem p = random_problem(random, {.degrees = 3, .contacts = 2});
        const StructureTrajectory motion = simulate(p.structure, p.start, 20.0);
        const RandomProblem q = transformed(p, random);
        expect_same_events(motion, simulate(q.structure, q.start, 20.0), 1e-10);
    }
}

TEST(AContactSplitInTwo, GivesTheSameMotion) {
    std::mt19937 random(23);
    for (int i = 0; i < 30; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 3, .contacts = 2, .with_stiction = i % 3 == 0});
        const StructureTrajectory motion = simulate(p.structure, p.start, 20.0);
        Contact& first = p.structure.contacts[0];
        first.bound *= 0.5;
        if (first.static_bound) *first.static_bound *= 0.5;
        p.structure.contacts.push_back(first);
        const StructureTrajectory split = simulate(p.structure, p.start, 20.0);
        for (const double t : {5.0, 11.0, 20.0}) {
            EXPECT_NEAR(motion.at(t).position[0], split.at(t).position[0], 1e-10) << i;
            EXPECT_NEAR(motion.at(t).velocity[2], split.at(t).velocity[2], 1e-10) << i;
        }
    }
}

/// The two halves stop at one instant. A search that looked at the second one only up to the stop of the first once
/// took it for still sliding, and gave the first a reversal that there is not.
TEST(AContactSplitInTwo, HasEveryEventTwice) {
    std::mt19937 random(26);
    for (int i = 0; i < 200; ++i) {
        const RandomProblem p = random_problem(random, {.degrees = 1 + i % 10,
                                                        .contacts = 1 + i % 6,
                                                        .with_stiction = i % 3 == 0,
                                                        .with_elastic = i % 4 == 1,
                                                        .with_varying_normal = i % 5 == 2});
        const RandomProblem q = with_split_contacts(p);
        const StructureTrajectory motion = simulate(p.structure, p.start, 10.0);
        const StructureTrajectory split = simulate(q.structure, q.start, 10.0);
        ASSERT_EQ(split.events.size(), 2 * motion.events.size()) << i;
        for (std::size_t k = 0; k < motion.events.size(); ++k) {
            EXPECT_NEAR(split.events[2 * k].time, motion.events[k].time, 1e-9) << i;
            EXPECT_EQ(split.events[2 * k].kind, split.events[2 * k + 1].kind) << i;
        }
    }
}

/// A contact that holds all the time gives way by r/k_t.
TEST(StiffContacts, ThatHoldTendToRigidOnesAsOneOverTheirStiffness) {
    std::mt19937 random(24);
    for (int i = 0; i < 20; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 2, .contacts = 1});
        p.start.velocity.assign(2, 0.0);
        p.structure.contacts[0].bound = 1e9;
        const StructureTrajectory rigid = simulate(p.structure, p.start, 8.0);
        for (const double stiffness : {1e4, 1e6, 1e8}) {
            p.structure.contacts[0].stiffness = stiffness;
            const StructureTrajectory elastic = simulate(p.structure, p.start, 8.0);
            for (const double t : {1.0, 3.7, 8.0}) {
                const double error = std::abs(elastic.at(t).position[0] - rigid.at(t).position[0]);
                EXPECT_LT(error, 60.0 / stiffness) << i << " " << stiffness;
            }
        }
    }
}

/// Friction of a rigid contact jumps where it stops or turns round; in a stiff one the jump takes the time √(m/k_t), so
/// that slides begin with velocities that differ by Δr/√(m·k_t), with or without damping.
TEST(StiffContacts, ThatSlideTendToRigidOnesAsOneOverTheRootOfTheirStiffness) {
    std::mt19937 random(24);
    for (int i = 0; i < 20; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 2, .contacts = 1});
        const double rigid = simulate(p.structure, p.start, 8.0).at(8.0).position[0];
        for (const double stiffness : {1e4, 1e6, 1e8}) {
            p.structure.contacts[0].stiffness = stiffness;
            const double error = std::abs(simulate(p.structure, p.start, 8.0).at(8.0).position[0] - rigid);
            EXPECT_LT(error, 3.0 / std::sqrt(stiffness)) << i << " " << stiffness;
        }
    }
}

TEST(LargeBounds, HoldTheContactsAndNoneLeaveThemFree) {
    std::mt19937 random(25);
    for (int i = 0; i < 30; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 3, .contacts = 2});
        p.start.velocity.assign(3, 0.0);
        for (Contact& c : p.structure.contacts) c.bound = 0.0;
        const StructureTrajectory sliding = simulate(p.structure, p.start, 20.0);
        for (Contact& c : p.structure.contacts) c.bound = 1e9;
        const StructureTrajectory stuck = simulate(p.structure, p.start, 20.0);
        EXPECT_TRUE(stuck.events.empty()) << i;
        const std::vector<Contact> contacts = std::exchange(p.structure.contacts, {});
        const StructureTrajectory free = simulate(p.structure, p.start, 20.0);
        for (const double t : {3.0, 11.0, 20.0}) {
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_NEAR(sliding.at(t).position[k], free.at(t).position[k], 1e-11) << i;
            }
            for (const Contact& c : contacts) {
                double slip = 0.0;
                for (std::size_t k = 0; k < 3; ++k) slip += c.direction[k] * stuck.at(t).velocity[k];
                EXPECT_NEAR(slip, 0.0, 1e-14) << i;
            }
        }
    }
}

}  // namespace
}  // namespace stickslip::structure
