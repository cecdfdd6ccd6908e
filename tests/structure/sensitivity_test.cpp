// Derivatives of structures through events: closed forms, one mass on a line, differences of the eighth order.

#include "stickslip/structure/sensitivity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/motion/simulate.hpp"
#include "structure_derivative.hpp"

namespace stickslip::structure {
namespace {

RandomOptions random_options(std::mt19937& random) {
    const auto chance = [&](double p) { return std::uniform_real_distribution<double>(0.0, 1.0)(random) < p; };
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    RandomOptions o{.degrees = 1 + below(5), .contacts = 1 + below(4)};
    o.with_stiction = chance(0.3);
    o.with_elastic = chance(0.4);
    o.with_redundant = chance(0.2);
    o.with_varying_normal = chance(0.3);
    o.with_moving_surfaces = chance(0.3);
    o.with_free_bodies = chance(0.2);
    return o;
}

TEST(StructureSensitivity, OfAMotionAgreesWithDifferences) {
    constexpr int cases = 60;
    constexpr double agreement = 1e-9;
    constexpr double end_time = 8.0;
    std::mt19937 random(20261119);
    int judged = 0;
    for (int i = 0; i < cases; ++i) {
        const RandomProblem p = random_problem(random, random_options(random));
        const ChosenRate chosen = random_rate(p, random);
        const RateVerdict v = judge_motion(p, chosen.rate, end_time);
        if (!v.apart.empty()) continue;
        ++judged;
        EXPECT_LE(v.error, agreement) << i << ", by " << chosen.what << ": " << v.where;
    }
    EXPECT_GE(judged, cases * 3 / 4);
}

TEST(StructureSensitivity, OfASteadyStateAgreesWithDifferencesOfSolvedOrbits) {
    constexpr int cases = 16;
    constexpr double agreement = 1e-9;
    std::mt19937 random(20261120);
    int judged = 0;
    for (int i = 0; i < cases; ++i) {
        RandomProblem p = random_problem(random, random_options(random));
        give_one_frequency(p.structure);
        ChosenRate chosen = random_rate(p, random);
        move_frequencies_together(p.structure, chosen.rate);
        const RateVerdict v = judge_cycle(p, chosen.rate);
        if (!v.apart.empty()) continue;
        ++judged;
        EXPECT_LE(v.error, agreement) << i << ", by " << chosen.what << ": " << v.where;
    }
    EXPECT_GE(judged, cases / 2);
}

TEST(StructureSensitivity, OfOneMassIsThatOfTheLine) {
    const char* text =
        "[structure]\nmasses=[2.0]\nsprings=[8.0]\ndampers=[0.1]\n[[contact]]\non=1\nmu=0.3\nnormal=2.0\n"
        "mu_static=0.4\n[[load]]\non=1\nkind='harmonic'\namplitude=1.1\nfrequency=0.7\nphase=0.4\noffset=0.2\n";
    const char* line_text =
        "[oscillator]\nmass=2.0\nstiffness=8.0\ndamping=0.1\n[friction]\nmu=0.3\nnormal=2.0\nmu_static=0.4\n"
        "[load]\nkind='harmonic'\namplitude=1.1\nfrequency=0.7\nphase=0.4\noffset=0.2\n";
    const std::pair<const char*, const char*> keys[] = {{"structure.masses[1]", "oscillator.mass"},
                                                        {"structure.springs[1]", "oscillator.stiffness"},
                                                        {"structure.dampers[1]", "oscillator.damping"},
                                                        {"contact[1].mu", "friction.mu"},
                                                        {"contact[1].normal", "friction.normal"},
                                                        {"contact[1].mu_static", "friction.mu_static"},
                                                        {"load.frequency", "load.frequency"},
                                                        {"load[1].phase", "load.phase"},
                                                        {"load[1].offset", "load.offset"}};
    const CaseDocument document = CaseDocument::parse(text, "structure");
    const CaseDocument line_document = CaseDocument::parse(line_text, "line");
    const Case c = read_case(document);
    const stickslip::Case line = line_document.read();
    constexpr double end_time = 40.0;
    const StructureTrajectory motion = simulate(c.structure, c.start, end_time);
    const Trajectory line_motion = simulate(line.oscillator, line.load, line.start, end_time);
    ASSERT_GE(motion.events.size(), 8U);
    for (const auto& [key, line_key] : keys) {
        SCOPED_TRACE(key);
        const StructureRate rate = rate_of_structure(document, key);
        const ProblemRate line_rate = stickslip::rate_of(line_document, line_key);
        const double times[] = {33.0, 1.0};
        const StructureDerivative d = motion_derivatives(motion, std::span(&rate, 1), times).front();
        const MotionDerivative e = motion_derivatives(line_motion, std::span(&line_rate, 1), times).front();
        constexpr double agreement = 1e-10;
        const auto near = [&](double found, double expected) {
            EXPECT_NEAR(found, expected, agreement * (1.0 + std::abs(expected)));
        };
        near(d.final.position[0], e.final.position);
        near(d.final.velocity[0], e.final.velocity);
        near(d.final.acceleration[0], e.final.acceleration);
        for (int i = 0; i < 2; ++i) {
            near(d.samples[i].position[0], e.samples[i].position);
            near(d.samples[i].velocity[0], e.samples[i].velocity);
            near(d.samples[i].acceleration[0], e.samples[i].acceleration);
        }
        ASSERT_EQ(d.event_times.size(), e.event_times.size());
        for (std::size_t i = 0; i < d.event_times.size(); ++i) near(d.event_times[i], e.event_times[i]);
    }
}

TEST(StructureSensitivity, FollowsTheCaseFileThroughEveryWayInWhichAKeyEnters) {
    const CaseDocument document = CaseDocument::parse(
        "[structure]\nmasses=[1.0, 2.0]\nsprings=[3.0, 4.0]\nmodal_damping=0.02\n"
        "[[contact]]\nname='floor'\non=2\nmu=0.3\nnormal=5.0\nnormal_amplitude=1.0\n"
        "[[load]]\nkind='base'\nacceleration=2.0\nfrequency=1.5\n[start]\nposition=[0.1, 0.2]\n",
        "case");
    const StructureRate by_mu = rate_of_structure(document, "contact.floor.mu");
    EXPECT_NEAR(by_mu.contacts[0].bound, 5.0, 1e-12);
    EXPECT_NEAR(rate_of_structure(document, "contact.floor.normal").contacts[0].bound, 0.3, 1e-13);
    EXPECT_NEAR(rate_of_structure(document, "contact.floor.normal").contacts[0].normal_ratio, -1.0 / 25.0, 1e-13);
    const StructureRate by_spring = rate_of_structure(document, "structure.springs[2]");
    EXPECT_NEAR(by_spring.stiffness(0, 1), -1.0, 1e-13);
    EXPECT_EQ(by_spring.damping.values.size(), 4U);  // modal damping follows the modes
    const StructureRate by_mass = rate_of_structure(document, "structure.masses[1]");
    EXPECT_NEAR(by_mass.mass(0, 0), 1.0, 1e-13);
    EXPECT_NEAR(std::abs(by_mass.loads[0].direction[0]), 1.0, 1e-13);  // a base pulls at the mass
    const StructureState start = rate_of_structure(document, "start.position[2]").start;
    ASSERT_EQ(start.position.size(), 2U);
    EXPECT_EQ(start.position[0], 0.0);
    EXPECT_NEAR(start.position[1], 1.0, 1e-13);
    const StructureRate by_frequency =
        rate_of_structure(document, "load.frequency");  // which the normal force has as well
    EXPECT_NEAR(by_frequency.contacts[0].normal_frequency, 1.0, 1e-13);
    EXPECT_NEAR(by_frequency.loads[0].load.harmonics[0].frequency, 1.0, 1e-13);
    EXPECT_THROW(static_cast<void>(rate_of_structure(document, "contact.floor.bound")), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(rate_of_structure(document, "structure.springs[3]")), std::invalid_argument);
}

TEST(StructureSensitivity, IsRefusedForANameOfSeveralNumbersThatDiffer) {
    const CaseDocument document = CaseDocument::parse(
        "[structure]\nmasses=[1.0, 2.0]\nsprings=[3.0, 4.0]\n[[load]]\non=1\nkind='harmonic'\namplitude=1.0\n"
        "frequency=1.0\n[[load]]\non=2\nkind='harmonic'\namplitude=2.0\nfrequency=1.0\n",
        "case");
    EXPECT_NO_THROW(static_cast<void>(rate_of_structure(document, "load.frequency")));
    EXPECT_THROW(static_cast<void>(rate_of_structure(document, "load.amplitude")), std::invalid_argument);
}

/// A contact that is at rest all the time keeps the offset that it started with.
TEST(StructureSensitivity, OfWhatTheStartDecidesIsUndefined) {
    Structure s;
    s.mass = {2, 2, {1.0, 0.0, 0.0, 1.0}};
    s.damping = {2, 2, {0.2, -0.1, -0.1, 0.1}};
    s.stiffness = {2, 2, {3.0, -1.0, -1.0, 1.0}};
    s.contacts.resize(1);
    s.contacts[0].direction = {0.0, 1.0};
    s.contacts[0].bound = 10.0;
    s.loads.resize(1);
    s.loads[0].direction = {1.0, 0.0};
    s.loads[0].load.harmonics = {{1.0, 0.8, 0.0}};
    const StructureSteadyState state = steady_state(s, {{0.0, 0.3}, {0.0, 0.0}, {}});
    ASSERT_EQ(state.free_offsets, 1);
    StructureRate rate;
    rate.stiffness = {2, 2, {1.0, 0.0, 0.0, 0.0}};
    const StructureSteadyDerivative d = steady_derivatives(state, std::span(&rate, 1)).front();
    EXPECT_TRUE(std::isnan(d.x_max[0]));     // the offset moves it
    const double k = 3.0, c = 0.2, w = 0.8;  // the second mass is at rest: X = 1/√((k − w²)² + (cw)²)
    const double square = (k - w * w) * (k - w * w) + c * c * w * w;
    EXPECT_NEAR(d.amplitude[0], -(k - w * w) / std::pow(square, 1.5), 1e-12);
    EXPECT_NEAR(d.amplitude[1], 0.0, 1e-12);
    EXPECT_NEAR(d.dissipated[0], 0.0, 1e-12);
}

TEST(StructureSensitivity, OfALimitCycleHasAPeriodOfItsOwn) {
    // One mass on a belt with static friction: it sticks to the belt and slips back.
    Structure s;
    s.mass = s.stiffness = {1, 1, {1.0}};
    s.damping = {1, 1, {0.05}};
    s.contacts.resize(1);
    s.contacts[0].direction = {1.0};
    s.contacts[0].bound = 0.5;
    s.contacts[0].static_bound = 1.0;
    s.contacts[0].surface_velocity = 0.2;
    const RandomProblem p{s, {{0.0}, {0.2}, {}}};
    StructureRate rate;
    rate.contacts.resize(1);
    rate.contacts[0].surface_velocity = 1.0;
    const RateVerdict v = judge_cycle(p, rate);
    EXPECT_EQ(v.apart, "");
    EXPECT_LE(v.error, 1e-9) << v.where;
}

TEST(StructureSensitivity, OfAFreeOscillationIsThatOfItsClosedForm) {
    Structure s;  // x = cos ωt with ω = √k, and no contact at all
    s.mass = s.stiffness = {1, 1, {1.0}};
    s.damping = Matrix::zero(1, 1);
    constexpr double end = 7.0;
    const StructureTrajectory motion = simulate(s, {{1.0}, {0.0}, {}}, end);
    StructureRate rate;
    rate.stiffness = {1, 1, {1.0}};
    const StructureDerivative d = motion_derivatives(motion, std::span(&rate, 1)).front();
    EXPECT_NEAR(d.final.position[0], -0.5 * end * std::sin(end), 1e-13);
    EXPECT_NEAR(d.final.velocity[0], -0.5 * (std::sin(end) + end * std::cos(end)), 1e-13);
}

TEST(StructureSensitivity, RefusesATimeOutsideAndARateOfAnotherStructure) {
    Structure s;
    s.mass = s.stiffness = {1, 1, {1.0}};
    s.damping = Matrix::zero(1, 1);
    const StructureTrajectory motion = simulate(s, {{1.0}, {0.0}, {}}, 1.0);
    StructureRate rate;
    const double late = 1.5;
    EXPECT_THROW(static_cast<void>(motion_derivatives(motion, std::span(&rate, 1), std::span(&late, 1))),
                 std::invalid_argument);
    rate.start.position = {1.0, 0.0};
    EXPECT_THROW(static_cast<void>(motion_derivatives(motion, std::span(&rate, 1))), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::structure
