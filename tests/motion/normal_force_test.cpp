// A normal force that varies, against structures of one mass, which share no code of the motion with the line; against
// closed forms; and against the same line by Taylor series.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/law_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/structure/simulate.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip {
namespace {

constexpr double pi = std::numbers::pi;

/// One mass, as an oscillator and as a structure.
struct OneMass {
    Oscillator oscillator;
    Load load;
    State start;
    double until = 0.0;

    [[nodiscard]] structure::Structure structure() const {
        const Oscillator& o = oscillator;
        return {.mass = {1, 1, {o.mass}},
                .damping = {1, 1, {o.damping}},
                .stiffness = {1, 1, {o.stiffness}},
                .contacts = {{.direction = {1.0},
                              .bound = o.friction_bound,
                              .static_bound = o.static_bound,
                              .surface_velocity = o.belt_velocity,
                              .normal = o.normal}},
                .loads = {{.direction = {1.0}, .load = load}}};
    }
    [[nodiscard]] structure::StructureState structure_start() const {
        return {.position = {start.position}, .velocity = {start.velocity}};
    }
};

class RandomMass {
public:
    explicit RandomMass(unsigned seed) : engine_(seed) {}

    [[nodiscard]] double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    [[nodiscard]] bool chance(double share) { return uniform(0.0, 1.0) < share; }

    /// For motions: any damping, static friction, belts, normal forces of any frequency, records.
    [[nodiscard]] OneMass of_motion() {
        OneMass m = plain();
        Oscillator& o = m.oscillator;
        o.damping = critical(o) * (chance(0.3) ? 0.0 : uniform(0.0, 0.3));
        if (chance(0.3)) o.static_bound = o.friction_bound * uniform(1.0, 1.5);
        if (chance(0.3)) o.belt_velocity = uniform(-0.5, 0.5);
        const double frequency = chance(0.5) ? m.load.harmonics[0].frequency.value() : uniform(0.2, 5.0);
        o.normal = chance(0.3) ? of_record() : harmonic(frequency);
        m.until = uniform(5.0, 30.0) * 2.0 * pi / m.load.harmonics[0].frequency.value();
        return m;
    }

    /// For steady states: frequencies with a common period, equal bounds.
    [[nodiscard]] OneMass of_steady_state() {
        OneMass m = plain();
        m.oscillator.damping = critical(m.oscillator) * (chance(0.2) ? 0.0 : uniform(0.01, 0.2));
        constexpr double multiples[] = {1.0, 1.0, 2.0, 3.0, 0.5, 1.5};
        const double multiple = multiples[std::uniform_int_distribution<int>(0, 5)(engine_)];
        m.oscillator.normal = harmonic(multiple * m.load.harmonics[0].frequency.value());
        return m;
    }

private:
    [[nodiscard]] static double critical(const Oscillator& o) { return 2.0 * std::sqrt(o.mass * o.stiffness); }

    [[nodiscard]] OneMass plain() {
        OneMass m;
        m.oscillator.mass = uniform(0.5, 2.0);
        m.oscillator.stiffness = uniform(0.5, 15.0);
        const double natural = std::sqrt(m.oscillator.stiffness / m.oscillator.mass);
        const double amplitude = uniform(0.5, 3.0);
        m.load.harmonics = {{amplitude, natural * uniform(0.2, 2.2), uniform(-pi, pi)}};
        m.load.constant = chance(0.5) ? 0.0 : uniform(-0.5, 0.5);
        m.oscillator.friction_bound = amplitude * uniform(0.05, 1.1);
        m.start = {uniform(-1.0, 1.0), chance(0.4) ? 0.0 : uniform(-1.0, 1.0)};
        return m;
    }

    [[nodiscard]] NormalVariation harmonic(double frequency) {
        const double sign = chance(0.5) ? 1.0 : -1.0;
        if (chance(0.1)) return {0.0, sign, frequency, uniform(-pi, pi), nullptr};
        return {1.0, sign * uniform(0.1, 2.0), frequency, uniform(-pi, pi), nullptr};
    }

    [[nodiscard]] NormalVariation of_record() {
        std::vector<double> times{-0.3};
        std::vector<double> values{uniform(-1.0, 3.0)};
        const double lowest = chance(0.5) ? 0.2 : -1.0;
        for (int i = 0; i < 30; ++i) {
            times.push_back(times.back() + uniform(0.1, 2.0));
            values.push_back(uniform(lowest, 3.0));
        }
        return {.frequency = {}, .record = std::make_shared<const Record>(linear_record(times, values))};
    }

    std::mt19937_64 engine_;
};

/// Of a stop the line tells the direction that ended, a structure none.
int direction_that_begins(const Event& e) { return e.kind == EventKind::slide_to_stick ? 0 : e.direction; }

TEST(NormalForceOnALine, MovesAsAStructureOfOneMass) {
    constexpr int cases = 1000;
    constexpr double close = 1e-11;  // of a motion over 30 periods; the worst of these is 4e-13
    RandomMass random(20261119);
    int openings = 0;
    for (int i = 0; i < cases; ++i) {
        const OneMass m = random.of_motion();
        const Trajectory line = simulate(m.oscillator, m.load, m.start, m.until);
        const structure::StructureTrajectory one = structure::simulate(m.structure(), m.structure_start(), m.until);
        ASSERT_EQ(line.events.size(), one.events.size()) << "case " << i;
        for (std::size_t k = 0; k < line.events.size(); ++k) {
            ASSERT_EQ(name(line.events[k].kind), structure::name(one.events[k].kind))
                << "case " << i << ", event " << k;
            EXPECT_EQ(direction_that_begins(line.events[k]), one.events[k].direction) << "case " << i;
            EXPECT_NEAR(line.events[k].time, one.events[k].time, close) << "case " << i << ", event " << k;
            openings += line.events[k].kind == EventKind::open ? 1 : 0;
        }
        const Sample a = line.at(m.until);
        const structure::StructureSample b = one.at(m.until);
        const double size = 1.0 + std::abs(a.position) + std::abs(a.velocity);
        EXPECT_NEAR(a.position, b.position[0], close * size) << "case " << i;
        EXPECT_NEAR(a.velocity, b.velocity[0], close * size) << "case " << i;
        EXPECT_NEAR(a.friction, b.friction[0], close * size) << "case " << i;
        const EnergyBalance energy = energy_balance(line);
        const double work = 1.0 + std::abs(energy.input) + energy.friction;
        EXPECT_NEAR(energy.friction, structure::energy_balance(one).friction[0], close * work) << "case " << i;
        EXPECT_NEAR(energy.imbalance, 0.0, 1e-12 * work) << "case " << i;
    }
    EXPECT_GT(openings, cases) << "openings are what this is about";
}

TEST(NormalForceOnALine, ComesToTheSteadyStateOfAStructureOfOneMass) {
    constexpr int cases = 150;
    constexpr double close = 1e-12;
    RandomMass random(7);
    for (int i = 0; i < cases; ++i) {
        const OneMass m = random.of_steady_state();
        const SteadyState line = steady_state(m.oscillator, m.load, m.start);
        const structure::StructureSteadyState one = structure::steady_state(m.structure(), m.structure_start());
        ASSERT_EQ(name(line.regime), name(one.regime)) << "case " << i;
        if (line.regime == Regime::permanent_stick || line.regime == Regime::unbounded) continue;
        const structure::ContactCycle& contact = one.contacts[0];
        EXPECT_NEAR(line.amplitude, one.amplitude[0], close * (1.0 + line.amplitude)) << "case " << i;
        EXPECT_NEAR(line.x_max, one.x_max[0], close * (1.0 + line.amplitude)) << "case " << i;
        EXPECT_NEAR(line.velocity, one.velocity[0], close * (1.0 + line.velocity)) << "case " << i;
        EXPECT_EQ(line.stops_then_reverse, contact.stops_then_reverse) << "case " << i;
        EXPECT_EQ(line.stops_then_same_direction, contact.stops_then_same_direction) << "case " << i;
        EXPECT_EQ(line.zero_duration_reversals, contact.zero_duration_reversals) << "case " << i;
        EXPECT_NEAR(line.stuck_fraction, contact.stuck_fraction, close) << "case " << i;
        EXPECT_NEAR(line.open_fraction, contact.open_fraction, close) << "case " << i;
        EXPECT_NEAR(line.dissipated, contact.dissipated, close * (1.0 + line.dissipated)) << "case " << i;
        const double over_period = line.map_period == MapPeriod::full ? line.multiplier : std::pow(line.multiplier, 2);
        EXPECT_NEAR(over_period, one.multiplier, 1e-10) << "case " << i;
    }
}

TEST(NormalForceOnALine, MovesTheSameBySeries) {
    RandomMass random(11);
    for (int i = 0; i < 100; ++i) {
        const OneMass m = random.of_motion();
        const double until = 0.04 * m.until;  // releases in grazing contact lose half of all digits
        const Trajectory exact = simulate(m.oscillator, m.load, m.start, until);
        const auto series = make_law_motion(m.oscillator, m.load);
        series->start({}, {m.start.position, m.start.velocity - m.oscillator.belt_velocity, 0.0, {}});
        std::vector<EventKind> kinds;
        while (series->time().value() < until) {
            const LawStep step = series->step(until);
            if (step.event) kinds.push_back(*step.event);
        }
        std::vector<EventKind> expected;
        for (const Event& e : exact.events) {
            if (e.time > 0.0) expected.push_back(e.kind);
        }
        EXPECT_EQ(kinds, expected) << "case " << i;
        EXPECT_NEAR(series->state().position, exact.at(until).position, 1e-8) << "case " << i;
    }
}

/// A free mass that slides under N/N₀ = sin ωt loses ∫ r_y·sin ωt dt = 2·r_y/ω of its momentum in each closed half.
TEST(NormalForceOnALine, OpensAndClosesWithItsSign) {
    const double w = 2.0;
    const Oscillator o{.stiffness = 0.0, .friction_bound = 0.1, .normal = NormalVariation{0.0, 1.0, w, 0.0, nullptr}};
    const Trajectory motion = simulate(o, {}, {0.0, 1.0}, 3.3 * pi / w);
    ASSERT_EQ(motion.events.size(), 4u);
    EXPECT_EQ(motion.events[0].kind, EventKind::stick_to_slide);
    EXPECT_EQ(motion.events[1].kind, EventKind::open);
    EXPECT_NEAR(motion.events[1].time, pi / w, 1e-15);
    EXPECT_EQ(motion.events[2].kind, EventKind::close);
    EXPECT_NEAR(motion.events[2].time, 2.0 * pi / w, 1e-15);
    EXPECT_EQ(motion.events[2].direction, 1) << "it slides on";
    EXPECT_EQ(motion.at(1.5 * pi / w).phase, PhaseKind::open);
    EXPECT_EQ(motion.at(1.5 * pi / w).friction, 0.0);
    EXPECT_NEAR(motion.at(1.5 * pi / w).velocity, 1.0 - 0.2 / w, 1e-15);
    EXPECT_NEAR(motion.at(3.2 * pi / w).velocity, 1.0 - 0.4 / w, 1e-15);
}

TEST(NormalForceOnALine, ThatOnlyTouchesZeroOpensNothing) {
    const Oscillator o{.friction_bound = 0.3, .normal = NormalVariation{1.0, 1.0, 2.0, 0.0, nullptr}};
    const Load load{.harmonics = {{1.0, 0.7, 0.0}}};
    for (const Event& e : simulate(o, load, {0.4, 0.0}, 60.0).events) {
        EXPECT_NE(e.kind, EventKind::open);
        EXPECT_NE(e.kind, EventKind::close);
    }
}

/// What rests without a load rests on while there is no contact, and sticks as it closes.
TEST(NormalForceOnALine, ClosesOnAMassAtRestWithDirectionZero) {
    const Oscillator o{.friction_bound = 0.3, .normal = NormalVariation{1.0, 2.0, 1.0, 0.0, nullptr}};
    const Trajectory motion = simulate(o, {}, {0.0, 0.0}, 12.5);
    ASSERT_EQ(motion.events.size(), 4u);
    EXPECT_EQ(motion.events[0].kind, EventKind::open);
    EXPECT_NEAR(motion.events[0].time, 7.0 * pi / 6.0, 1e-15);
    EXPECT_EQ(motion.events[1].kind, EventKind::close);
    EXPECT_EQ(motion.events[1].direction, 0);
    EXPECT_EQ(motion.at(12.5).position, 0.0);
}

/// N₁ = 0 is what it was before there was an N₁, bit for bit.
TEST(NormalForceOnALine, ThatDoesNotVaryChangesNoBit) {
    RandomMass random(3);
    for (int i = 0; i < 100; ++i) {
        OneMass m = random.of_motion();
        m.oscillator.normal.reset();
        Oscillator constant = m.oscillator;
        constant.normal = NormalVariation{.ratio = 0.0, .frequency = 1.7, .phase = 0.4, .record = nullptr};
        const Trajectory a = simulate(m.oscillator, m.load, m.start, m.until);
        const Trajectory b = simulate(constant, m.load, m.start, m.until);
        ASSERT_EQ(a.events.size(), b.events.size());
        for (std::size_t k = 0; k < a.events.size(); ++k) EXPECT_EQ(a.events[k].time, b.events[k].time);
        EXPECT_EQ(a.at(m.until).position, b.at(m.until).position);
        EXPECT_EQ(energy_balance(a).friction, energy_balance(b).friction);
        if (i % 10 != 0) continue;
        const SteadyState s = steady_state(m.oscillator, m.load, m.start);
        const SteadyState t = steady_state(constant, m.load, m.start);
        EXPECT_EQ(s.regime, t.regime);
        EXPECT_EQ(s.amplitude, t.amplitude);
        EXPECT_EQ(std::isnan(t.open_fraction), true);
    }
}

/// Eq. (5) of docs/theory/normal_force.md: N/N₀ = 1 + ε·sin(2ωₙt + φ) takes a = (4μN₀/π)·(1 − (ε/3)·sin φ) from a load
/// a·sin ωₙt at φ = ±π/2.
TEST(NormalForceOnALine, MovesTheBorderOfGrowthAtResonance) {
    constexpr double bound = 0.3;
    constexpr double epsilon = 0.5;
    for (const double sine : {1.0, -1.0}) {
        const double border = 4.0 * bound / pi * (1.0 - epsilon / 3.0 * sine);
        const Oscillator o{.friction_bound = bound,
                           .normal = NormalVariation{1.0, epsilon, 2.0, 0.5 * pi * sine, nullptr}};
        for (const double share : {0.999, 1.001}) {
            const Load load{.harmonics = {{share * border, 1.0, 0.0}}};
            const SteadyState s = steady_state(o, load, {0.0, 0.0});
            EXPECT_EQ(s.regime == Regime::unbounded, share > 1.0) << sine << " " << share << " " << name(s.regime);
        }
    }
}

/// Under more static friction: the multiplier of an orbit is the growth of a small disturbance over a period.
TEST(NormalForceOnALine, TellsTheMultiplierOfReleasesUnderStaticFriction) {
    RandomMass random(5);
    int compared = 0;
    for (int i = 0; i < 40; ++i) {
        OneMass m = random.of_steady_state();
        m.oscillator.static_bound = 1.2 * m.oscillator.friction_bound;
        const SteadyState s = steady_state(m.oscillator, m.load, m.start, {.with_coexisting = false});
        if (s.regime != Regime::stick_slip || s.load_periods != 1 || !(s.multiplier > 1e-3) || !s.at_zero) continue;
        const double step = 1e-7;
        const double period = s.period;
        const auto end = [&](double dx, double dv) {
            const State from{s.at_zero->position + dx, s.at_zero->velocity + dv};
            const Sample last = simulate(m.oscillator, m.load, from, period).at(period);
            return State{last.position, last.velocity};
        };
        const State xp = end(step, 0.0), xm = end(-step, 0.0), vp = end(0.0, step), vm = end(0.0, -step);
        const double half = 0.5 / step;
        const double a = half * (xp.position - xm.position), b = half * (vp.position - vm.position);
        const double c = half * (xp.velocity - xm.velocity), d = half * (vp.velocity - vm.velocity);
        const double trace = a + d;
        const double determinant = a * d - b * c;
        if (std::abs(determinant) > 1e-5) continue;  // a stop forgets the velocity: one multiplier is 0
        const double expected = s.map_period == MapPeriod::full ? s.multiplier : s.multiplier * s.multiplier;
        EXPECT_NEAR(std::abs(trace), expected, 1e-4 * (1.0 + expected)) << "case " << i;
        ++compared;
    }
    EXPECT_GT(compared, 3);
}

std::string refusal_of(const std::string& text) {
    try {
        const Case c = CaseDocument::parse(text, "case").read();
        static_cast<void>(steady_state(c));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(NormalForceOnALine, IsRefusedWhereItHasNoMeaning) {
    const std::string spring = "[oscillator]\nmass = 1\nstiffness = 1\n";
    const std::string load = "[load]\nkind = \"harmonic\"\namplitude = 1\nfrequency = 0.7\n";
    const auto with = [&](const std::string& friction) {
        return refusal_of(spring + "[friction]\n" + friction + load);
    };
    EXPECT_EQ(with("bound = 0.3\nnormal_ratio = 0.5\n"), "");
    EXPECT_EQ(with("mu = 0.3\nnormal = 2\nnormal_amplitude = 3\nnormal_frequency = 1.4\n"), "");
    EXPECT_NE(with("bound = 0.3\nnormal_amplitude = 0.5\n").find("needs mu"), std::string::npos);
    EXPECT_NE(with("mu = 0.3\nnormal = 1\nnormal_ratio = 0.5\n").find("is for bound"), std::string::npos);
    EXPECT_NE(with("bound = 0.3\nnormal_record = \"a.csv\"\n").find("needs mu"), std::string::npos);
    EXPECT_NE(with("bound = 0.3\nnormal_ratio = 0.5\nnormal_frequency = 0.9511\n").find("common period"),
              std::string::npos);
    EXPECT_NE(with("law = \"dahl\"\nbound = 0.3\nsigma0 = 9\nnormal_ratio = 0.5\n").find("coulomb"), std::string::npos);
    EXPECT_NE(refusal_of(spring + "[friction]\nbound = 0.3\nnormal_ratio = 0.5\n").find("normal_frequency is missing"),
              std::string::npos);
}

TEST(NormalForceOnALine, IsGivenInTheDimensionlessForm) {
    const CaseDocument ratios = CaseDocument::parse("[ratios]\nfriction = 0.4\nfrequency = 0.7\n", "case");
    EXPECT_FALSE(ratios.read().oscillator.normal);
    const Case c = ratios.with_value("normal_ratio", -0.5).with_value("normal_phase", 0.3).read();
    ASSERT_TRUE(c.oscillator.normal);
    EXPECT_EQ(c.oscillator.normal->ratio, -0.5);
    EXPECT_EQ(c.oscillator.normal->phase, 0.3);
    EXPECT_EQ(c.oscillator.normal->frequency.value(), 0.7);
    const CaseDocument table = CaseDocument::parse(
        "[ratios]\nfriction = 0.4\nfrequency = 0.7\nnormal_ratio = -0.5\nnormal_phase = 0.3\n", "case");
    EXPECT_EQ(steady_state(c).amplitude, steady_state(table.read()).amplitude);
    EXPECT_NE(steady_state(c).amplitude, steady_state(ratios.read()).amplitude);
}

}  // namespace
}  // namespace stickslip
