// A normal force that varies in the plane: against the line, where the motion is straight, and against an integrator of
// eighth order, where it bends and never stops.

#include <gtest/gtest.h>

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

class RandomPlane {
public:
    explicit RandomPlane(unsigned seed) : engine_(seed) {}

    [[nodiscard]] double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    [[nodiscard]] bool chance(double share) { return uniform(0.0, 1.0) < share; }

    [[nodiscard]] Oscillator oscillator(double amplitude) {
        Oscillator o;
        o.mass = uniform(0.5, 2.0);
        o.stiffness = uniform(0.5, 6.0);
        o.damping = 2.0 * std::sqrt(o.mass * o.stiffness) * uniform(0.01, 0.15);
        o.friction_bound = amplitude * uniform(0.1, 1.0);
        return o;
    }
    [[nodiscard]] NormalVariation normal(double frequency) {
        return {1.0, (chance(0.5) ? 1.0 : -1.0) * uniform(0.1, 1.9), frequency, uniform(-pi, pi), nullptr};
    }

private:
    std::mt19937_64 engine_;
};

/// A motion along a line of the plane, and the same on a line.
struct Straight {
    Oscillator plane;
    Load load;
    State start;
    stickslip::Oscillator line;
    stickslip::Load line_load;
    stickslip::State line_start;
    Vector direction;
    double until;
};

Straight straight(RandomPlane& random) {
    Straight s;
    const double amplitude = random.uniform(0.5, 3.0);
    s.plane = random.oscillator(amplitude);
    const double frequency = natural_frequency(s.plane) * random.uniform(0.3, 2.0);
    constexpr double multiples[] = {1.0, 2.0, 0.5};
    s.plane.normal = random.normal(frequency * multiples[static_cast<int>(random.uniform(0.0, 3.0))]);
    const double turn = random.chance(0.5) ? 0.0 : random.uniform(0.0, 2.0 * pi);
    s.direction = {std::cos(turn), std::sin(turn)};
    const double phase = random.uniform(-pi, pi);
    s.load = harmonic_load(amplitude * s.direction, frequency, {phase, phase});
    s.line_load.harmonics = {{amplitude, frequency, phase}};
    s.line_start = {random.uniform(-1.0, 1.0), random.chance(0.4) ? 0.0 : random.uniform(-1.0, 1.0)};
    s.start = {s.line_start.position * s.direction, s.line_start.velocity * s.direction, {}};
    s.line = {.mass = s.plane.mass,
              .damping = s.plane.damping,
              .stiffness = s.plane.stiffness,
              .friction_bound = s.plane.friction_bound,
              .normal = s.plane.normal};
    s.until = random.uniform(3.0, 10.0) * 2.0 * pi / frequency;
    return s;
}

/// Turns round are reversals on a line, and passages through rest in the plane: the other events are the same.
template <class Motion>
std::vector<std::pair<EventKind, double>> contact_events(const Motion& motion) {
    std::vector<std::pair<EventKind, double>> events;
    for (const auto& e : motion.events) {
        if (e.kind != EventKind::reversal) events.push_back({e.kind, e.time});
    }
    return events;
}

TEST(PlanarNormalForce, MovesStraightAsOnALine) {
    RandomPlane random(1);
    int openings = 0;
    for (int i = 0; i < 25; ++i) {
        const Straight s = straight(random);
        const Trajectory plane = simulate(s.plane, s.load, s.start, s.until);
        const stickslip::Trajectory line = stickslip::simulate(s.line, s.line_load, s.line_start, s.until);
        const auto events = contact_events(plane);
        const auto expected = contact_events(line);
        ASSERT_EQ(events.size(), expected.size()) << "case " << i;
        for (std::size_t k = 0; k < events.size(); ++k) {
            EXPECT_EQ(events[k].first, expected[k].first) << "case " << i;
            EXPECT_NEAR(events[k].second, expected[k].second, 1e-11) << "case " << i;
            openings += events[k].first == EventKind::open ? 1 : 0;
        }
        const Sample end = plane.at(s.until);
        EXPECT_NEAR(dot(end.position, s.direction), line.at(s.until).position, 1e-11) << "case " << i;
        EXPECT_NEAR(dot(end.velocity, s.direction), line.at(s.until).velocity, 1e-11) << "case " << i;
        const EnergyBalance energy = energy_balance(plane);
        EXPECT_NEAR(energy.imbalance, 0.0, 1e-12 * (1.0 + std::abs(energy.input))) << "case " << i;
        EXPECT_NEAR(energy.friction, energy_balance(line).friction, 1e-10 * (1.0 + energy.friction)) << "case " << i;
        EXPECT_NEAR(peaks(plane).total_slip, peaks(line).total_slip, 1e-10 * (1.0 + energy.friction)) << "case " << i;
    }
    EXPECT_GT(openings, 25);
}

TEST(PlanarNormalForce, ComesToTheSteadyStateOfTheLine) {
    RandomPlane random(2);
    for (int i = 0; i < 8; ++i) {
        const Straight s = straight(random);
        const SteadyState plane = steady_state(s.plane, s.load, s.start);
        const stickslip::SteadyState line = stickslip::steady_state(s.line, s.line_load, s.line_start);
        ASSERT_EQ(plane.regime, line.regime) << "case " << i;
        if (plane.regime == Regime::permanent_stick) continue;
        EXPECT_NEAR(norm(plane.amplitude), line.amplitude, 1e-11) << "case " << i;
        EXPECT_EQ(plane.stick_intervals_per_cycle, line.stops_per_cycle()) << "case " << i;
        EXPECT_NEAR(plane.stuck_fraction, line.stuck_fraction, 1e-11) << "case " << i;
        EXPECT_NEAR(plane.open_fraction, line.open_fraction, 1e-11) << "case " << i;
        EXPECT_NEAR(plane.dissipated, line.dissipated, 1e-10) << "case " << i;
    }
}

TEST(PlanarNormalForce, ClosesTheEnergyOfEllipticSteadyMotions) {
    RandomPlane random(3);
    for (int i = 0; i < 12; ++i) {
        const Vector amplitude{random.uniform(1.0, 3.0), random.uniform(0.5, 3.0)};
        Oscillator o = random.oscillator(amplitude.x1);
        const double frequency = natural_frequency(o) * random.uniform(0.3, 1.8);
        o.normal = random.normal(2.0 * frequency);
        const Load load = harmonic_load(amplitude, frequency, {random.uniform(-pi, pi), random.uniform(-pi, pi)});
        const SteadyState s = steady_state(o, load);
        ASSERT_TRUE(s.is_periodic()) << "case " << i << ": " << s.reason;
        EXPECT_NEAR(s.input, s.dissipated + s.damped, 1e-12 * (1.0 + std::abs(s.input))) << "case " << i;
        EXPECT_LE(s.residual, 1e-11) << "case " << i;
        EXPECT_LE(s.multiplier, 1.0 + 1e-9) << "two motions never move apart, case " << i;
    }
}

using Numbers = std::array<double, 4>;

/// The state at `until` of a mass that slides all the time, or nothing where it comes close to rest.
std::optional<Numbers> integrated(const Oscillator& o, const Load& load, const State& start, double until) {
    namespace odeint = boost::numeric::odeint;
    constexpr double slow = 5e-2;  // the friction turns within v/(r_y/m)
    constexpr double tolerance = 1e-12;
    Numbers y{start.position.x1, start.position.x2, start.velocity.x1, start.velocity.x2};
    struct ComesClose {};
    const auto rates = [&](const Numbers& now, Numbers& rate, double t) {
        const double speed = std::hypot(now[2], now[3]);
        const double bound = o.friction_bound * o.normal->value(t);
        if (bound > 0.0 && speed < slow) throw ComesClose{};
        const Vector p = load.value(t);
        for (int i = 0; i < 2; ++i) {
            const auto a = static_cast<std::size_t>(i);
            const double friction = bound > 0.0 ? bound * now[a + 2] / speed : 0.0;
            rate[a] = now[a + 2];
            rate[a + 2] = (p[i] - o.damping * now[a + 2] - o.stiffness * now[a] - friction) / o.mass;
        }
    };
    // From one opening or closing to the next, where the bound has a corner.
    double t = 0.0;
    while (t < until) {
        const double next = std::min(o.normal->window({t, 0.0}).end, until);
        const auto stepper = odeint::make_controlled(tolerance, tolerance, odeint::runge_kutta_fehlberg78<Numbers>());
        try {
            odeint::integrate_adaptive(stepper, rates, y, t, next, 1e-3);
        } catch (const ComesClose&) {
            return std::nullopt;
        }
        t = next;
    }
    return y;
}

TEST(PlanarNormalForce, BendsAsAnIntegratorSays) {
    RandomPlane random(4);
    int compared = 0;
    int with_openings = 0;
    for (int i = 0; i < 30; ++i) {
        const Vector amplitude{random.uniform(1.0, 3.0), random.uniform(0.5, 3.0)};
        Oscillator o = random.oscillator(0.6 * amplitude.x1);
        const double frequency = natural_frequency(o) * random.uniform(0.3, 1.8);
        o.normal = random.normal(random.uniform(0.5, 2.0) * frequency);
        const Load load = harmonic_load(amplitude, frequency, {random.uniform(-pi, pi), random.uniform(-pi, pi)});
        const State start{{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)},
                          {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)},
                          {}};
        const double until = random.uniform(0.5, 2.0) * 2.0 * pi / frequency;
        const std::optional<Numbers> expected = integrated(o, load, start, until);
        if (!expected) continue;
        const Trajectory motion = simulate(o, load, start, until);
        const Sample end = motion.at(until);
        const double found[] = {end.position.x1, end.position.x2, end.velocity.x1, end.velocity.x2};
        for (std::size_t a = 0; a < 4; ++a) EXPECT_NEAR(found[a], (*expected)[a], 1e-9) << "case " << i;
        ++compared;
        with_openings += open_fraction(motion) > 0.0 ? 1 : 0;
    }
    EXPECT_GT(compared, 5);
    EXPECT_GT(with_openings, 2);
}

TEST(PlanarNormalForce, ThatDoesNotVaryChangesNoBit) {
    const Load load = harmonic_load({2.0, 1.0}, 0.8, {0.3, 1.2});
    const Oscillator plain{.damping = 0.1, .friction_bound = 0.7};
    Oscillator constant = plain;
    constant.normal = NormalVariation{.ratio = 0.0, .frequency = 1.7, .phase = 0.4, .record = nullptr};
    const Trajectory a = simulate(plain, load, {}, 40.0);
    const Trajectory b = simulate(constant, load, {}, 40.0);
    ASSERT_EQ(a.events.size(), b.events.size());
    EXPECT_EQ(a.end.position, b.end.position);
    EXPECT_EQ(steady_state(plain, load).amplitude, steady_state(constant, load).amplitude);
}

TEST(PlanarNormalForce, IsRefusedOnAnElasticSupport) {
    const std::string text =
        "[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\nsupport_stiffness = 5\n[friction]\nbound = 1\n"
        "normal_ratio = 0.5\n[load]\nkind = \"rotating\"\namplitude = 2\nfrequency = 0.7\n";
    try {
        static_cast<void>(CaseDocument::parse(text, "case").read_planar());
        FAIL() << "an elastic support has been taken";
    } catch (const CaseError& error) {
        EXPECT_NE(std::string(error.what()).find("rigid support"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace stickslip::planar
