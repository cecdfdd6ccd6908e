// The units in which a case is given change no digit of the answer: powers of two of the units of mass, length and time
// give the same bits. Units whose products leave the range of a double are refused in a sentence, never answered with
// nonsense.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <stdexcept>

#include "random_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {
namespace {

/// Powers of two that the units of a case are multiplied by.
struct Units {
    int mass = 0;
    int length = 0;
    int time = 0;

    [[nodiscard]] double in(double value, int m, int l, int t) const {
        return std::ldexp(value, m * mass + l * length + t * time);
    }
    [[nodiscard]] double force(double f) const { return in(f, 1, 1, -2); }
};

RandomMotion in_units(RandomMotion r, const Units& u) {
    Oscillator& o = r.oscillator;
    o.mass = u.in(o.mass, 1, 0, 0);
    o.damping = u.in(o.damping, 1, 0, -1);
    o.stiffness = u.in(o.stiffness, 1, 0, -2);
    o.equilibrium = u.in(o.equilibrium, 0, 1, 0);
    o.friction_bound = u.force(o.friction_bound);
    if (o.static_bound) o.static_bound = u.force(*o.static_bound);
    o.belt_velocity = u.in(o.belt_velocity, 0, 1, -1);
    r.load.constant = u.force(r.load.constant);
    for (Harmonic& h : r.load.harmonics) {
        h.amplitude = u.force(h.amplitude);
        h.frequency = AngularFrequency(u.in(h.frequency.value(), 0, 0, -1));
    }
    if (r.load.record) {
        Record record = *r.load.record;
        for (double& t : record.times) t = u.in(t, 0, 0, 1);
        for (Record::Cubic& c : record.segments) {
            for (int k = 0; k < 4; ++k) c[k] = u.in(c[k], 1, 1, -2 - k);
        }
        for (int k = 0; k < 4; ++k) record.after[k] = u.in(record.after[k], 1, 1, -2 - k);
        r.load.record = std::make_shared<Record>(record);
    }
    r.start = {u.in(r.start.position, 0, 1, 0), u.in(r.start.velocity, 0, 1, -1)};
    r.end_time = u.in(r.end_time, 0, 0, 1);
    return r;
}

Units random_units(RandomMotions& random) {
    return {random.integer(-160, 160), random.integer(-160, 160), random.integer(-120, 120)};
}

TEST(Units, ChangeNoBitOfAMotion) {
    RandomMotions random(7);
    for (int i = 0; i < 200; ++i) {
        RandomMotion r = random.next();
        for (Harmonic& h : r.load.harmonics) h.frequency = AngularFrequency(h.frequency.value());
        const Units u = random_units(random);
        const RandomMotion s = in_units(r, u);
        const Trajectory a = simulate(r.oscillator, r.load, r.start, r.end_time);
        const Trajectory b = simulate(s.oscillator, s.load, s.start, s.end_time);
        ASSERT_EQ(a.events.size(), b.events.size()) << r;
        for (std::size_t e = 0; e < a.events.size(); ++e) {
            ASSERT_EQ(u.in(a.events[e].time, 0, 0, 1), b.events[e].time) << r;
            ASSERT_EQ(u.in(a.events[e].position, 0, 1, 0), b.events[e].position) << r;
        }
        const double middle = 0.37 * r.end_time;
        ASSERT_EQ(u.in(a.at(middle).velocity, 0, 1, -1), b.at(u.in(middle, 0, 0, 1)).velocity) << r;
        const EnergyBalance e = energy_balance(a);
        const EnergyBalance f = energy_balance(b);
        ASSERT_EQ(u.in(e.input, 1, 2, -2), f.input) << r;
        ASSERT_EQ(u.in(e.damping, 1, 2, -2), f.damping) << r;
        ASSERT_EQ(u.in(peaks(a).position, 0, 1, 0), peaks(b).position) << r;
    }
}

TEST(Units, ChangeNoDigitOfASteadyState) {
    RandomMotions random(8);
    int compared = 0;
    for (int i = 0; i < 120; ++i) {
        RandomMotion r = random.next();
        r.oscillator.static_bound.reset();
        r.load.record.reset();
        if (!r.load.period() || r.oscillator.stiffness == 0.0) continue;
        if (*r.load.period() * std::sqrt(r.oscillator.stiffness / r.oscillator.mass) > 500.0) continue;
        const Units u = random_units(random);
        const RandomMotion s = in_units(r, u);
        const SteadyState a = steady_state(r.oscillator, r.load, r.start);
        const SteadyState b = steady_state(s.oscillator, s.load, s.start);
        ASSERT_EQ(a.regime, b.regime) << r;
        ASSERT_EQ(a.stops_per_cycle(), b.stops_per_cycle()) << r;
        if (!a.is_periodic()) continue;
        ++compared;
        const auto expect_same = [&](double x, double y, double scale) {
            if (std::isnan(x) && std::isnan(y)) return;
            EXPECT_NEAR(x, y, 1e-13 * (std::abs(x) + scale)) << r;
        };
        const double size = std::abs(a.amplitude);
        expect_same(u.in(a.amplitude, 0, 1, 0), b.amplitude, 0.0);
        expect_same(u.in(a.velocity, 0, 1, -1), b.velocity, 0.0);
        expect_same(u.in(a.x_max, 0, 1, 0), b.x_max, u.in(size, 0, 1, 0));
        expect_same(u.in(a.dissipated, 1, 2, -2), b.dissipated, 0.0);
        expect_same(u.force(a.transmitted_force), b.transmitted_force, 0.0);
        expect_same(a.phase_lag, b.phase_lag, 1.0);
        expect_same(a.multiplier, b.multiplier, 1.0);
        expect_same(a.stuck_fraction, b.stuck_fraction, 1.0);
    }
    EXPECT_GT(compared, 30);
}

/// What a reader of the answer would call nonsense; empty where it is sound, or refused in a sentence.
std::string nonsense(const std::function<std::string()>& answer) {
    try {
        return answer();
    } catch (const std::invalid_argument& refusal) {
        return std::string(refusal.what()).empty() ? "refused without a sentence" : "";
    }
}

TEST(Units, OfAnySizeAreAnsweredOrRefused) {
    RandomMotions random(9);
    int answered = 0;
    for (int i = 0; i < 400; ++i) {
        const auto any = [&](double smallest, double largest) {
            return std::pow(10.0, random.uniform(smallest, largest));
        };
        Oscillator o;
        o.mass = any(-300, 300);
        const double rate = random.chance(0.5) ? any(-100, 100) : any(-5, 5);
        o.stiffness = random.chance(0.3) ? any(-300, 300) : o.mass * rate * rate;
        if (!(o.stiffness > 0.0) || !std::isfinite(o.stiffness)) continue;
        const double force = any(-300, 300);
        o.friction_bound = force * random.uniform(0.1, 0.9);
        Load load;
        const double natural = std::sqrt(o.stiffness) / std::sqrt(o.mass);
        load.harmonics = {{force, natural * random.uniform(0.3, 1.7), 0.0}};
        const std::string motion = nonsense([&]() -> std::string {
            const Trajectory t = simulate(o, load, {}, 30.0 / natural);
            const EnergyBalance e = energy_balance(t);
            if (t.termination != Termination::reached_end) return "the motion does not reach its end";
            if (!std::isfinite(t.at(t.end_time()).position)) return "the position is not finite";
            if (!(std::abs(e.imbalance) <= 1e-11 * (std::abs(e.input) + e.friction))) return "energy is lost";
            ++answered;
            return "";
        });
        ASSERT_EQ(motion, "") << "m=" << o.mass << " k=" << o.stiffness << " p=" << force
                              << " bound=" << o.friction_bound << " w=" << load.harmonics[0].frequency.value();
        const std::string steady = nonsense([&]() -> std::string {
            const SteadyState s = steady_state(o, load, {});
            if (s.regime == Regime::not_converged) return "no steady state";
            if (s.regime == Regime::unbounded || s.regime == Regime::non_unique) return "";
            if (!std::isfinite(s.amplitude) || !std::isfinite(s.dissipated) || !std::isfinite(s.phase_lag)) {
                return "an answer is not finite";
            }
            const SteadyState unit = steady_state({.friction_bound = o.friction_bound / force},
                                                  {.harmonics = {{1.0, s.frequency_ratio, 0.0}}}, {});
            if (s.stops_per_cycle() != unit.stops_per_cycle()) return "another count of stops";
            return std::abs(s.amplitude_ratio - unit.amplitude_ratio) <= 1e-9 * unit.amplitude_ratio
                       ? ""
                       : "another amplitude";
        });
        ASSERT_EQ(steady, "") << "m=" << o.mass << " k=" << o.stiffness << " p=" << force
                              << " bound=" << o.friction_bound << " w=" << load.harmonics[0].frequency.value();
    }
    EXPECT_GT(answered, 100);
}

TEST(Units, ThatLeaveTheRangeOfADoubleAreRefusedByName) {
    Load load;
    load.harmonics = {{1.0, 0.5, 0.0}};
    const auto refusal = [&](const Oscillator& o) -> std::string {
        try {
            static_cast<void>(simulate(o, load, {}, 1e-12));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(refusal({.mass = 1.0, .stiffness = 1e-320, .friction_bound = 0.3}).find("stiffness = "),
              std::string::npos);
    EXPECT_NE(refusal({.mass = 1e-200, .stiffness = 1e200, .friction_bound = 0.3}).find("stiffness/mass = 1e400 1/s²"),
              std::string::npos)
        << refusal({.mass = 1e-200, .stiffness = 1e200, .friction_bound = 0.3});
    EXPECT_NE(refusal({.mass = 1e-30, .stiffness = 1.0, .friction_bound = 0.3}).find("load frequency = 0.5 rad/s"),
              std::string::npos);
    load.harmonics[0].frequency = AngularFrequency(0.5e15);
    EXPECT_EQ(refusal({.mass = 1e-30, .stiffness = 1.0, .friction_bound = 0.3}), "");
}

// A mass of 10⁻²⁸ kg once got stuck after four events.
TEST(Units, OfVerySmallMassesMove) {
    for (const double mass : {1e-28, 1e-30, 1e-100, 1e-200}) {
        Oscillator o{.mass = mass, .stiffness = 1.0, .friction_bound = 0.3};
        Load load;
        load.harmonics = {{1.0, 0.5 / std::sqrt(mass), 0.0}};
        const Trajectory t = simulate(o, load, {}, 100.0 * std::sqrt(mass));
        Oscillator unit{.friction_bound = 0.3};
        Load slow;
        slow.harmonics = {{1.0, 0.5, 0.0}};
        const Trajectory u = simulate(unit, slow, {}, 100.0);
        ASSERT_EQ(t.events.size(), u.events.size()) << mass;
        EXPECT_NEAR(energy_balance(t).input, energy_balance(u).input, 1e-11) << mass;
    }
}

// The equilibrium lies 5·10¹² amplitudes away: digits of the motion are those without it.
TEST(Offset, ChangesNoDigitOfAMotionOrItsSteadyState) {
    RandomMotions random(10);
    for (int i = 0; i < 60; ++i) {
        Oscillator o{.mass = 1e-9, .stiffness = 1e12, .friction_bound = random.uniform(0.05, 0.9)};
        Load load;
        load.harmonics = {{1.0, random.uniform(0.2, 1.8) * std::sqrt(1e21), random.uniform(-3.0, 3.0)}};
        const SteadyState near = steady_state(o, load, {});
        const Trajectory motion = simulate(o, load, {}, 1e-9);
        o.equilibrium = -5.0;
        load.constant = random.chance(0.5) ? 0.0 : 3e12;
        const double centre = o.equilibrium + load.constant / o.stiffness;
        const SteadyState far = steady_state(o, load, {centre, 0.0});
        ASSERT_EQ(near.regime, far.regime);
        ASSERT_EQ(near.stops_per_cycle(), far.stops_per_cycle());
        EXPECT_NEAR(near.phase_lag, far.phase_lag, 1e-13) << i;
        EXPECT_NEAR(near.amplitude, far.amplitude, 1e-13 * near.amplitude) << i;
        EXPECT_NEAR(near.velocity, far.velocity, 1e-13 * near.velocity) << i;
        if (load.constant != 0.0) continue;
        const Trajectory moved = simulate(o, load, {centre, 0.0}, 1e-9);
        ASSERT_EQ(motion.events.size(), moved.events.size()) << i;
        for (std::size_t e = 0; e < motion.events.size(); ++e) {
            ASSERT_NEAR(motion.events[e].time, moved.events[e].time, 1e-23) << i;
        }
        const double speed = peaks(motion).velocity;
        for (const double t : {1.3e-10, 4.7e-10, 9.1e-10}) {
            ASSERT_NEAR(motion.at(t).velocity, moved.at(t).velocity, 1e-12 * speed) << i;
        }
        EXPECT_NEAR(energy_balance(motion).friction, energy_balance(moved).friction,
                    1e-12 * energy_balance(motion).input);
    }
}

/// A mass that should creep behind a load far slower than itself was told as stuck after a few slides of 1e-28 m, where
/// it moves by 2e-12 m: rounding hid what the load changes during a slide.
TEST(Units, LoadsTooSlowForRoundingAreRefused) {
    const Load sine{.harmonics = {{3.0, AngularFrequency(3.0)}}};
    Load ramp;
    ramp.record = std::make_shared<Record>(linear_record({0.0, 1.0}, {0.0, 3.0}));
    for (const Load& load : {sine, ramp}) {
        for (const double mass : {1e-18, 1e-22, 1e-28, 1e-200}) {
            const Oscillator o{.mass = mass, .stiffness = 1e12, .friction_bound = 1.0};
            EXPECT_THROW(static_cast<void>(simulate(o, load, {}, 0.5)), std::invalid_argument) << mass;
        }
        // What is slow, but not as slow as that, is followed: the mass creeps behind the load, less the friction, and
        // is never further from it than one slide goes.
        const Oscillator o{.mass = 1e-3, .stiffness = 1e12, .friction_bound = 1.0};
        const double end = load.record ? 0.3335 : 0.1135;
        const double creeping = (load.value(end) - o.friction_bound) / o.stiffness;
        constexpr double fastest = 9.0;  // N/s
        const double slide = 2.0 * std::numbers::pi / natural_frequency(o) * fastest / o.stiffness;
        EXPECT_GT(creeping, 100.0 * slide);
        EXPECT_NEAR(simulate(o, load, {}, end).at(end).position, creeping, slide);
    }
    // The same ratio in other units is refused, too; a rest before a load as slow as one likes was never in doubt.
    EXPECT_THROW(
        static_cast<void>(simulate({.friction_bound = 0.3}, {.harmonics = {{1.0, AngularFrequency(1e-14)}}}, {}, 1.0)),
        std::invalid_argument);
    EXPECT_EQ(simulate({.stiffness = 1e200, .friction_bound = 0.3}, {.constant = 0.2}, {}, 1e3).events.size(), 0U);
}

}  // namespace
}  // namespace stickslip
