// Derivatives of motions and steady states: closed forms, differences in extended precision, and differences of solved
// orbits.

#include "stickslip/steady/sensitivity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../motion/random_derivative.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Sensitivity, OfAFreeDecayIsThatOfItsClosedForm) {
    // A mass let go at x₀ reverses at n·π/ω and stands n·2f nearer to the middle each time, f = r/k.
    const Oscillator o{.mass = 2.0, .stiffness = 8.0, .friction_bound = 0.4};
    const State start{.position = 1.03};
    const Trajectory t = simulate(o, {}, start, 20.0);
    ProblemRate friction;
    friction.friction_bound = friction.holding_bound = 1.0;
    ProblemRate mass;
    mass.mass = 1.0;
    ProblemRate position;
    position.start.position = 1.0;
    const ProblemRate all[] = {friction, mass, position};
    const std::vector<MotionDerivative> d = motion_derivatives(t, all);
    const int swings = static_cast<int>(t.events.size()) - 1;
    EXPECT_EQ(swings, 10);
    const double sign = swings % 2 == 0 ? 1.0 : -1.0;
    EXPECT_NEAR(d[0].final.position, -sign * 2.0 * swings / o.stiffness, 1e-13);
    EXPECT_NEAR(d[1].final.position, 0.0, 1e-13);
    EXPECT_NEAR(d[2].final.position, sign, 1e-13);
    for (int n = 0; n <= swings; ++n) {
        EXPECT_NEAR(d[0].event_times[n], 0.0, 1e-13);
        EXPECT_NEAR(d[1].event_times[n], n * pi / (2.0 * std::sqrt(o.mass * o.stiffness)), 1e-12);
        EXPECT_NEAR(d[2].event_times[n], 0.0, 1e-13);
    }
}

TEST(Sensitivity, AgreesWithDifferencesInExtendedPrecision) {
    constexpr int cases = 150;
    constexpr double agreement = 1e-9;
    RandomMotions random(19);
    int judged = 0;
    for (int i = 0; i < cases; ++i) {
        const RandomMotion m = random.next();
        const ChosenNumber n = random_number_of(m, random);
        const DerivativeVerdict v = DerivativeJudge(m, n).judge();
        if (!v.apart.empty()) continue;
        ++judged;
        EXPECT_LE(v.error, agreement) << i << ", number " << n.plain << "/" << n.harmonic << "/" << n.part << ", "
                                      << v.where << "\n"
                                      << m;
    }
    EXPECT_GE(judged, cases * 9 / 10);
}

struct SolvedCase {
    const char* why;
    const char* text;
    std::vector<const char*> keys;
};

/// A difference of the sixth order of solved orbits.
template <class Read>
double difference(const CaseDocument& document, const std::string& key, const Read& read) {
    const double value = value_of_key(document, key);
    const double h = 1e-3 * (value != 0.0 ? std::abs(value) : 1.0);
    constexpr double weights[] = {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0};
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        for (const double side : {1.0, -1.0}) {
            sum +=
                side * weights[i] * read(steady_state(document.with_value(key, value + side * (i + 1) * h).read(), {}));
        }
    }
    return sum / h;
}

TEST(Sensitivity, OfASteadyStateAgreesWithDifferencesOfSolvedOrbits) {
    const SolvedCase cases[] = {
        {"two stops a cycle",
         "[oscillator]\nmass=2.0\nstiffness=8.0\ndamping=0.1\n[friction]\nmu=0.3\nnormal=2.0\n"
         "[load]\nkind='harmonic'\namplitude=1.1\nfrequency=0.7\nphase=0.4\noffset=0.2\n",
         {"oscillator.mass", "oscillator.stiffness", "oscillator.damping", "friction.mu", "load.amplitude",
          "load.frequency", "load.phase", "load.offset"}},
        {"no stops",
         "[oscillator]\nmass=1.0\nstiffness=1.0\n[friction]\nbound=0.3\n"
         "[load]\nkind='harmonic'\namplitude=1.0\nfrequency=1.4\n",
         {"oscillator.mass", "friction.bound", "load.frequency"}},
        {"static friction",
         "[oscillator]\nmass=1.0\nstiffness=1.0\ndamping=0.02\n[friction]\nbound=0.4\nstatic_bound=0.6\n"
         "[load]\nkind='harmonic'\namplitude=1.0\nfrequency=0.6\n",
         {"friction.bound", "friction.static_bound", "load.frequency", "oscillator.stiffness"}},
        {"on a belt",
         "[oscillator]\nmass=1.0\nstiffness=1.0\ndamping=0.05\n[friction]\nbound=0.2\nbelt_velocity=0.3\n"
         "[load]\nkind='harmonic'\namplitude=1.0\nfrequency=1.3\n",
         {"friction.belt_velocity", "friction.bound"}},
        {"a shaken base",
         "[oscillator]\nmass=1.0\nstiffness=1.0\ndamping=0.1\n[friction]\nbound=0.4\n"
         "[load]\nkind='base'\nsurface='moving'\ndisplacement=1.0\nfrequency_hz=0.2\n",
         {"load.frequency_hz", "oscillator.mass", "load.displacement"}},
    };
    constexpr double agreement = 1e-8;
    for (const SolvedCase& c : cases) {
        const CaseDocument document = CaseDocument::parse(c.text, "case");
        const SteadyState state = steady_state(document.read(), {});
        for (const char* key : c.keys) {
            SCOPED_TRACE(std::string(c.why) + ", " + key);
            const ProblemRate rate = rate_of(document, key);
            const SteadyDerivative d = steady_derivatives(state, std::span(&rate, 1)).front();
            const auto check = [&](double found, const auto& read) {
                const double expected = difference(document, key, read);
                EXPECT_NEAR(found, expected, agreement * (1.0 + std::abs(expected)));
            };
            check(d.amplitude, [](const SteadyState& s) { return s.amplitude; });
            check(d.dissipated, [](const SteadyState& s) { return s.dissipated; });
            check(d.phase_lag, [](const SteadyState& s) { return s.phase_lag; });
        }
    }
}

TEST(Sensitivity, OfEveryKeyFollowsTheCaseFile) {
    const CaseDocument document = CaseDocument::parse(
        "[oscillator]\nmass=2.0\nstiffness=8.0\n[friction]\nmu=0.3\nnormal=5.0\n"
        "[load]\nkind='base'\nsurface='moving'\ndisplacement=0.5\nfrequency=3.0\n",
        "case");
    EXPECT_NEAR(rate_of(document, "friction.mu").friction_bound, 5.0, 1e-12);
    EXPECT_NEAR(rate_of(document, "friction.mu").holding_bound, 5.0, 1e-12);
    EXPECT_NEAR(rate_of(document, "friction.normal").friction_bound, 0.3, 1e-13);
    EXPECT_NEAR(rate_of(document, "oscillator.damping").damping, 1.0, 1e-12);  // a default of 0
    EXPECT_NEAR(std::abs(rate_of(document, "load.frequency").harmonics.front().amplitude), 2.0 * 2.0 * 3.0 * 0.5,
                1e-11);
    EXPECT_NEAR(std::abs(rate_of(document, "oscillator.mass").harmonics.front().amplitude), 9.0 * 0.5, 1e-12);
    EXPECT_NEAR(rate_of(document, "damping_ratio").damping, 2.0 * std::sqrt(16.0), 1e-12);
    EXPECT_THROW(static_cast<void>(rate_of(document, "friction.static_bound")), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(rate_of(document, "friction.nonsense")), std::invalid_argument);
}

TEST(Sensitivity, OfRestIsZero) {
    const CaseDocument document = CaseDocument::parse(
        "[oscillator]\nmass=1.0\nstiffness=1.0\n[friction]\nbound=2.0\n"
        "[load]\nkind='harmonic'\namplitude=1.0\nfrequency=1.4\n",
        "case");
    const ProblemRate rate = rate_of(document, "friction.bound");
    const SteadyDerivative d = steady_derivatives(steady_state(document.read(), {}), std::span(&rate, 1)).front();
    EXPECT_EQ(d.amplitude, 0.0);
    EXPECT_EQ(d.dissipated, 0.0);
    EXPECT_TRUE(std::isnan(d.phase_lag));
}

}  // namespace
}  // namespace stickslip
