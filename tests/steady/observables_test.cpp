// What is told of a steady state: under which name, in which unit, and where it is defined.

#include "stickslip/steady/observables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/line/phase_lag.hpp"

namespace stickslip {

namespace {

Case ratio_case(const Ratios& r) { return CaseDocument::from_ratios(r).read(); }

TEST(Observables, AreMeasuredInTheUnitsOfTheCase) {
    const Case dimensionless = ratio_case({.friction = 0.3, .frequency = 0.5});
    const Case physical = CaseDocument::open("hong-liu-fig10").read();
    const Case belt = CaseDocument::open("block-on-belt").read();
    EXPECT_EQ(unit_of(observable("amplitude"), dimensionless), "p₀/k");
    EXPECT_EQ(unit_of(observable("amplitude"), physical), "m");
    EXPECT_EQ(unit_of(observable("dissipated"), dimensionless), "p₀²/k");
    EXPECT_EQ(label_of(observable("velocity"), physical), "largest speed [m/s]");
    EXPECT_EQ(label_of(observable("amplitude_ratio"), physical), "amplitude ratio kX/p₀");
    EXPECT_EQ(unit_of(observable("residual"), dimensionless), "p₀/k");
    EXPECT_EQ(unit_of(observable("residual"), physical), "p₀/k");
    EXPECT_EQ(unit_of(observable("residual"), belt), "m") << "no load amplitude to measure it in";
}

TEST(AsymptoticAmplitude, IsToldOfPlainCoulombFrictionOnly) {
    const auto asymptote = [](const Case& c) { return steady_state(c).asymptotic_amplitude_ratio(); };
    EXPECT_TRUE(std::isfinite(asymptote(CaseDocument::open("riddoch-fig5").read())));
    const CaseDocument other = CaseDocument::parse(
        "[oscillator]\nmass = 1\nstiffness = 1\n[load]\nkind = \"harmonic\"\namplitude = 1\nfrequency = 0.8\n"
        "[friction]\nlaw = \"stribeck-exponential\"\nmu_static = 0.3\nmu_kinetic = 0.2\nnormal = 1\ndecay = 2\n",
        "a falling law");
    EXPECT_TRUE(std::isnan(asymptote(other.read())));
    EXPECT_TRUE(std::isnan(asymptote(ratio_case({.friction = 0.2, .frequency = 0.8, .static_friction = 0.4}))));
}

TEST(PhaseLag, LiesInTheHalfOpenIntervalAndNeedsAComponent) {
    using std::numbers::pi;
    EXPECT_TRUE(std::isnan(lag_of({0.0, 0.0})));
    EXPECT_EQ(lag_of({-1.0, 0.0}), pi);   // atan2(−0, −1) = −π
    EXPECT_EQ(lag_of({-1.0, -0.0}), pi);  // atan2(0, −1) = π
    EXPECT_EQ(lag_of({1.0, 0.0}), 0.0);
    EXPECT_EQ(lag_of({0.0, -1.0}), 0.5 * pi);
}

TEST(UsualObservables, FitTheKindOfCase) {
    const auto first = [](const char* name) { return usual_observables(CaseDocument::open(name).read()).front(); };
    EXPECT_EQ(first("hong-liu-fig10"), "amplitude_ratio");
    EXPECT_EQ(first("riddoch-fig5"), "transmissibility");
    EXPECT_EQ(first("block-on-belt"), "amplitude");
    for (const char* name : {"hong-liu-fig10", "riddoch-fig5", "block-on-belt"}) {
        for (const std::string& usual : usual_observables(CaseDocument::open(name).read())) {
            EXPECT_NO_THROW(static_cast<void>(observable(usual))) << usual;
        }
    }
}

TEST(Observables, AreGuessedWhereMistyped) {
    try {
        static_cast<void>(observable("stuck_fracton"));
        FAIL();
    } catch (const std::invalid_argument& error) {
        const std::string expected = "observable stuck_fracton is unknown; did you mean stuck_fraction? Known are";
        EXPECT_EQ(std::string(error.what()).find(expected), 0U) << error.what();
    }
}

}  // namespace

}  // namespace stickslip
