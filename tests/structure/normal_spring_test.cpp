// Contacts whose normal force the motion decides: they press, lift and couple. Against closed forms, against an
// independent integrator, and by what must not change.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "kinds/structure/period_map.hpp"
#include "random_structure.hpp"
#include "sampled_motion.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {
namespace {

constexpr double pi = std::numbers::pi;

double uniform_in(std::mt19937& random, double a, double b) { return std::uniform_real_distribution(a, b)(random); }
bool is_chosen(std::mt19937& random, double p) { return uniform_in(random, 0.0, 1.0) < p; }

/// A chain of 1 to 6 masses with contacts along random slips and normals: pressed and apart, rigid and elastic, with
/// and without friction, on surfaces at rest and moving ones.
RandomProblem random_presses(std::mt19937& random, int degrees, int contacts) {
    RandomProblem p = random_problem(random, {.degrees = degrees, .contacts = 0});
    const auto n = std::size_t(degrees);
    for (double& v : p.start.velocity) v += 0.3;  // rigid contacts slide at first: what they do at rest is not at issue
    int rigid = 0;
    for (int j = 0; j < contacts; ++j) {
        Contact c;
        c.direction.assign(n, 0.0);
        NormalSpring spring{.direction = std::vector<double>(n, 0.0)};
        for (std::size_t i = 0; i < n; ++i) {
            if (is_chosen(random, 0.6)) c.direction[i] = uniform_in(random, -1.0, 1.0);
            if (is_chosen(random, 0.6)) spring.direction[i] = uniform_in(random, -1.0, 1.0);
        }
        c.direction[std::size_t(j) % n] += 1.5;
        spring.direction[std::size_t(j + 1) % n] -= 1.2;
        spring.stiffness = uniform_in(random, 1.0, 15.0);
        spring.preload = uniform_in(random, -0.5, 1.0);
        if (is_chosen(random, 0.85)) spring.mu = uniform_in(random, 0.05, 0.8);
        if (is_chosen(random, 0.5) || rigid == degrees) {
            c.stiffness = uniform_in(random, 2.0, 20.0);
        } else {
            ++rigid;
        }
        if (is_chosen(random, 0.4)) c.surface_velocity = uniform_in(random, -0.5, 0.5);
        c.normal_spring = spring;
        p.structure.contacts.push_back(c);
    }
    return p;
}

RandomProblem random_presses(std::mt19937& random, int number) {
    return random_presses(random, 1 + number % 6, 1 + number % 3);
}

std::string in_words(const std::vector<ContactEvent>& events, std::size_t i) {
    if (i >= events.size()) return "nothing";
    const ContactEvent& e = events[i];
    return std::string(name(e.kind)) + " of " + std::to_string(e.contact) + " to " + std::to_string(e.direction) +
           " at " + std::to_string(e.time);
}

TEST(NormalSprings, DoWhatAnIndependentIntegratorDoes) {
    constexpr int problems = 200;
    std::mt19937 random(2301);
    std::map<std::string, int> seen;
    for (int i = 0; i < problems; ++i) {
        const RandomProblem p = random_presses(random, i);
        const StructureTrajectory motion = simulate(p.structure, p.start, 8.0);
        SampledResult peer = sampled_motion(p.structure, p.start, 8.0, 0.5);
        if (peer.events.size() != motion.events.size()) peer = sampled_motion(p.structure, p.start, 8.0, 0.02);
        EXPECT_EQ(motion.events.size(), peer.events.size()) << i;
        for (std::size_t k = 0; k < std::min(motion.events.size(), peer.events.size()); ++k) {
            const ContactEvent& a = motion.events[k];
            const ContactEvent& b = peer.events[k];
            const std::string both =
                std::to_string(i) + ": " + in_words(motion.events, k) + " and " + in_words(peer.events, k);
            EXPECT_TRUE(a.contact == b.contact && a.kind == b.kind && a.direction == b.direction) << both;
            EXPECT_NEAR(a.time, b.time, 1e-8) << both;
            const bool is_elastic = p.structure.contacts[a.contact].stiffness.has_value();
            ++seen[std::string(is_elastic ? "elastic " : "rigid ") + std::string(name(a.kind))];
        }
        const StructureSample end = motion.at(8.0);
        for (std::size_t d = 0; d < p.structure.size(); ++d) {
            EXPECT_NEAR(end.position[d], peer.position[d], 1e-8) << i;
            EXPECT_NEAR(end.velocity[d], peer.velocity[d], 1e-8) << i;
        }
    }
    for (const char* tangential : {"rigid ", "elastic "}) {
        for (const char* kind : {"slide-to-stick", "stick-to-slide", "open", "close"}) {
            EXPECT_GT(seen[std::string(tangential) + kind], 5) << tangential << kind;
        }
    }
    EXPECT_GT(seen["rigid reversal"], 0);
}

TEST(NormalSprings, LoseNoEnergy) {
    std::mt19937 random(2302);
    for (int i = 0; i < 120; ++i) {
        RandomProblem p = random_presses(random, i);
        if (i % 3 == 0) p = transformed(p, random);
        if (i % 4 == 0 && !p.structure.contacts[0].stiffness && p.structure.contacts[0].normal_spring->mu > 0.0) {
            p.structure.contacts[0].normal_spring->mu_static = 1.5 * p.structure.contacts[0].normal_spring->mu;
        }
        const StructureEnergy e = energy_balance(simulate(p.structure, p.start, 15.0));
        EXPECT_LE(std::abs(e.imbalance), 1e-12 * (std::abs(e.input) + e.initial)) << i;
        for (const double lost : e.friction) EXPECT_GE(lost, -1e-12 * (std::abs(e.input) + e.initial)) << i;
    }
}

/// One mass with spring k against a stop: it leaves the spring's motion at x = gap and is back after half a period of
/// the stiffer one about its own middle.
Structure against_a_stop(double mass, double stiffness, double stop, double gap) {
    Structure s{.mass = {1, 1, {mass}}, .damping = {1, 1, {0.0}}, .stiffness = {1, 1, {stiffness}}};
    Contact c{.direction = {0.0}};
    c.normal_spring = NormalSpring{.direction = {-1.0}, .stiffness = stop, .preload = -stop * gap};
    s.contacts = {c};
    return s;
}

TEST(NormalSprings, AreStopsWithoutFriction) {
    const double gap = 0.3, v = 2.0, k = 3.0, kn = 50.0, m = 1.3;
    const StructureTrajectory motion = simulate(against_a_stop(m, k, kn, gap), {.velocity = {v}}, 6.0);
    ASSERT_GE(motion.events.size(), 2u);
    const double w = std::sqrt(k / m);
    const double t = std::asin(gap * w / v) / w;
    const double speed = std::sqrt(v * v - k / m * gap * gap);
    EXPECT_EQ(motion.events[0].kind, ContactEventKind::close);
    EXPECT_EQ(motion.events[0].direction, 0);
    EXPECT_NEAR(motion.events[0].time, t, 1e-14);
    const double middle = kn * gap / (k + kn);
    const double fast = std::sqrt((k + kn) / m);
    const double phase = std::atan2((gap - middle) * fast, speed);
    EXPECT_EQ(motion.events[1].kind, ContactEventKind::open);
    EXPECT_NEAR(motion.events[1].time, t + (pi - 2.0 * phase) / fast, 1e-13);
    for (const ContactEvent& e : motion.events) {
        EXPECT_TRUE(e.kind == ContactEventKind::close || e.kind == ContactEventKind::open);
    }
    EXPECT_EQ(peaks(motion).total_slip[0], 0.0);
}

TEST(NormalSprings, ThatOnlyTouchOpenAndCloseNothing) {
    // x = 1 − cos t − 1 reaches the stop at x = 1 with v = 0 and no force.
    const Structure s = against_a_stop(1.0, 1.0, 40.0, 1.0);
    const StructureTrajectory motion = simulate(s, {.position = {-1.0}}, 20.0);
    for (const StructureSample& at : {motion.at(pi), motion.at(5.0), motion.at(20.0)}) {
        EXPECT_NEAR(at.position[0], -std::cos(at.time), 1e-12);
    }
}

/// A mass at rest touches its stop, and only its neighbours are loaded: the normal force begins as a high power of t.
TEST(NormalSprings, ThatTouchAtRestAwayFromTheLoadAreDecided) {
    for (const double turned : {1.0, -1.0}) {
        Structure s{.mass = {3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1}},
                    .damping = Matrix::zero(3, 3),
                    .stiffness = {3, 3, {2, -1, 0, -1, 2, -1, 0, -1, 1}}};
        Contact stop{.direction = {0.0, 0.0, 0.0}};
        stop.normal_spring = NormalSpring{.direction = {0.0, 0.0, -turned}, .stiffness = 30.0};
        Contact pad{.direction = {0.0, 1.0, 0.0}, .stiffness = 5.0, .surface_velocity = 0.3};
        pad.normal_spring = NormalSpring{.direction = {0.0, 0.0, -turned}, .stiffness = 3.0, .mu = 0.2};
        s.contacts = {stop, pad};
        DirectedLoad load{.direction = {1.0, 0.0, 0.0}};
        load.load.harmonics = {{1.0, 1.1, 0.0}};
        s.loads = {load};
        const StructureTrajectory motion = simulate(s, {}, 20.0);
        const StructureEnergy e = energy_balance(motion);
        EXPECT_LE(std::abs(e.imbalance), 1e-12 * std::abs(e.input)) << turned;
        EXPECT_EQ(motion.at(0.1).contacts[0].phase == ContactPhase::open, turned < 0.0);
        EXPECT_GT(motion.events.size(), 4u);
    }
}

TEST(NormalSprings, ThatStiffenBecomeWalls) {
    // Against a wall at the middle of its swing a mass bounces with twice its frequency; a stop of stiffness k_n keeps
    // it for half a period of its own, and the delay falls as 1/√k_n.
    double before = 0.0;
    for (const double kn : {1e4, 1e6, 1e8}) {
        const StructureTrajectory motion = simulate(against_a_stop(1.0, 1.0, kn, 0.0), {.velocity = {1.0}}, 10.0);
        double late = 0.0;  // of the third closing against 0, π, 2π
        int closings = 0;
        for (const ContactEvent& e : motion.events) {
            if (e.kind != ContactEventKind::close) continue;
            if (++closings == 2) late = e.time - 2.0 * pi;
        }
        ASSERT_GE(closings, 2);
        EXPECT_GT(late, 0.0);
        if (before > 0.0) {
            EXPECT_NEAR(before / late, 10.0, 0.2) << kn;
        }
        before = late;
    }
}

/// Pressed by a constant preload on a stiff floor, the mass slides as under a prescribed normal force: with 1/k_n.
TEST(NormalSprings, ThatStiffenKeepAPrescribedForce) {
    const auto motion_of = [](double kn) {
        Structure s{.mass = {2, 2, {1.0, 0.0, 0.0, 1.0}},
                    .damping = {2, 2, {0.1, 0.0, 0.0, 0.1}},
                    .stiffness = {2, 2, {1.0, 0.3, 0.3, 1.0}}};
        Contact c{.direction = {1.0, 0.0}, .bound = 0.4};
        if (kn > 0.0) {
            c.bound = 0.0;
            c.normal_spring = NormalSpring{.direction = {0.0, 1.0}, .stiffness = kn, .preload = 2.0, .mu = 0.2};
        }
        s.contacts = {c};
        DirectedLoad shake{.direction = {1.0, 0.0}};
        shake.load.harmonics = {{1.0, 0.9, 0.0}};
        DirectedLoad weight{.direction = {0.0, 1.0}};
        weight.load.constant = -2.0;
        s.loads = {shake, weight};
        return simulate(s, {}, 20.0).at(20.0).position[0];
    };
    const double a = motion_of(1e4), b = motion_of(1e5), c = motion_of(1e6);
    EXPECT_NEAR((a - b) / (b - c), 10.0, 0.5);
}

VectorXd numbers_of(const std::vector<double>& v) { return Eigen::Map<const VectorXd>(v.data(), int(v.size())); }

/// The end of a motion against its start, from differences.
VectorXd difference(const PeriodMap& map, const Configuration& start, const VectorXd& along, double step, double time) {
    const StateLayout& layout = map.layout();
    VectorXd ends[2];
    for (const int side : {0, 1}) {
        Configuration moved = start;
        layout.set(layout.state(start) + (side == 0 ? step : -step) * along, moved);
        ends[side] = layout.state(map.map(moved, time, PeriodMap::Derivative::without).end);
    }
    return (ends[0] - ends[1]) / (2.0 * step);
}

TEST(NormalSprings, MoveWithTheirStartAsTheDerivativeSays) {
    std::mt19937 random(2303);
    int compared = 0;
    for (int i = 0; i < 60; ++i) {
        const RandomProblem p = random_presses(random, i);
        PhaseLibrary library(p.structure);
        const PeriodMap map(library, 100'000);
        const int contacts = int(p.structure.contacts.size());
        const Configuration start{
            {}, numbers_of(p.start.position), numbers_of(p.start.velocity), VectorXd::Zero(contacts), {}};
        VectorXd along = VectorXd::Zero(map.layout().size());
        for (int k = 0; k < 2 * library.structure.size; ++k) along[k] = uniform_in(random, -1.0, 1.0);
        const MappedState mapped = map.map(start, 4.0, PeriodMap::Derivative::with);
        const VectorXd exact = mapped.derivative * along;
        const VectorXd coarse = difference(map, start, along, 2e-6, 4.0);
        const VectorXd fine = difference(map, start, along, 1e-6, 4.0);
        if ((coarse - fine).norm() > 1e-6 * exact.norm()) continue;  // a border between patterns is near
        ++compared;
        EXPECT_LE((fine - exact).norm(), 1e-6 * (1.0 + exact.norm())) << i;
    }
    EXPECT_GT(compared, 45);
}

/// A contact split into two that share its stiffnesses and its preload moves the structure alike.
TEST(NormalSprings, CanBeSplit) {
    std::mt19937 random(2304);
    for (int i = 0; i < 40; ++i) {
        const RandomProblem p = random_presses(random, i);
        RandomProblem split = p;
        for (Contact& c : split.structure.contacts) {
            c.normal_spring->stiffness *= 0.5;
            c.normal_spring->preload *= 0.5;
            if (c.stiffness) *c.stiffness *= 0.5;
        }
        const auto halves = split.structure.contacts;
        split.structure.contacts.insert(split.structure.contacts.end(), halves.begin(), halves.end());
        const StructureSample a = simulate(p.structure, p.start, 8.0).at(8.0);
        const StructureSample b = simulate(split.structure, p.start, 8.0).at(8.0);
        for (std::size_t d = 0; d < a.position.size(); ++d) EXPECT_NEAR(a.position[d], b.position[d], 1e-9) << i;
    }
}

/// A mass on a belt with springs along and across the surface, and one askew that couples both. It is slower than the
/// belt, so that friction adds μ·k_n to the stiffness that couples y into x: K = [11, −2 + 6μ; −2, 4 + 6].
Structure askew_on_a_belt(double mu, double damping) {
    Structure s{.mass = {2, 2, {1.0, 0.0, 0.0, 1.0}},
                .damping = {2, 2, {damping, 0.0, 0.0, damping}},
                .stiffness = {2, 2, {11.0, -2.0, -2.0, 4.0}}};
    Contact c{.direction = {1.0, 0.0}, .surface_velocity = 0.5};
    c.normal_spring = NormalSpring{.direction = {0.0, 1.0}, .stiffness = 6.0, .preload = 5.0, .mu = mu};
    s.contacts = {c};
    return s;
}
/// λ² + c·λ + κ = 0 with κ = 10.5 ± i·√(48μ − 17)/2 is on the border where Im κ = c·√(Re κ).
double critical_mu(double damping) { return (17.0 + 42.0 * damping * damping) / 48.0; }

/// The largest real part of the roots while the mass slides.
double growth_of_slip(double mu, double damping) {
    const DenseStructure s(askew_on_a_belt(mu, damping));
    const PatternFlow flow(s, {{ContactPhase::slide, -1}});
    MatrixXd system = MatrixXd::Zero(4, 4);
    system.topRightCorner(2, 2).setIdentity();
    system.bottomLeftCorner(2, 2) = -flow.stiffness();
    system.bottomRightCorner(2, 2) = -s.damping;
    return system.eigenvalues().real().maxCoeff();
}

/// Started near its equilibrium the mass only slides.
double equilibrium_multiplier(double mu, double damping) {
    const StructureState near{.position = {-0.1, 0.5}};
    const StructureSteadyState s =
        steady_state(askew_on_a_belt(mu, damping), near, {.with_coexisting = false, .most_periods = 100});
    return s.multiplier;
}

TEST(ModeCoupling, BeginsAtTheFrictionOfItsClosedForm) {
    for (const double damping : {0.0, 0.05, 0.3}) {
        double low = 0.0, high = 1.0;
        while (high - low > 1e-15) {
            const double mu = 0.5 * (low + high);
            if (mu <= low || mu >= high) break;
            // Without damping two roots meet at the border and part as a square root.
            (growth_of_slip(mu, damping) > (damping > 0.0 ? 0.0 : 1e-7) ? high : low) = mu;
        }
        EXPECT_NEAR(high, critical_mu(damping), 1e-12) << damping;
        if (damping == 0.0) continue;
        // Multipliers of the equilibrium, over a natural period, say the same.
        const double above = equilibrium_multiplier(high * (1.0 + 1e-6), damping);
        const double below = equilibrium_multiplier(high * (1.0 - 1e-6), damping);
        EXPECT_NEAR(std::log(above) / std::log(below), -1.0, 1e-4) << damping;
        EXPECT_GT(above, 1.0) << damping;
    }
}

TEST(ModeCoupling, IsAnEquilibriumBelowAndALimitCycleAbove) {
    constexpr double damping = 0.1;
    const double mu = critical_mu(damping);
    const StructureSteadyState below = steady_state(askew_on_a_belt(0.97 * mu, damping), {.position = {0.2, 0.1}});
    EXPECT_EQ(below.regime, Regime::continuous);
    EXPECT_FALSE(below.period.has_value());
    EXPECT_LT(below.multiplier, 1.0);

    const Structure unstable = askew_on_a_belt(1.3 * mu, damping);
    const StructureSteadyState above = steady_state(unstable, {.position = {0.2, 0.1}});
    ASSERT_TRUE(above.is_limit_cycle) << above.reason;
    EXPECT_LT(above.multiplier, 1.0);
    EXPECT_GT(above.amplitude[0], 1e-2);
    EXPECT_LE(std::abs(above.input - above.contacts[0].dissipated - above.damping_loss), 1e-11 * above.input);
    ASSERT_EQ(above.coexists.size(), 1u);
    EXPECT_EQ(above.coexists[0].regime, Regime::continuous);
    EXPECT_GT(above.coexists[0].multiplier, 1.0) << "the equilibrium, which is not stable";
    const StructureSteadyState from_afar = steady_state(unstable, {.position = {-1.0, 0.4}});
    EXPECT_NEAR(from_afar.amplitude[0], above.amplitude[0], 1e-9);
    // A motion that starts beside the cycle comes back to it as its multiplier says.
    const StructurePhase& first = above.cycle->phases.front();
    const StructureTrajectory again =
        simulate(unstable, {first.position, first.velocity, first.deflection}, *above.period);
    const StructureSample end = again.at(*above.period);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(end.position[std::size_t(i)], first.position[std::size_t(i)], 1e-10);
}

/// A driven mass against a stop [ShawHolmes1983]: one motion a load period, and at other frequencies one in two.
TEST(Stops, HaveSteadyMotionsAndSubharmonics) {
    int subharmonics = 0;
    for (const double frequency : {0.6, 1.0, 1.7, 2.5, 2.7, 2.9, 3.1}) {
        Structure s = against_a_stop(1.0, 1.0, 30.0, 0.0);
        s.damping.values = {0.1};
        DirectedLoad load{.direction = {1.0}};
        load.load.harmonics = {{1.0, frequency, 0.0}};
        s.loads = {load};
        const StructureSteadyState steady = steady_state(s, {}, {.with_coexisting = false});
        ASSERT_TRUE(steady.cycle) << frequency << ": " << steady.reason;
        if (steady.regime == Regime::chaotic) continue;
        EXPECT_EQ(steady.regime, Regime::continuous) << frequency;
        EXPECT_LE(steady.multiplier, 1.0) << frequency;
        EXPECT_LE(steady.residual, 1e-10) << frequency;
        EXPECT_GT(steady.contacts[0].open_fraction, 0.0) << frequency;
        EXPECT_LT(steady.contacts[0].open_fraction, 1.0) << frequency;
        EXPECT_LE(std::abs(steady.input - steady.damping_loss), 1e-11 * steady.damping_loss) << frequency;
        subharmonics += steady.load_periods > 1 ? 1 : 0;
    }
    EXPECT_GT(subharmonics, 0);
}

}  // namespace
}  // namespace stickslip::structure
