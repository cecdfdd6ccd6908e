// Largest exponents against independent values; the full-length runs take seconds because a period costs microseconds.

#include "stickslip/chaos/lyapunov.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "../motion/stefanski_oscillator.hpp"

namespace stickslip::testing {
namespace {

struct Exponent {
    const char* name;
    Oscillator oscillator;
    Load load;
    double value;
    double uncertainty;  // of `value`
};

class LargestExponent : public ::testing::TestWithParam<Exponent> {};

TEST_P(LargestExponent, AgreesWithinThreeStandardErrors) {
    const Exponent& c = GetParam();
    const LyapunovExponent found = lyapunov_exponent(c.oscillator, c.load, {0.5, 0.1}, {.periods = 40000});
    EXPECT_LE(found.standard_error, 0.001);
    EXPECT_NEAR(found.exponent, c.value, 3.0 * std::hypot(found.standard_error, c.uncertainty));
}

Oscillator smooth_duffing(double damping, double linear) {
    return {.damping = damping, .stiffness = linear, .cubic_stiffness = 1.0};
}

INSTANTIATE_TEST_SUITE_P(
    Duffing, LargestExponent,
    ::testing::Values(
        Exponent{"none", without_friction(stefanski_oscillator(Spring::cubic)), cosine_load(10.0), 0.0983983, 0.00013},
        Exponent{"coulomb", with_coulomb(stefanski_oscillator(Spring::cubic)), cosine_load(10.0), 0.0716686, 0.0002},
        Exponent{"stefanski", stefanski_oscillator(Spring::cubic), cosine_load(10.0), 0.0551367, 0.00017},
        Exponent{"Ueda", smooth_duffing(0.05, 0.0), cosine_load(7.5), 0.103, 0.002 / 3.0},
        Exponent{"two wells", smooth_duffing(0.15, -1.0), cosine_load(7.0), 0.104, 0.002 / 3.0}));

TEST(LyapunovExponent, IsTheSameForAnyNumberOfThreads) {
    const Oscillator o = stefanski_oscillator(Spring::cubic);
    const auto with_threads = [&](std::size_t threads) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        return lyapunov_exponent(o, cosine_load(10.0), {0.5, 0.1}, {.periods = 320, .transient = 20}).exponent;
    };
    EXPECT_EQ(with_threads(1), with_threads(2));
}

TEST(LyapunovExponent, IsTheFloquetExponentOfAPeriodicMotion) {
    // Figure 3(a): the linear oscillator at resonance.
    const LyapunovExponent sym = lyapunov_exponent(stefanski_oscillator(Spring::linear), cosine_load(0.5), {0.0, 0.0},
                                                   {.periods = 1600, .transient = 400});
    EXPECT_NEAR(sym.exponent, -0.0501494, 1e-6);
    const LyapunovExponent coulomb =
        lyapunov_exponent(with_coulomb(stefanski_oscillator(Spring::linear)), cosine_load(0.5), {0.0, 0.0},
                          {.periods = 1600, .transient = 400});
    EXPECT_NEAR(coulomb.exponent, -0.05013, 2e-6);
}

TEST(LyapunovExponent, TellsADivergingRun) {
    const Oscillator o{.damping = 0.1, .stiffness = 1.0, .cubic_stiffness = -1.0};
    EXPECT_TRUE(lyapunov_exponent(o, cosine_load(5.0), {3.0, 0.0}, {.periods = 100}).has_diverged);
}

}  // namespace
}  // namespace stickslip::testing
