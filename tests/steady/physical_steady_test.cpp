// Steady states of physical cases: shaking bases, sums of harmonics, belts.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "steady_ratios.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

Case base_case(const std::string& surface, double friction, double damping, double frequency) {
    const std::string text = "[oscillator]\nmass = 2\nstiffness = 8\ndamping = " + std::to_string(damping) +
                             "\n[friction]\nbound = " + std::to_string(friction) +
                             "\n[load]\nkind = \"base\"\nsurface = \"" + surface +
                             "\"\ndisplacement = 0.25\nphase = 0.6\nfrequency = " + std::to_string(frequency) + "\n";
    return CaseDocument::parse(text, "base").read();
}

// m = 2, k = 8: ωₙ = 2 and critical damping 8. k·Y = 2 N.

/// check(steady state without friction, Ω, 2ζΩ)
template <class Check>
void shake_without_friction(const std::string& surface, const Check& check) {
    for (const double damping : {0.5, 4.0, 12.0}) {
        for (const double frequency : {0.5, 2.0, 5.0}) {
            const double r = frequency / 2.0;
            check(steady_state(base_case(surface, 0.0, damping, frequency)), r, 2.0 * damping / 8.0 * r);
        }
    }
}

TEST(FixedSurface, TransmitsLikeALinearOscillatorWithoutFriction) {
    shake_without_friction("fixed", [](const SteadyState& s, double r, double loss) {
        const double gain = 1.0 / std::hypot(1.0 - r * r, loss);
        EXPECT_NEAR(s.transmissibility, gain, 1e-13 * gain);
        EXPECT_NEAR(s.amplitude, 0.25 * gain, 1e-13 * gain);
        EXPECT_NEAR(s.phase_lag, std::atan2(loss, 1.0 - r * r), 1e-12);
    });
}

TEST(MovingSurface, TransmitsLikeALinearOscillatorWithoutFriction) {
    shake_without_friction("moving", [](const SteadyState& s, double r, double loss) {
        const double gain = std::hypot(1.0, loss) / std::hypot(1.0 - r * r, loss);
        EXPECT_NEAR(s.transmissibility, gain, 1e-12 * gain);
    });
}

TEST(FixedSurface, TransmissibilityIsTheAmplitudeRatio) {
    const SteadyState s = steady_state(base_case("fixed", 0.8, 0.0, 1.0));
    EXPECT_NEAR(s.friction_ratio, 0.4, 2.0 * epsilon);
    EXPECT_NEAR(s.frequency_ratio, 0.5, 2.0 * epsilon);
    EXPECT_EQ(s.stops_per_cycle(), 2);
    EXPECT_NEAR(s.transmissibility, s.amplitude_ratio, 8.0 * epsilon);
    const SteadyState ratios = steady_of({.friction = 0.4, .frequency = 0.5});
    EXPECT_NEAR(s.amplitude_ratio, ratios.amplitude_ratio, 1e-13);
}

TEST(FixedSurface, StuckMassTransmitsNothing) {
    const SteadyState s = steady_state(base_case("fixed", 3.0, 0.0, 1.0));
    EXPECT_EQ(s.regime, Regime::permanent_stick);
    EXPECT_EQ(s.transmissibility, 0.0);
}

TEST(MovingSurface, StuckMassMovesWithItsBase) {
    const SteadyState s = steady_state(base_case("moving", 3.0, 0.0, 1.0));  // m·ω²·Y = 0.5 N
    EXPECT_EQ(s.regime, Regime::permanent_stick);
    EXPECT_EQ(s.transmissibility, 1.0);
}

TEST(MovingSurface, TransmissibilityIsReadOffTheAbsoluteMotion) {
    const Case problem = base_case("moving", 1.0, 0.3, 3.0);
    const SteadyState s = steady_state(problem);
    ASSERT_TRUE(s.cycle);
    double highest = -1e9;
    double lowest = 1e9;
    constexpr int samples = 20'000;
    for (int i = 0; i < samples; ++i) {
        const double t = s.period * i / samples;
        const double x = problem.base->absolute_position(t, s.cycle->at(t).position);
        highest = std::max(highest, x);
        lowest = std::min(lowest, x);
    }
    // A sampled peak is low by at most ½·a·(Δt/2)², with |a| < 10 m/s² here.
    const double sampling = 10.0 * std::pow(s.period / samples, 2);
    EXPECT_NEAR(s.transmissibility * 0.25, 0.5 * (highest - lowest), sampling);
    EXPECT_GE(s.transmissibility * 0.25, 0.5 * (highest - lowest) - 1e-14);
}

TEST(SumOfHarmonics, SuperposesWithoutFriction) {
    const Oscillator o{.mass = 2.0, .damping = 0.8, .stiffness = 8.0, .equilibrium = 0.1};
    const Load load{.constant = 4.0,
                    .harmonics = {{.amplitude = 3.0, .frequency = 1.2, .phase = 0.4},
                                  {.amplitude = -1.5, .frequency = 1.8, .phase = -1.0}}};
    const SteadyState s = steady_state(o, load, {});
    EXPECT_EQ(s.regime, Regime::continuous);
    EXPECT_EQ(s.map_period, MapPeriod::full);
    EXPECT_NEAR(s.period, 2.0 * pi / 0.6, 1e-14 * s.period);
    for (int i = 0; i <= 50; ++i) {
        const double t = s.period * i / 50.0;
        double x = 0.1 + 4.0 / 8.0;
        for (const Harmonic& h : load.harmonics) {
            const double w = h.frequency.value();
            const double lag = std::atan2(0.8 * w, 8.0 - 2.0 * w * w);
            x += h.amplitude / std::hypot(8.0 - 2.0 * w * w, 0.8 * w) * std::sin(w * t + h.phase - lag);
        }
        EXPECT_NEAR(s.cycle->at(t).position, x, 1e-13);
    }
}

TEST(SumOfHarmonics, WithASilentSecondHarmonicIsTheFirstAlone) {
    for (const auto& [f, W] : {std::pair{0.6, 0.105}, {0.4, 0.5}, {0.6, 1.8}}) {
        const Oscillator o{.friction_bound = f};
        const Load load{.harmonics = {{.amplitude = 1.0, .frequency = W}, {.amplitude = 0.0, .frequency = 3.0 * W}}};
        const SteadyState sum = steady_state(o, load, {});
        const SteadyState one = steady_of({.friction = f, .frequency = W});
        EXPECT_EQ(sum.regime, one.regime);
        EXPECT_EQ(sum.stops_then_reverse, one.stops_then_reverse);
        EXPECT_EQ(sum.stops_then_same_direction, one.stops_then_same_direction);
        EXPECT_EQ(sum.zero_duration_reversals, one.zero_duration_reversals);
        EXPECT_EQ(sum.map_period, MapPeriod::half);
        EXPECT_NEAR(sum.amplitude, one.amplitude, 1e-12);
        EXPECT_NEAR(sum.velocity, one.velocity, 1e-12);
        EXPECT_NEAR(sum.stuck_fraction, one.stuck_fraction, 1e-10);
        EXPECT_NEAR(sum.multiplier, one.multiplier, 1e-8);
    }
}

TEST(SumOfHarmonics, OfOddOrdersIsAntisymmetricAndOthersAreNot) {
    const Oscillator o{.friction_bound = 0.4};
    const auto sum_with = [&](double order) {
        const Load load{.harmonics = {{.amplitude = 1.0, .frequency = 0.37},
                                      {.amplitude = 0.6, .frequency = order * 0.37, .phase = 0.9}}};
        return steady_state(o, load, {});
    };
    for (const double order : {3.0, 5.0}) {
        const SteadyState s = sum_with(order);
        EXPECT_EQ(s.map_period, MapPeriod::half);
        EXPECT_NEAR(s.x_max, -s.x_min, 1e-12);
        EXPECT_EQ(std::fmod(s.stops_per_cycle(), 2.0), 0.0);
    }
    for (const double order : {2.0, 4.0}) {
        const SteadyState s = sum_with(order);
        EXPECT_EQ(s.map_period, MapPeriod::full);
        EXPECT_GT(std::abs(s.x_max + s.x_min), 1e-3);
    }
}

TEST(SumOfHarmonics, ClosesAndBalancesItsEnergy) {
    for (const double friction : {0.1, 0.4, 0.9}) {
        for (const double second : {1.0, 1.5, 2.5}) {
            for (const double damping : {0.0, 0.2}) {
                const Oscillator o{.damping = damping, .friction_bound = friction};
                const Load load{.constant = 0.3,
                                .harmonics = {{.amplitude = 1.0, .frequency = 0.46},
                                              {.amplitude = 0.5, .frequency = 0.46 * second, .phase = 1.1}}};
                const SteadyState s = steady_state(o, load, {});
                ASSERT_TRUE(s.cycle) << friction << " " << second << " " << damping;
                EXPECT_NEAR(s.cycle->at(0.0).position, s.cycle->at(s.period).position, 1e-12);
                EXPECT_NEAR(s.cycle->at(0.0).velocity, s.cycle->at(s.period).velocity, 1e-12);
                const EnergyBalance e = energy_balance(*s.cycle);
                EXPECT_NEAR(e.input, e.friction + e.damping, 1e-11);
                EXPECT_NEAR(e.friction, s.dissipated, 1e-11);
                EXPECT_EQ(stops_in_each_period(*s.cycle, s.period).front(), s.stops_per_cycle());
            }
        }
    }
}

/// Only what a harmonic at ωₙ feeds in counts against friction: π·a against 4·r_y per natural period.
TEST(SumOfHarmonics, AtResonanceIsUnboundedUnlessFrictionTakesMore) {
    const auto regime_of = [](double friction, double other) {
        const Load load{.harmonics = {{.amplitude = 1.0, .frequency = 1.0}, {.amplitude = 0.5, .frequency = other}}};
        return steady_state({.friction_bound = friction}, load, {}).regime;
    };
    for (const double other : {3.0, 0.5, 2.0}) {
        EXPECT_EQ(regime_of(0.3, other), Regime::unbounded);
        EXPECT_EQ(regime_of(0.25 * pi - 1e-6, other), Regime::unbounded);
        EXPECT_NE(regime_of(0.25 * pi + 1e-2, other), Regime::unbounded);
        EXPECT_NE(regime_of(0.25 * pi + 1e-2, other), Regime::not_converged);
    }
}

TEST(SumOfHarmonics, WithoutACommonPeriodHasNoSteadyState) {
    const Load load{
        .harmonics = {{.amplitude = 1.0, .frequency = 1.0}, {.amplitude = 1.0, .frequency = std::sqrt(2.0)}}};
    EXPECT_THROW(static_cast<void>(steady_state({.friction_bound = 0.1}, load, {})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(steady_state({.friction_bound = 0.1}, Load{}, {})), std::invalid_argument);
}

/// On a belt faster than the mass friction never changes its sign and only shifts the equilibrium.
TEST(Belt, FasterThanTheMassIsAConstantForce) {
    const Oscillator o{.damping = 0.4, .friction_bound = 0.3, .belt_velocity = 5.0};
    const SteadyState s = steady_state(o, {.harmonics = {{.amplitude = 1.0, .frequency = 0.7}}}, {});
    EXPECT_EQ(s.regime, Regime::continuous);
    EXPECT_EQ(s.stops_per_cycle(), 0);
    const double gain = 1.0 / std::hypot(1.0 - 0.49, 0.4 * 0.7);
    EXPECT_NEAR(s.x_max, 0.3 + gain, 1e-13);
    EXPECT_NEAR(s.x_min, 0.3 - gain, 1e-13);
    EXPECT_NEAR(s.velocity, 0.7 * gain, 1e-13);
    // Friction works on the slip, whose mean is the belt's velocity.
    EXPECT_NEAR(s.dissipated, 0.3 * 5.0 * s.period, 1e-11);
}

/// A stuck mass rides on: the cycle must close with the distance it is carried.
TEST(Belt, CarriesTheMassWhileItSticks) {
    for (const auto& [f, W, c, belt] :
         {std::tuple{0.6674146789468559, 0.17970713078474904, 0.13298, -0.16266294128208603},
          {0.7780148303459055, 1.0910130548917196, 0.05655, -0.7978320815683724},
          {0.5233856422191436, 0.7337627256836525, 0.0, 0.9027502536679648},
          {0.4, 0.5, 0.0, 0.1}}) {
        const Oscillator o{.damping = c, .friction_bound = f, .belt_velocity = belt};
        const Load load{.harmonics = {{.amplitude = 1.0, .frequency = W}}};
        const SteadyState s = steady_state(o, load, {});
        ASSERT_EQ(s.regime, Regime::stick_slip) << f;
        EXPECT_NEAR(s.cycle->at(0.0).position, s.cycle->at(s.period).position, 1e-11);
        const Peaks p = peaks(*s.cycle);
        EXPECT_NEAR(s.x_max, p.highest, 1e-12);
        EXPECT_NEAR(s.x_min, p.lowest, 1e-12);
        const EnergyBalance e = energy_balance(*s.cycle);
        EXPECT_NEAR(e.friction, s.dissipated, 1e-11);
        EXPECT_NEAR(e.input, e.friction + e.damping, 1e-11);
        constexpr int cycles = 3000;
        const Trajectory t = simulate(o, load, {}, (cycles + 1) * s.period);
        EXPECT_NEAR(t.at((cycles + 0.3) * s.period).position, s.cycle->at(0.3 * s.period).position, 1e-9);
        EXPECT_EQ(stops_in_each_period(t, s.period)[cycles], s.stops_per_cycle());
    }
}

}  // namespace
}  // namespace stickslip
