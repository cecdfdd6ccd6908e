// Friction just below the load: the mass slides once each way, shortly around the peak of the load, by as little as
// 10⁻³⁰ of the static response. In exact arithmetic it leaves at sin θ = f − X and moves
//     y(u) = H₁(u)·sin θ + H₂(u)·cos θ,   H₁ = [Ω²(1 − cos u) − (1 − cos Ωu)]/(1 − Ω²),   H₂ = [sin Ωu − Ω·sin u]/(1 −
//     Ω²)
// until y′ = 0, which is 2X; docs/theory/steady.md. Solved here with 60 digits.

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

#include "kinds/line/solve_cell.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>>;

struct FaintSlide {
    Exact half;      ///< X
    Exact duration;  ///< u
};

FaintSlide exact_slide(double friction, double frequency) {
    const Exact f = friction;
    const Exact W = frequency;
    const Exact D = (1 - W) * (1 + W);
    FaintSlide s{0, 0};
    for (int i = 0; i < 60; ++i) {
        const Exact sine = f - s.half;
        const Exact cosine = sqrt((1 - sine) * (1 + sine));
        Exact u = s.duration > 0 ? s.duration : 3 * cosine / W;
        for (int k = 0; k < 60; ++k) {
            const Exact v = ((W * W * sin(u) - W * sin(W * u)) * sine + (W * cos(W * u) - W * cos(u)) * cosine) / D;
            const Exact a =
                ((W * W * cos(u) - W * W * cos(W * u)) * sine + (W * sin(u) - W * W * sin(W * u)) * cosine) / D;
            const Exact step = v / a;
            u -= step;
            if (abs(step) < Exact(1e-50) * u) break;
        }
        s.duration = u;
        const Exact y = ((W * W * (1 - cos(u)) - (1 - cos(W * u))) * sine + (sin(W * u) - W * sin(u)) * cosine) / D;
        const Exact change = abs(y / 2 - s.half);
        s.half = y / 2;
        if (change <= Exact(1e-40) * s.half) break;
    }
    return s;
}

void expect_exact(double friction, double frequency) {
    const FaintSlide exact = exact_slide(friction, frequency);
    const CellSolution<double> s = solve_cell({friction, friction, frequency, 0.0});
    const double amplitude = static_cast<double>(exact.half);
    const double dissipated = static_cast<double>(4 * Exact(friction) * exact.half);
    ASSERT_EQ(s.regime, Regime::stick_slip) << friction << ", " << frequency;
    ASSERT_EQ(s.stops_then_reverse, 2) << friction << ", " << frequency;
    // The load's angle at the release, cos θ, keeps an ulp of extended precision; X goes with its fourth power.
    const double cosine = std::sqrt((1.0 - friction) * (1.0 + friction));
    const double tolerance = 1e-13 + 40.0 * static_cast<double>(std::numeric_limits<long double>::epsilon()) / cosine;
    EXPECT_NEAR(s.amplitude / amplitude, 1.0, tolerance) << friction << ", " << frequency;
    EXPECT_NEAR(s.dissipated / dissipated, 1.0, tolerance) << friction << ", " << frequency;
}

TEST(FaintSlide, HasItsDigitsJustBelowTheFrictionThatHoldsTheMass) {
    expect_exact(0.9999999999999871, 0.7971793325922657);  // X = 5.87…·10⁻²⁸
    expect_exact(0.999999999999999, 0.5);
    expect_exact(0.99999999999, 1.7);
}

TEST(FaintSlide, HasItsDigitsForRandomFrictionAndFrequency) {
    std::mt19937_64 random(20);
    std::uniform_real_distribution exponent(-14.5, -3.0);
    std::uniform_real_distribution frequency(0.2, 2.5);
    for (int i = 0; i < 120; ++i) expect_exact(1.0 - std::pow(10.0, exponent(random)), frequency(random));
}

TEST(FaintSlide, HasItsDigitsInTheMotion) {
    std::mt19937_64 random(21);
    std::uniform_real_distribution exponent(-12.0, -3.0);
    std::uniform_real_distribution frequency(0.2, 2.5);
    for (int i = 0; i < 60; ++i) {
        Oscillator o;
        o.friction_bound = 1.0 - std::pow(10.0, exponent(random));
        Load load;
        load.harmonics = {{1.0, frequency(random), 0.0}};
        // The first slide leaves at sin θ = f: half of it is X of a friction that is larger by X, which is far less
        // than an ulp of f for the smallest ones and found from the exact slide for the others.
        const double period = two_pi_hi / load.harmonics[0].frequency.value();
        const Trajectory t = simulate(o, load, {}, 0.49 * period);
        ASSERT_EQ(t.events.size(), 2U);
        const FaintSlide exact = exact_slide(o.friction_bound, load.harmonics[0].frequency.value());
        const double cosine = std::sqrt((1.0 - o.friction_bound) * (1.0 + o.friction_bound));
        const double tolerance =
            1e-12 + 40.0 * 2.3e-16 / cosine + 4.0 * static_cast<double>(exact.half) / (cosine * cosine);
        EXPECT_NEAR(t.events[1].position / static_cast<double>(2 * exact.half), 1.0, tolerance) << o.friction_bound;
    }
}

}  // namespace
}  // namespace stickslip
