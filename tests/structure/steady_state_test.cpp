#include "stickslip/structure/steady_state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "random_structure.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip::structure {
namespace {

constexpr double quarter = std::numbers::pi / 2;  // of a turn: a cosine is a sine ahead by it

Structure chain(const std::vector<double>& masses, const std::vector<double>& springs) {
    Structure s;
    s.mass = Matrix::zero(masses.size(), masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i) s.mass(i, i) = masses[i];
    s.stiffness = chain_matrix(masses.size(), springs);
    s.damping = Matrix::zero(masses.size(), masses.size());
    return s;
}

std::vector<double> unit(std::size_t size, std::size_t place) {
    std::vector<double> v(size, 0.0);
    v[place] = 1.0;
    return v;
}

/// Both ends of three masses are on the ground, C = 0.02·K, cos Ωt on the middle one.
Structure three_masses(double frequency) {
    Structure s = chain({1, 1, 1}, {1, 1, 1, 1});
    s.damping = rayleigh_damping(s.mass, s.stiffness, 0.0, 0.02);
    s.loads = {{unit(3, 1), {.harmonics = {{1.0, frequency, quarter}}}}};
    return s;
}

StructureState rest(const Structure& s) {
    return {std::vector<double>(s.size(), 0.0), std::vector<double>(s.size(), 0.0), {}};
}

TEST(StructureSteadyState, HasTheTwoMassesOfTheSiconosTutorial) {
    Structure s = chain({1, 1}, {1, 1});
    s.contacts = {{.direction = {0, 1}, .bound = 0.5}};
    s.loads = {{{1, 0}, {.harmonics = {{1.0, 0.3, quarter}}}}};
    const StructureSteadyState a = steady_state(s, rest(s));
    EXPECT_NEAR(a.amplitude[0], 0.736301476261317, 1e-13);
    EXPECT_NEAR(a.amplitude[1], 0.258970930609532, 1e-13);
    EXPECT_NEAR(a.contacts[0].stuck_fraction, 0.673702830384039, 1e-13);
    EXPECT_NEAR(a.multiplier, 0.607794084834510, 1e-12);
}

TEST(StructureSteadyState, HasTheRigidContactsOfThreeMasses) {
    Structure s = three_masses(1.4);
    s.contacts = {{.direction = {1, 0, 0}, .bound = 0.3}, {.direction = {-1, 1, 0}, .bound = 0.3}};
    const StructureSteadyState a = steady_state(s, rest(s));
    EXPECT_NEAR(a.amplitude[0], 0.00225695599393333, 1e-13);
    EXPECT_NEAR(a.amplitude[1], 0.0381078468436527, 1e-13);
    EXPECT_NEAR(a.amplitude[2], 0.634880425027457, 1e-13);
    EXPECT_NEAR(a.contacts[0].stuck_fraction, 0.654418545118635, 1e-12);
    EXPECT_NEAR(a.contacts[1].stuck_fraction, 0.300907776106067, 1e-12);
}

TEST(StructureSteadyState, HasTheElasticContactsOfThreeMasses) {
    Structure s = three_masses(1.8);
    s.contacts = {{.direction = {1, 0, 0}, .bound = 1.0, .stiffness = 20.0},
                  {.direction = {-1, 1, 0}, .bound = 1.0, .stiffness = 20.0}};
    const StructureSteadyState a = steady_state(s, rest(s));
    EXPECT_NEAR(a.amplitude[0], 0.1669837383, 1e-8);
    EXPECT_NEAR(a.amplitude[1], 0.2314725137, 1e-8);
    EXPECT_NEAR(a.amplitude[2], 0.1895474254, 1e-8);
    EXPECT_EQ(a.cycle->events.size(), 8u);
}

TEST(StructureSteadyState, FollowsAPrescribedNormalForce) {
    Structure s = chain({1}, {12});
    s.damping(0, 0) = 0.1 * std::sqrt(12.0);
    const double mean = 50.0;
    s.contacts = {{.direction = {1},
                   .bound = 0.85 * mean,
                   .stiffness = 5.0,
                   .normal = NormalVariation{.ratio = 6.87118 / mean, .frequency = 3.5, .phase = quarter - 0.23109}}};
    s.loads = {{{1}, {.harmonics = {{100.0, 3.5, quarter}}}}};
    EXPECT_NEAR(steady_state(s, rest(s)).amplitude[0], 44.934178, 1e-5);
}

TEST(StructureSteadyState, OfOneMassIsThatOfALine) {
    std::mt19937 random(22);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (int i = 0; i < 60; ++i) {
        const double friction = 0.05 + 0.9 * share(random);
        const double frequency = 0.3 + 1.5 * share(random);
        const double damping = 0.3 * share(random);
        Structure s = chain({1}, {1});
        s.damping(0, 0) = 2.0 * damping;
        s.contacts = {{.direction = {1}, .bound = friction}};
        s.loads = {{{1}, {.harmonics = {{1.0, frequency, 0.0}}}}};
        const StructureSteadyState a = steady_state(s, rest(s));
        const Load load{.harmonics = {{1.0, frequency, 0.0}}};
        const SteadyState b = steady_state(
            Oscillator{.mass = 1.0, .damping = 2.0 * damping, .stiffness = 1.0, .friction_bound = friction}, load, {});
        SCOPED_TRACE(testing::Message() << friction << " " << frequency << " " << damping);
        EXPECT_NEAR(a.amplitude[0], b.amplitude, 1e-11);
        EXPECT_EQ(a.contacts[0].stops_per_cycle, b.stops_per_cycle());
        EXPECT_NEAR(a.contacts[0].stuck_fraction, b.stuck_fraction, 1e-10);
    }
}

/// A mode φ without damping stays bounded at its own frequency only if 4·bound·|φ_contact| > π·P·|φ_load|.
TEST(StructureSteadyState, IsUnboundedWhereALoadOutgrowsFriction) {
    const double natural = std::sqrt((3.0 - std::sqrt(5.0)) / 2.0);  // of two equal masses in a row
    const double shape = (1.0 + std::sqrt(5.0)) / 2.0;               // φ₂/φ₁
    for (const double share : {0.99, 1.01}) {
        Structure s = chain({1, 1}, {1, 1});
        s.contacts = {{.direction = {1, 0}, .bound = share * std::numbers::pi / 4.0 * shape}};
        s.loads = {{{0, 1}, {.harmonics = {{1.0, natural, 0.0}}}}};
        const StructureSteadyState a = steady_state(s, rest(s));
        EXPECT_EQ(a.regime == Regime::unbounded, share < 1.0) << share;
    }
}

TEST(StructureSteadyState, OfAFreeBodyIsUnboundedUnderTooLargeAMeanForce) {
    for (const double force : {0.9, 1.1}) {
        Structure s = chain({1}, {0});
        s.contacts = {{.direction = {1}, .bound = 1.0}};
        s.loads = {{{1}, {.constant = force, .harmonics = {{0.5, 1.0, 0.0}}}}};
        const StructureSteadyState a = steady_state(s, rest(s));
        EXPECT_EQ(a.regime == Regime::unbounded, force > 1.0) << force;
        if (force < 1.0) {
            EXPECT_GT(a.drift[0], 0.0);
        }
    }
}

/// Two modes of one frequency, each with a contact of its own, driven a quarter of a turn apart: each must be held by
/// itself.
TEST(StructureSteadyState, OfTwoModesOfOneFrequencyIsUnboundedWhereOneOfThemIs) {
    for (const double first : {0.95, 1.05}) {
        for (const double second : {0.95, 1.05}) {
            Structure s = chain({1, 1}, {0, 0});
            s.stiffness(0, 0) = s.stiffness(1, 1) = 1.0;
            const double hold = std::numbers::pi / 4.0;
            s.contacts = {{.direction = {0.6, 0.8}, .bound = first * hold},
                          {.direction = {-0.8, 0.6}, .bound = second * hold}};
            s.loads = {{{0.6, 0.8}, {.harmonics = {{1.0, 1.0, 0.0}}}},
                       {{-0.8, 0.6}, {.harmonics = {{1.0, 1.0, quarter}}}}};
            const bool grows = steady_state(s, rest(s)).regime == Regime::unbounded;
            EXPECT_EQ(grows, first < 1.0 || second < 1.0) << first << ' ' << second;
        }
    }
}

/// The second mode swings at three times the load's frequency. Friction that holds the first one must have no third
/// harmonic, which leaves it less at the load's frequency than (4/π)·bound: a square wave with a notch. What the notch
/// costs is told by two frictions, one below and one above; the amplitude of a simulation grows with time below.
TEST(StructureSteadyState, IsUnboundedWhereFrictionFeedsAHigherMode) {
    for (const double bound : {0.82, 0.90}) {
        Structure s = chain({1, 1}, {0, 0});
        s.stiffness(0, 0) = 1.0;
        s.stiffness(1, 1) = 9.0;
        s.contacts = {{.direction = {1, 1}, .bound = bound}};
        s.loads = {{{1, 0}, {.harmonics = {{1.0, 1.0, 0.0}}}}};
        const double early = peaks(simulate(s, rest(s), 1000.0)).position[0];
        const double late = peaks(simulate(s, rest(s), 4000.0)).position[0];
        const bool grows = late > 2.0 * early;
        EXPECT_EQ(grows, bound < 0.85);
        EXPECT_EQ(steady_state(s, rest(s)).regime == Regime::unbounded, grows) << bound;
    }
}

/// A slow load lets a mass slide once in every natural period.
TEST(StructureSteadyState, NamesTheEventsOfALoadTooSlowToBeFollowed) {
    for (const double ratio : {1.0, 1.5}) {
        Structure s = chain({1}, {1});
        s.contacts = {{.direction = {1}, .bound = 0.3}};
        if (ratio > 1.0) s.contacts[0].static_bound = ratio * 0.3;
        s.loads = {{{1}, {.harmonics = {{1.0, 1e-3}}}}};
        const StructureSteadyState followed = steady_state(s, rest(s));
        ASSERT_NE(followed.cycle, nullptr);
        const std::size_t events = followed.cycle->events.size();
        const StructureSteadyState refused = steady_state(s, rest(s), {.most_events = events / 2});
        EXPECT_EQ(refused.regime, Regime::not_converged);
        EXPECT_EQ(refused.reason, "a load period has more than " + std::to_string(events / 2) +
                                      " events: the load is too slow to be followed");
    }
}

TEST(StructureSteadyState, NeedsLoadsThatRepeat) {
    Structure s = chain({1}, {1});
    s.contacts = {{.direction = {1}, .bound = 0.3}};
    s.loads = {{{1}, {.harmonics = {{1.0, 1.0, 0.0}, {1.0, std::sqrt(2.0), 0.0}}}}};
    EXPECT_THROW(static_cast<void>(steady_state(s, rest(s))), std::invalid_argument);
    s.loads[0].load.harmonics = {};
    s.loads[0].load.record = std::make_shared<Record>(linear_record({0.0, 1.0}, {0.0, 1.0}));
    EXPECT_THROW(static_cast<void>(steady_state(s, rest(s))), std::invalid_argument);
}

/// docs/theory/structures.md, section 8: with equal bounds and damping in every mode all starts lead to the same
/// velocities, losses and patterns.
TEST(StructureSteadyState, IsTheSameFromEveryStart) {
    std::mt19937 random(7);
    for (int i = 0; i < 40; ++i) {
        const int degrees = 1 + i % 6;
        RandomProblem problem = random_problem(
            random,
            {.degrees = degrees, .contacts = 1 + i % 3, .with_elastic = i % 2 == 0, .with_redundant = i % 5 == 0});
        problem.structure.loads[1].load.harmonics[0].frequency =
            (1 + i % 3) * problem.structure.loads[0].load.harmonics[0].frequency.value();
        std::vector<StructureSteadyState> all;
        for (const double factor : {0.0, 1.0, -3.0}) {
            StructureState start = problem.start;
            for (double& x : start.position) x *= factor;
            for (double& v : start.velocity) v *= factor;
            for (double& z : start.contact_deflection) z *= std::clamp(factor, -1.0, 1.0);
            all.push_back(steady_state(problem.structure, start, {.with_offsets = false}));
        }
        SCOPED_TRACE(i);
        for (const StructureSteadyState& s : all) {
            ASSERT_TRUE(s.cycle) << s.reason;
            if (s.regime == Regime::non_unique) continue;  // a mode that nothing damps
            double lost = s.damping_loss;
            for (const ContactCycle& contact : s.contacts) lost += contact.dissipated;
            double kinetic = 0.0;  // energy goes to and fro that is neither put in nor lost
            for (std::size_t k = 0; k < s.velocity.size(); ++k) {
                kinetic += 0.5 * problem.structure.mass(k, k) * s.velocity[k] * s.velocity[k];
            }
            EXPECT_NEAR(s.input, lost, 1e-12 * (std::abs(s.input) + lost + kinetic));
            for (std::size_t k = 0; k < s.velocity.size(); ++k) {
                EXPECT_NEAR(s.velocity[k], all[0].velocity[k], 1e-8 * (1e-3 + all[0].velocity[k]));
            }
        }
    }
}

/// A continuous motion does not know the static bound. Followed until it nearly repeats, it came back nearer after two
/// load periods than after one, and was told as one of two.
TEST(StructureSteadyState, RepeatsAfterTheFewestLoadPeriods) {
    Structure s = chain({1, 1}, {1, 1});
    s.damping = chain_matrix(2, {0.05, 0.05});
    s.contacts = {{.direction = {0, 1}, .bound = 0.2}};
    for (const double frequency : {0.6, 1.6, 2.0, 2.2, 2.4}) {
        s.loads = {{{1, 0}, {.harmonics = {{4.0, frequency, quarter}}}}};
        s.contacts[0].static_bound.reset();
        const StructureSteadyState equal = steady_state(s, rest(s));
        s.contacts[0].static_bound = 0.25;
        const StructureSteadyState above = steady_state(s, rest(s));
        SCOPED_TRACE(frequency);
        ASSERT_EQ(equal.regime, Regime::continuous);
        ASSERT_EQ(above.regime, Regime::continuous);
        EXPECT_EQ(above.load_periods, 1);
        EXPECT_NEAR(above.multiplier, equal.multiplier, 1e-9);
        EXPECT_NEAR(above.amplitude[0], equal.amplitude[0], 1e-9);
        EXPECT_TRUE(above.coexists.empty());
    }
}

/// What is stored of a motion is enough to evaluate it again, to the last bit.
TEST(StructureTrajectory, IsReassembledFromItsPhases) {
    Structure s = three_masses(1.4);
    s.contacts = {{.direction = {1, 0, 0}, .bound = 0.3}, {.direction = {-1, 1, 0}, .bound = 1.0, .stiffness = 20.0}};
    const StructureTrajectory whole = *steady_state(s, rest(s)).cycle;
    const StructureTrajectory again = reassemble(s, whole.phases, whole.events, whole.termination, whole.end);
    for (int i = 0; i <= 50; ++i) {
        const double t = whole.end * i / 50.0;
        EXPECT_EQ(whole.at(t).position, again.at(t).position);
        EXPECT_EQ(whole.at(t).friction, again.at(t).friction);
    }
    EXPECT_EQ(energy_balance(whole).input, energy_balance(again).input);

    EXPECT_THROW(static_cast<void>(reassemble(s, {}, {}, whole.termination, 1.0)), std::invalid_argument);
    Structure other = s;
    other.contacts.pop_back();
    EXPECT_THROW(static_cast<void>(reassemble(other, whole.phases, {}, whole.termination, whole.end)),
                 std::invalid_argument);
    const std::vector<ContactEvent> foreign = {{0.1, 2, ContactEventKind::reversal, 1}};
    EXPECT_THROW(static_cast<void>(reassemble(s, whole.phases, foreign, whole.termination, whole.end)),
                 std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::structure
