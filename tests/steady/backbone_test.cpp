#include "stickslip/studies/backbone.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "kinds/case_backbone.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

CaseDocument document(const std::string& text) { return CaseDocument::parse(text, "case"); }

/// m = 2, k = 8, let go at 1.03.
CaseDocument released(const std::string& friction, const std::string& more = "") {
    return document("[friction]\n" + friction + "\n[load]\nkind = \"none\"\n[start]\nposition = 1.03\n[oscillator]\n" +
                    "mass = 2\nstiffness = 8\n" + more);
}

/// m = 1, k = 4, r_y = 0.3, sin ωt.
CaseDocument driven(const std::string& more = "") {
    return document("[friction]\nbound = 0.3\n[load]\nkind = \"harmonic\"\namplitude = 1\nfrequency = 1.5\n" +
                    std::string("[oscillator]\nmass = 1\nstiffness = 4\n") + more);
}

TEST(RingDown, WithCoulombFrictionLosesTheSameAmplitudeInEachCycleAndKeepsItsFrequency) {
    const FreeDecay decay = follow_decay(line_kind(), released("bound = 0.4"), {});
    const double lost = 2 * 0.4 / 8.0;  // in each half cycle: 2·r_y/k
    ASSERT_EQ(decay.turns.size(), 11u);
    for (std::size_t i = 0; i < decay.turns.size(); ++i) {
        EXPECT_NEAR(decay.turns[i].value, (i % 2 ? -1 : 1) * (1.03 - lost * double(i)), 1e-14);
        EXPECT_NEAR(decay.turns[i].time, pi / 2 * double(i), 1e-13);
    }
    const std::vector<DecayCycle> cycles = decay_cycles(decay.turns);
    ASSERT_EQ(cycles.size(), 9u);
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        const double amplitude = 1.03 - lost * double(i + 1);
        const double decrement = std::log((amplitude + lost / 2) / (amplitude - lost / 2));
        EXPECT_NEAR(cycles[i].amplitude, amplitude, 1e-14);
        EXPECT_NEAR(cycles[i].frequency, 2.0, 1e-13);
        EXPECT_NEAR(cycles[i].energy_damping_ratio, 2 * 0.4 / (pi * 8 * amplitude), 1e-13);
        EXPECT_NEAR(cycles[i].damping_ratio, decrement / std::hypot(pi, decrement), 1e-13);
    }
    EXPECT_TRUE(decay.is_at_rest);
    EXPECT_NEAR(decay.residual, 0.03, 1e-14);
}

TEST(RingDown, WithoutFrictionHasTheFrequencyAndTheDampingOfItsDamper) {
    for (const double ratio : {0.0, 0.02, 0.3, 0.8}) {
        const std::string damping = "damping = " + std::to_string(ratio * 8.0) + "\nequilibrium = 0.5\n";
        const FreeDecay decay =
            follow_decay(line_kind(), released("law = \"none\"", damping), {.of = "", .until = 30.0});
        const double energy_ratio = std::sinh(2 * pi * ratio / std::sqrt(1 - ratio * ratio)) / (2 * pi);
        const std::vector<DecayCycle> cycles = decay_cycles(decay.turns);
        ASSERT_GE(cycles.size(), 3u) << ratio;
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(cycles[i].frequency, 2 * std::sqrt(1 - ratio * ratio), 1e-9) << ratio;
            EXPECT_NEAR(cycles[i].damping_ratio, ratio, 1e-9) << ratio;
            EXPECT_NEAR(cycles[i].energy_damping_ratio, energy_ratio, 1e-8 * (1 + energy_ratio)) << ratio;
        }
        if (ratio == 0.0) continue;
        EXPECT_NEAR(decay.residual, 0.5, 1e-14);
    }
}

TEST(RingDown, BeginsWhereARecordEnds) {
    CaseDocument c = document(
        "[friction]\nbound = 0.02\n[load]\nkind = \"record\"\nfile = \"push.csv\"\n[oscillator]\nmass = 1\nstiffness = "
        "1\n");
    c = c.with_samples("push.csv", {{0.0, 0.5, 1.0}, {0.0, 1.0, 0.0}, {}});
    const FreeDecay decay = follow_decay(line_kind(), c, {});
    ASSERT_GE(decay.turns.size(), 4u);
    EXPECT_GT(decay.turns.front().time, 1.0);
    const std::vector<DecayCycle> cycles = decay_cycles(decay.turns);
    EXPECT_NEAR(cycles.front().frequency, 1.0, 1e-12);
    EXPECT_NEAR(cycles[0].amplitude - cycles[1].amplitude, 0.04, 1e-13);
}

TEST(RingDown, OfAnotherLawAgreesWithCoulombsWhereTheLawsDo) {
    // A Stribeck law whose static and kinetic coefficients are the same is Coulomb's, followed by Taylor series.
    const std::string law =
        "law = \"stribeck-exponential\"\nmu_static = 0.4\nmu_kinetic = 0.4\nnormal = 1\ndecay = 1\n";
    const auto exact = decay_cycles(follow_decay(line_kind(), released("bound = 0.4"), {}).turns);
    const auto series = decay_cycles(follow_decay(line_kind(), released(law), {}).turns);
    ASSERT_EQ(series.size(), exact.size());
    for (std::size_t i = 0; i < exact.size(); ++i) {
        EXPECT_NEAR(series[i].amplitude, exact[i].amplitude, 1e-11);
        EXPECT_NEAR(series[i].frequency, exact[i].frequency, 1e-9);
        EXPECT_NEAR(series[i].energy_damping_ratio, exact[i].energy_damping_ratio, 1e-10);
    }
}

TEST(RingDown, OfAHardeningSpringHasTheFrequencyOfItsAmplitude) {
    // x″ + x + x³ = 0 at small amplitudes: ω = 1 + 3X²/8 up to X⁴.
    const CaseDocument c = document(
        "[oscillator]\nmass = 1\n[spring]\nlinear = 1\ncubic = 1\n[friction]\nlaw = "
        "\"none\"\n[load]\nkind = \"none\"\n[start]\nposition = 0.02\n");
    const FreeDecay decay = follow_decay(line_kind(), c, {.of = "", .until = 40.0});
    for (const DecayCycle& cycle : decay_cycles(decay.turns)) {
        EXPECT_NEAR(cycle.amplitude, 0.02, 1e-12);
        EXPECT_NEAR(cycle.frequency, 1 + 3 * 0.02 * 0.02 / 8, 2e-8);
        EXPECT_NEAR(cycle.energy_damping_ratio, 0.0, 1e-11);
    }
}

TEST(RingDown, RefusesABeltThatMovesAndOtherQuantities) {
    EXPECT_THROW((void)follow_decay(line_kind(), released("bound = 0.4\nbelt_velocity = 0.1"), {}),
                 std::invalid_argument);
    EXPECT_THROW((void)follow_decay(line_kind(), released("bound = 0.4"), {.of = "roof"}), std::invalid_argument);
    const CaseDocument plane =
        document("[oscillator]\ndimensions = 2\n[friction]\nbound = 1\n[load]\nkind = \"none\"\n");
    EXPECT_THROW((void)follow_decay(planar_kind(), plane, {}), std::invalid_argument);
}

TEST(Ripples, AreLeftOutAndShrinkingSwingsStay) {
    const auto turns = [](std::initializer_list<double> values) {
        std::vector<Turn> all;
        for (const double v : values) all.push_back({double(all.size()), v, 0.0});
        return all;
    };
    const auto values = [](const std::vector<Turn>& all) {
        std::vector<double> list;
        for (const Turn& t : all) list.push_back(t.value);
        return list;
    };
    const std::vector<double> shrinking{1.0, -0.9, 0.01, 0.0, 0.001};
    EXPECT_EQ(values(without_ripples(turns({1.0, -0.9, 0.01, 0.0, 0.001}))), shrinking);
    // A dip beside a peak: on the way up, and behind it.
    const std::vector<double> clean{-1.0, 1.0, -0.8};
    EXPECT_EQ(values(without_ripples(turns({-1.0, 0.5, 0.45, 1.0, -0.8}))), clean);
    const std::vector<double> double_peak{-1.0, 1.0, -0.8};
    EXPECT_EQ(values(without_ripples(turns({-1.0, 1.0, 0.95, 0.98, -0.8}))), double_peak);
    EXPECT_EQ(without_ripples(turns({-1.0, 1.0, 0.95, 0.98, -0.8}), 0.0).size(), 5u);
}

ForcedRequest over(const std::string& key, std::vector<double> values) {
    ForcedRequest request;
    request.over = key;
    request.values = std::move(values);
    return request;
}

TEST(ForcedBackbone, OfASlideWithoutStopsHasTheDampingOfItsAmplitude) {
    for (const ForcedPoint& p : forced_backbone(line_kind(), driven(), over("load.frequency", {1.6, 1.8, 2.3}))) {
        EXPECT_EQ(p.regime, Regime::continuous);
        EXPECT_NEAR(p.damping_ratio, 2 * 0.3 / (pi * 4 * p.amplitude), 1e-13);
        EXPECT_NEAR(p.loss, 4 * 0.3 * p.amplitude, 1e-13);
        // The load's power at its frequency makes up for the loss: π·p₀·X₁·sin φ.
        EXPECT_NEAR(pi * p.fundamental * std::sin(p.phase_lag), p.loss, 1e-12);
    }
}

TEST(ForcedBackbone, AtPhaseResonanceOfALinearOscillatorIsAtItsNaturalFrequency) {
    ForcedRequest request = over("load.amplitude", {0.1, 1.0, 50.0});
    request.resonance = "load.frequency";
    request.band = {1.0, 3.1};
    const CaseDocument linear = driven("damping = 0.2\n").with_text("friction.bound", "0");
    for (const ForcedPoint& p : forced_backbone(line_kind(), linear, request)) {
        EXPECT_NEAR(p.frequency, 2.0, 1e-14);
        EXPECT_NEAR(p.phase_lag, pi / 2, 1e-13);
        EXPECT_NEAR(p.amplitude, p.value / (0.2 * 2.0), 1e-12 * p.value);
        EXPECT_NEAR(p.damping_ratio, 0.2 / (2 * 2.0), 1e-13);
    }
}

TEST(ForcedBackbone, AtPhaseResonanceBalancesTheLoadAndTheLosses) {
    ForcedRequest request = over("load.amplitude", {0.5, 1.0, 4.0});
    request.resonance = "load.frequency";
    request.band = {1.2, 2.9};
    for (const ForcedPoint& p : forced_backbone(line_kind(), driven("damping = 0.2\n"), request)) {
        EXPECT_NEAR(std::cos(p.phase_lag), 0.0, 1e-12);
        EXPECT_NEAR(pi * p.value * p.fundamental, p.loss, 1e-11 * p.loss);
        EXPECT_LT(std::abs(p.frequency - 2.0), 0.05);
    }
}

TEST(ForcedBackbone, SaysWhereFrictionCannotHoldTheLoad) {
    ForcedRequest request = over("load.amplitude", {0.35, 1.0});  // the border is at r_y = π/4·p₀, p₀ = 0.382
    request.resonance = "load.frequency";
    request.band = {1.7, 2.6};
    const auto points = forced_backbone(line_kind(), driven(), request);
    EXPECT_NE(points[0].regime, Regime::unbounded);
    EXPECT_EQ(points[1].regime, Regime::unbounded);
    EXPECT_NEAR(points[1].frequency, 2.0, 1e-14);
    EXPECT_TRUE(std::isnan(points[1].amplitude));
}

TEST(ForcedBackbone, HasNoNumbersWhereTheBandHasNoResonance) {
    ForcedRequest request = over("load.amplitude", {1.0});
    request.resonance = "load.frequency";
    request.band = {3.0, 5.0};
    const ForcedPoint p = forced_backbone(line_kind(), driven(), request).front();
    EXPECT_TRUE(std::isnan(p.frequency));
    EXPECT_EQ(p.regime, Regime::not_converged);
    EXPECT_EQ(p.value, 1.0);
}

}  // namespace
}  // namespace stickslip
