// Contacts one by one, against closed forms: normal forces that vary, open and close, static friction above sliding
// friction, and elastic contacts at their bound.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "random_structure.hpp"

namespace stickslip::structure {
namespace {

constexpr double pi = std::numbers::pi;

Structure one_mass(double mass, double stiffness, Contact contact) {
    Structure s{.mass = {1, 1, {mass}}, .damping = {1, 1, {0.0}}, .stiffness = {1, 1, {stiffness}}};
    contact.direction = {1.0};
    s.contacts = {std::move(contact)};
    return s;
}

std::shared_ptr<const Record> record_of(std::vector<double> times, const std::vector<double>& values) {
    return std::make_shared<const Record>(linear_record(std::move(times), values));
}

/// A free mass that slides under N(t)/N₀ = sin ωt, open while that is negative.
TEST(NormalForce, OpensAndClosesWithItsSign) {
    const double w = 2.0;
    const Structure s = one_mass(1.0, 0.0, {.bound = 0.1, .normal = NormalVariation{0.0, 1.0, w, 0.0, nullptr}});
    const StructureTrajectory motion = simulate(s, {.position = {0.0}, .velocity = {1.0}}, 3.0 * pi / w * 1.1);
    ASSERT_EQ(motion.events.size(), 4u);
    EXPECT_EQ(motion.events[0].kind, ContactEventKind::stick_to_slide) << "at t = 0 it slides";
    EXPECT_EQ(motion.events[1].kind, ContactEventKind::open);
    EXPECT_NEAR(motion.events[1].time, pi / w, 1e-14);
    EXPECT_EQ(motion.events[1].direction, 0);
    EXPECT_EQ(motion.events[2].kind, ContactEventKind::close);
    EXPECT_NEAR(motion.events[2].time, 2.0 * pi / w, 1e-14);
    EXPECT_EQ(motion.events[2].direction, 1) << "slides on";
    EXPECT_EQ(motion.events[3].kind, ContactEventKind::open);
    // v falls by ∫ 0.1·sin ωt dt = 0.2/ω in each closed half.
    EXPECT_NEAR(motion.at(1.5 * pi / w).velocity[0], 1.0 - 0.2 / w, 1e-14);
    EXPECT_EQ(motion.at(1.5 * pi / w).friction[0], 0.0);
    EXPECT_NEAR(motion.at(3.2 * pi / w).velocity[0], 1.0 - 0.4 / w, 1e-14);
}

TEST(NormalForce, ThatOnlyTouchesZeroOpensNothing) {
    const Structure s = one_mass(1.0, 0.0, {.bound = 0.1, .normal = NormalVariation{1.0, 1.0, 2.0, 0.0, nullptr}});
    for (const ContactEvent& e : simulate(s, {.position = {0.0}, .velocity = {5.0}}, 12.0).events) {
        EXPECT_NE(e.kind, ContactEventKind::open);
        EXPECT_NE(e.kind, ContactEventKind::close);
    }
}

TEST(NormalForce, OfARecordIsZeroAfterItsEnd) {
    const Structure s = one_mass(
        1.0, 0.0, {.bound = 0.5, .normal = NormalVariation{.record = record_of({0.0, 1.0, 2.0}, {2.0, 1.0, 0.0})}});
    const StructureTrajectory motion = simulate(s, {.position = {0.0}, .velocity = {3.0}}, 4.0);
    ASSERT_EQ(motion.events.size(), 2u);
    EXPECT_EQ(motion.events[1].kind, ContactEventKind::open);
    EXPECT_NEAR(motion.events[1].time, 2.0, 1e-14);
    EXPECT_NEAR(motion.at(4.0).velocity[0], 3.0 - 0.5 * (1.5 + 0.5), 1e-13);
}

/// Where a record comes down to a sample at zero and goes up again, rounding had opened the contact some 10⁻¹⁵ s before
/// the sample, and closed it there.
TEST(NormalForce, OfARecordThatTouchesZeroAtASampleOpensNothing) {
    std::mt19937 random(41);
    std::uniform_real_distribution<double> duration(0.1, 3.0), height(0.1, 1.5);
    for (int i = 0; i < 100; ++i) {
        std::vector<double> times{0.0}, values{height(random)};
        for (int k = 1; k <= 4; ++k) {
            times.push_back(times.back() + duration(random));
            values.push_back(k % 2 == 0 ? height(random) : 0.0);
        }
        const NormalVariation normal{.record = record_of(times, values)};
        for (const bool is_elastic : {false, true}) {
            Structure s = one_mass(1.0, 1.0, {.bound = 0.1, .normal = normal});
            if (is_elastic) s.contacts[0].stiffness = 3.0;
            for (const ContactEvent& e : simulate(s, {.position = {1.0}, .velocity = {0.5}}, times.back()).events) {
                const bool is_at_end = e.time > times[3];
                EXPECT_TRUE(is_at_end || e.kind != ContactEventKind::open) << i << " at " << e.time;
                EXPECT_NE(e.kind, ContactEventKind::close) << i << " at " << e.time;
            }
        }
    }
}

/// Two contacts hold both masses; a third one slid on for no time at all as it closed, in the direction of rounding.
TEST(NormalForce, ThatReturnsBetweenBodiesAtRestClosesStuck) {
    std::mt19937 random(42);
    std::uniform_real_distribution<double> share(-1.0, 1.0), angle(0.5, 2.5);
    for (int i = 0; i < 50; ++i) {
        Structure s{.mass = {2, 2, {1.3, 0.2, 0.2, 0.9}},
                    .damping = {2, 2, {0.02, 0.0, 0.0, 0.03}},
                    .stiffness = {2, 2, {2.0, -1.0, -1.0, 1.5}}};
        const double first = 3.0 * share(random), second = first + angle(random);
        s.contacts = {{.direction = {std::cos(first), std::sin(first)}, .bound = 200.0},
                      {.direction = {std::cos(second), std::sin(second)}, .bound = 200.0, .surface_velocity = 0.3}};
        const double of_first = share(random), of_second = share(random);
        Contact third{.direction = {0.0, 0.0}, .bound = 0.05};
        for (int k = 0; k < 2; ++k) {
            third.direction[k] = of_first * s.contacts[0].direction[k] + of_second * s.contacts[1].direction[k];
        }
        third.surface_velocity = of_second * s.contacts[1].surface_velocity;
        third.normal = NormalVariation{0.5, 1.0, 3.0, 0.1 * i, nullptr};
        s.contacts.push_back(third);
        const StructureTrajectory motion = simulate(s, {.position = {0.1, -0.2}, .velocity = {0.3, 0.4}}, 9.0);
        for (const ContactEvent& e : motion.events) {
            if (e.time < 2.0) continue;
            EXPECT_EQ(e.contact, 2u) << i << " at " << e.time;
            EXPECT_TRUE(e.kind == ContactEventKind::open || e.kind == ContactEventKind::close) << i << " at " << e.time;
            EXPECT_EQ(e.direction, 0) << i << " at " << e.time;
        }
    }
}

/// Two contacts on one mass, only one of them with stiction: together they hold 0.5 N, however friction is split. The
/// mass had turned round, because the share of the second one in some split was more than its static bound.
TEST(StaticFriction, OfRedundantContactsHoldsWithTheBoundsOfAll) {
    for (const double force : {0.45, 0.55}) {
        Structure s = one_mass(1.0, 0.0, {.bound = 0.2, .static_bound = 0.3});
        s.contacts.push_back({.direction = {1.0}, .bound = 0.2});
        s.loads = {{{1.0}, {.constant = -force}}};
        const StructureTrajectory motion = simulate(s, {.position = {0.0}, .velocity = {1.0}}, 3.0);
        ASSERT_EQ(motion.events.size(), 4u) << force;
        for (const std::size_t i : {2u, 3u}) {
            const ContactEvent& e = motion.events[i];
            EXPECT_NEAR(e.time, 1.0 / (force + 0.4), 1e-14);
            EXPECT_EQ(e.kind, force < 0.5 ? ContactEventKind::slide_to_stick : ContactEventKind::reversal);
        }
    }
}

/// Both contacts are overloaded by 0.2 N, and each holds as soon as the other one slides: the one whose excess grows
/// faster is released.
TEST(StaticFriction, IsOvercomeFirstWhereAnEqualExcessGrowsFaster) {
    for (const std::size_t loaded : {0u, 1u}) {
        Structure s;
        s.mass = {2, 2, {1.0, 0.0, 0.0, 1.0}};
        s.damping = s.stiffness = Matrix::zero(2, 2);
        s.contacts = {{.direction = {1.0, -0.5}, .bound = 1.5, .static_bound = 1.8},
                      {.direction = {-0.5, 1.0}, .bound = 1.5, .static_bound = 1.8}};
        s.loads = {{{1.0, 1.0}, {.constant = 1.0}}, {{0.0, 0.0}, {.harmonics = {{0.1, 1.0, 0.0}}}}};
        s.loads[1].direction[loaded] = 1.0;
        const StructureTrajectory motion = simulate(s, {.position = {0.0, 0.0}, .velocity = {0.0, 0.0}}, 0.01);
        ASSERT_EQ(motion.events.size(), 1u);
        EXPECT_EQ(motion.events[0].contact, loaded);
        EXPECT_EQ(motion.events[0].direction, 1);
    }
}

/// k_t·|g| ≤ μ·dN/dt decides whether an elastic contact sticks as it closes.
TEST(ElasticContact, ClosesStuckOnlyIfItsBoundGrowsFaster) {
    for (const double stiffness : {0.9, 1.1}) {
        // μ·N = 0.1·(−1 + τ) closes at τ = 1 with slope 0.1; the mass moves at 0.1.
        Structure s = one_mass(1e6, 0.0,
                               {.bound = 0.1,
                                .stiffness = stiffness,
                                .normal = NormalVariation{.record = record_of({0.0, 3.0}, {-1.0, 2.0})}});
        const StructureTrajectory motion = simulate(s, {.position = {0.0}, .velocity = {0.1}}, 2.5);
        ASSERT_EQ(motion.events.size(), 1u);
        EXPECT_EQ(motion.events[0].kind, ContactEventKind::close);
        EXPECT_NEAR(motion.events[0].time, 1.0, 1e-14);
        EXPECT_EQ(motion.events[0].direction, stiffness > 1.0 ? 1 : 0);
        EXPECT_EQ(motion.at(2.0).contacts[0].phase, stiffness > 1.0 ? ContactPhase::slide : ContactPhase::stick);
    }
}

/// A slider stops at u = g − z′ = 0, not at g = 0: while its bound falls it slips on though the mass returns.
TEST(ElasticContact, StopsWhereItsSliderDoes) {
    Structure s =
        one_mass(1.0, 1.0, {.bound = 0.2, .stiffness = 1.0, .normal = NormalVariation{1.0, 0.5, 1.7, 2.0, {}}});
    s.loads = {{{1.0}, {.harmonics = {{1.0, 0.8, 0.3}}}}};
    const StructureTrajectory motion = simulate(s, {.position = {0.5}, .velocity = {0.0}}, 60.0);
    int stops = 0;
    for (const ContactEvent& e : motion.events) {
        if (e.kind != ContactEventKind::slide_to_stick) continue;
        ++stops;
        const StructureSample at = motion.at(e.time);
        const double side = at.friction[0] > 0.0 ? 1.0 : -1.0;
        const double bound_rate = 0.2 * 0.5 * 1.7 * std::cos(1.7 * e.time + 2.0);
        EXPECT_NEAR(at.velocity[0] - side * bound_rate, 0.0, 1e-12) << e.time;
    }
    EXPECT_GT(stops, 10);
}

/// A normal force that bends turns a slider back although its velocity does not change.
TEST(ElasticContact, FollowsABendOfItsNormalForce) {
    // g = 0.1; z = bound/k_t falls until τ = 1 (slides on), then rises faster than the mass moves: it sticks there.
    Structure s = one_mass(1e6, 0.0,
                           {.bound = 1.0,
                            .stiffness = 1.0,
                            .normal = NormalVariation{.record = record_of({0.0, 1.0, 2.0}, {1.0, 0.5, 1.5})}});
    const StructureTrajectory motion =
        simulate(s, {.position = {0.0}, .velocity = {0.1}, .contact_deflection = {1.0}}, 1.9);
    ASSERT_EQ(motion.events.size(), 2u);
    EXPECT_EQ(motion.events[0].kind, ContactEventKind::stick_to_slide);
    EXPECT_EQ(motion.events[1].kind, ContactEventKind::slide_to_stick);
    EXPECT_NEAR(motion.events[1].time, 1.0, 1e-14);
    EXPECT_NEAR(motion.at(1.5).deflection[0], 0.55, 1e-6);
    const StructureEnergy energy = energy_balance(motion);
    EXPECT_LE(std::abs(energy.imbalance), 1e-12 * (std::abs(energy.input) + energy.initial));
}

/// A normal force that drops at once lets the spring of the contact jump back to its bound; friction takes the energy.
TEST(ElasticContact, LosesWhatADropOfItsNormalForceSetsFree) {
    Structure s = one_mass(
        1e6, 0.0,
        {.bound = 1.0, .stiffness = 1.0, .normal = NormalVariation{.record = record_of({0.0, 1.0}, {1.0, 1.0})}});
    const StructureTrajectory motion =
        simulate(s, {.position = {0.0}, .velocity = {0.0}, .contact_deflection = {0.8}}, 2.0);
    EXPECT_EQ(motion.at(1.5).contacts[0].phase, ContactPhase::open);
    const StructureEnergy energy = energy_balance(motion);
    EXPECT_NEAR(energy.friction[0], 0.32, 1e-6);
    EXPECT_LE(std::abs(energy.imbalance), 1e-12 * (std::abs(energy.input) + energy.initial));
    EXPECT_NEAR(peaks(motion).total_slip[0], 0.8, 1e-5);
}

/// Elastic contacts at their bound once alternated between stick and slide at one instant: how near to zero the
/// slider's velocity counts as zero differed between the decision and the search for the next event.
TEST(ElasticContact, ChangesAtMostOnceAtAnInstant) {
    std::mt19937 random(40);
    for (int i = 0; i < 400; ++i) {
        const RandomProblem p = random_problem(random, {.degrees = 1 + i % 6,
                                                        .contacts = 1 + i % 4,
                                                        .with_elastic = true,
                                                        .with_redundant = i % 3 == 0,
                                                        .with_varying_normal = i % 2 == 0});
        const StructureTrajectory motion = simulate(p.structure, p.start, 30.0, {.most_events = 20'000});
        ASSERT_EQ(motion.termination, StructureTermination::reached_end) << i;
        std::map<std::size_t, double> last;
        for (const ContactEvent& e : motion.events) {
            if (!p.structure.contacts[e.contact].stiffness) continue;
            const auto [at, is_new] = last.emplace(e.contact, e.time);
            EXPECT_TRUE(is_new || e.time > at->second) << i << " contact " << e.contact << " at " << e.time;
            at->second = e.time;
        }
        const StructureEnergy energy = energy_balance(motion);
        EXPECT_LE(std::abs(energy.imbalance), 1e-12 * (std::abs(energy.input) + energy.initial)) << i;
        for (const double lost : energy.friction) EXPECT_GE(lost, -1e-13 * (std::abs(energy.input) + energy.initial));
    }
}

/// Friction starts at its bound, and so does its rate, at zero but for the rounding of a phase of π/2: the second
/// derivative decides. The rate, some 10⁻¹⁷ N/s of either sign, was once taken for one, and the contact was decided for
/// ever.
TEST(ContactAtItsBound, IsNotDecidedByTheRoundingOfARate) {
    for (const double frequency : {0.3, 1.0, 7.0}) {
        for (const double side : {1.0, -1.0}) {
            for (const double swing : {0.2, -0.2}) {
                for (const double turns : {0.0, 1.0, -3.0}) {
                    Structure s = one_mass(1.0, 1.0, {.bound = 0.5});
                    const double phase = 0.5 * pi + 2.0 * pi * turns;
                    s.loads = {{{1.0}, {.constant = -side * swing, .harmonics = {{side * swing, frequency, phase}}}}};
                    // p − k·x = −side·(0.5 + swing·(1 − cos ωt)): beyond the bound, or back from it.
                    const StructureTrajectory motion =
                        simulate(s, {.position = {0.5 * side}, .velocity = {0.0}}, 0.1 / frequency);
                    const ContactState now = motion.at(0.05 / frequency).contacts[0];
                    EXPECT_EQ(now.phase, swing > 0.0 ? ContactPhase::slide : ContactPhase::stick) << frequency << side;
                    EXPECT_EQ(now.direction, swing > 0.0 ? -int(side) : 0) << frequency << side;
                    ASSERT_EQ(motion.events.size(), swing > 0.0 ? 1U : 0U);
                    const double t = motion.end_time();
                    // v′ = −side·swing·(1 − cos ωt) − (x − x₀), the last part of the order of t⁴.
                    const double pushed = -side * swing * (t - std::sin(frequency * t) / frequency);
                    EXPECT_NEAR(motion.at(t).velocity[0], swing > 0.0 ? pushed : 0.0, std::abs(pushed) * t * t);
                }
            }
        }
    }
}

/// A slider that starts exactly at its bound, with every derivative of its slip zero but the third.
TEST(ElasticContact, AtItsBoundIsDecidedByTheFirstDerivativeThatIsNotZero) {
    for (const double sign : {1.0, -1.0}) {
        // m·x″ = p(t) − r, r = 0.5: p = 0.5 ± t gives u = ±t²/2.
        Structure s = one_mass(1.0, 0.0, {.bound = 0.5, .stiffness = 2.0});
        s.loads = {{{1.0}, {.record = record_of({0.0, 10.0}, {0.5, 0.5 + sign * 10.0})}}};
        const StructureTrajectory motion =
            simulate(s, {.position = {0.0}, .velocity = {0.0}, .contact_deflection = {0.25}}, 0.5);
        EXPECT_EQ(motion.at(0.1).contacts[0].phase, sign > 0 ? ContactPhase::slide : ContactPhase::stick);
        if (sign > 0) {
            EXPECT_NEAR(motion.at(0.5).velocity[0], 0.125, 1e-14);
        }
    }
}

}  // namespace
}  // namespace stickslip::structure
