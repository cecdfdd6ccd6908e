// Closed forms for circular loads, against print, against the motion from rest, and at their limits.

#include "kinds/planar/circular.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"
#include "unit_oscillator.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

TEST(CircularMotion, AtResonanceOnARigidSupportIsEightNotTwelve) {
    // [LiuHongLiou2003] Eq. (103) as printed gives 12, more than the 10 of the same oscillator without friction.
    const CircularMotion m = circular_motion(unit_oscillator(0.0, 0.05), 5.0, 1.0);
    EXPECT_NEAR(m.radius / 5.0, 8.0, 8.0 * 1e-15);
    EXPECT_DOUBLE_EQ(m.phase_lag, 0.5 * pi);
    EXPECT_DOUBLE_EQ(m.friction_phase_lag, -0.5 * pi);
}

TEST(CircularMotion, GivesTheConfirmedNumbersOfTheFigures) {
    struct Row {
        double force, support, frequency, damping, magnification;
    };
    // Figures 6, 7(a) at r_f = 5, 8 of [LiuHongLiou2003], 12 digits.
    constexpr Row rows[] = {
        {10.0, 0.2, 6.0, 0.02, 1.51781984063},
        {5.0, 10.0, 1.0, 0.05, 4.02517590036},
        {10.0, 1.0, 2.0, 0.02, 3.40595591330},
    };
    for (const Row& r : rows) {
        const CircularMotion m = circular_motion(unit_oscillator(r.support, r.damping), r.force, r.frequency);
        EXPECT_NEAR(m.radius / r.support, r.magnification, 6e-12);
    }
}

TEST(CircularMotion, SlidesBetweenTheConfirmedFrequenciesOfFigure7b) {
    const Oscillator o = unit_oscillator(10.0, 0.05);
    EXPECT_FALSE(circular_motion(o, 5.0, 0.77851).is_sliding);
    EXPECT_TRUE(circular_motion(o, 5.0, 0.77853).is_sliding);
    EXPECT_TRUE(circular_motion(o, 5.0, 1.25852).is_sliding);
    EXPECT_FALSE(circular_motion(o, 5.0, 1.25854).is_sliding);
}

TEST(CircularMotion, IsInvertedByTheLoadForAMagnification) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 200; ++i) {
        const Oscillator o = unit_oscillator(0.05 + 5.0 * unit(random), 0.3 * unit(random));
        const double frequency = 0.1 + 3.0 * unit(random);
        const double magnification = 1.0 + 6.0 * unit(random);
        const double load = load_for_magnification(o, frequency, magnification);
        const CircularMotion m = circular_motion(o, load, frequency);
        EXPECT_NEAR(*o.support_stiffness * m.radius, magnification, 1e-11 * magnification);
    }
}

TEST(CircularMotion, ThresholdClassifiesFourHundredRandomOscillators) {
    std::mt19937 random(2003);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int sliding = 0;
    // A shifted stuck orbit that touches the circle goes on with ever smaller slips.
    constexpr double all_but_touching = 0.999;
    for (int i = 0; i < 400; ++i) {
        const double damping = 0.02 + 0.28 * unit(random);
        const double frequency = 0.2 * std::pow(15.0, unit(random));
        const Oscillator o = unit_oscillator(0.1 * std::pow(100.0, unit(random)), damping);
        const double least = least_sliding_load(o, frequency);
        const double ratio = std::exp(2.0 * unit(random) - 1.0);
        const Load load = rotating_load(ratio * least, frequency);
        const double period = 2.0 * pi / frequency;
        const double settling = std::ceil(20.0 / (damping * period)) * period;
        const CircularMotion m = circular_motion(o, ratio * least, frequency);
        EXPECT_EQ(m.is_sliding, ratio > 1.0);
        sliding += m.is_sliding ? 1 : 0;
        // Near the threshold the direction of the friction force relaxes as slowly as the contact slips.
        State state;
        double gap = 1.0;
        double stuck = 0.5;
        const auto is_settled = [&] { return gap < 1e-9 && (m.is_sliding ? stuck == 0.0 : stuck > all_but_touching); };
        for (int round = 0; round < 60 && !is_settled(); ++round) {
            state = simulate_from(o, load, state, 0.0, settling).end;
            const Trajectory cycle = simulate_from(o, load, state, 0.0, period);
            const Peaks extremes = peaks(cycle);
            stuck = stuck_fraction(cycle);
            // A stuck orbit may be shifted by what the transient left behind; its amplitude is not.
            gap = std::abs(0.5 * (extremes.highest.x1 - extremes.lowest.x1) / m.radius - 1.0);
            state = cycle.end;
        }
        EXPECT_LT(gap, 1e-9) << i;
        EXPECT_TRUE(is_settled()) << i;
        if (!m.is_sliding) {
            EXPECT_NEAR(*o.support_stiffness * m.radius, ratio, 1e-14);
        }
    }
    EXPECT_GT(sliding, 150);
    EXPECT_LT(sliding, 250);
}

TEST(CircularMotion, OfAStiffSupportTendsToTheRigidOne) {
    const CircularMotion rigid = circular_motion(unit_oscillator(0.0, 0.05), 3.0, 1.4);
    double before = 1.0;
    for (const double ratio : {1e-2, 1e-3, 1e-4, 1e-5}) {
        const double gap = std::abs(circular_motion(unit_oscillator(ratio, 0.05), 3.0, 1.4).radius - rigid.radius);
        EXPECT_LT(gap, 0.2 * before);
        before = gap;
    }
    EXPECT_LT(before, 1e-4);
}

TEST(CircularMotion, IsUnboundedAtResonanceWithoutDamping) {
    for (const double support : {0.0, 0.5}) {
        const SteadyState s = steady_state(unit_oscillator(support, 0.0), rotating_load(3.0, 1.0));
        EXPECT_EQ(s.regime, Regime::unbounded);
    }
}

TEST(CircularMotion, TurnsEitherWay) {
    const Oscillator o = unit_oscillator(0.4, 0.1);
    const SteadyState left = steady_state(o, rotating_load(4.0, 1.3));
    const SteadyState right = steady_state(o, harmonic_load({4.0, 4.0}, 1.3, {0.5 * pi, pi}));
    for (const SteadyState* s : {&left, &right}) {
        EXPECT_EQ(s->regime, Regime::continuous);
        EXPECT_LT(s->residual, 1e-12);
    }
    EXPECT_DOUBLE_EQ(left.amplitude.x1, right.amplitude.x1);
    EXPECT_DOUBLE_EQ(left.phase_lag.x2, right.phase_lag.x2);
}

TEST(CircularMotion, RefusesWhatHasNoMeaning) {
    EXPECT_THROW((void)circular_motion(unit_oscillator(0.0, 0.1), -1.0, 1.0), std::invalid_argument);
    EXPECT_THROW((void)circular_motion(unit_oscillator(0.0, 0.1), 1.0, 0.0), std::invalid_argument);
    EXPECT_THROW((void)load_for_magnification(unit_oscillator(0.0, 0.1), 1.0, 2.0), std::invalid_argument);
    EXPECT_THROW((void)load_for_magnification(unit_oscillator(1.0, 0.1), 1.0, 0.9), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::planar
