// Fragility curves: against the formulas for a complete sample, the definition of the likelihood, populations that are
// known, and the scales at which exact motions reach a limit.

#include "studies/fragility.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "kinds/capacities.hpp"

namespace stickslip {
namespace {

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

TEST(Fragility, OfACompleteSampleHasTheIntervalsOfStudentAndChiSquared) {
    // ln x = −2, −1, 0, 1, 2: mean 0, deviation √2.5. Tables: t₄(0.975) = 2.776445, χ²₄ = 0.484419 and 11.143287.
    CapacitySample sample;
    for (int i = -2; i <= 2; ++i) sample.reached.push_back(std::exp(i));
    const Fragility f = fit_fragility(sample);
    const double s = std::sqrt(2.5);
    ASSERT_TRUE(f.exists);
    EXPECT_NEAR(f.median.value, 1.0, 1e-15);
    EXPECT_NEAR(std::log(f.median.upper), 2.776445 * s / std::sqrt(5.0), 1e-6);
    EXPECT_NEAR(std::log(f.median.lower), -2.776445 * s / std::sqrt(5.0), 1e-6);
    EXPECT_NEAR(f.dispersion.value, s, 1e-15);
    EXPECT_NEAR(f.dispersion.lower, s * std::sqrt(4.0 / 11.143287), 1e-6);
    EXPECT_NEAR(f.dispersion.upper, s * std::sqrt(4.0 / 0.484419), 1e-5);
    EXPECT_NEAR(probability(f, std::exp(s)), normal_probability(1.0), 1e-15);
}

double log_likelihood(const CapacitySample& sample, double mu, double sigma) {
    double sum = 0.0;
    for (const double x : sample.reached) {
        const double z = (std::log(x) - mu) / sigma;
        sum += -0.5 * z * z - std::log(sigma);
    }
    for (const double x : sample.not_reached) sum += std::log(normal_probability((mu - std::log(x)) / sigma));
    for (const double x : sample.at_once) sum += std::log(normal_probability((std::log(x) - mu) / sigma));
    return sum;
}

TEST(Fragility, OfACensoredSampleIsTheMostLikelyOne) {
    CapacitySample sample{{0.7, 0.9, 1.0, 1.3, 1.6, 1.9}, {2.0, 2.0, 2.0}, {0.5}};
    const Fragility f = fit_fragility(sample);
    ASSERT_TRUE(f.exists);
    const double mu = std::log(f.median.value), sigma = f.dispersion.value;
    const double best = log_likelihood(sample, mu, sigma);
    for (int i = -40; i <= 40; ++i) {
        for (int j = -40; j <= 40; ++j) {
            EXPECT_LE(log_likelihood(sample, mu + 0.02 * i, sigma * std::exp(0.03 * j)), best + 1e-12);
        }
    }
    // At the ends of an interval the best that is left is less likely by half of χ²₁(0.95) = 3.841459.
    for (const double end : {f.median.lower, f.median.upper}) {
        double left = -1e300;
        for (int j = -4000; j <= 4000; ++j) {
            left = std::max(left, log_likelihood(sample, std::log(end), sigma * std::exp(0.0005 * j)));
        }
        EXPECT_NEAR(best - left, 0.5 * 3.841459, 1e-5);
    }
    for (const double end : {f.dispersion.lower, f.dispersion.upper}) {
        double left = -1e300;
        for (int i = -4000; i <= 4000; ++i) left = std::max(left, log_likelihood(sample, mu + 0.0005 * i, end));
        EXPECT_NEAR(best - left, 0.5 * 3.841459, 1e-5);
    }
}

/// How many of 200 intervals of 95 % hold the truth is binomial: 190 with a deviation of 3.08. Fewer than 180 happen
/// once in a thousand times, more than 199 as often.
struct Coverage {
    int median = 0;
    int dispersion = 0;
};

template <class Cut>
Coverage coverage_of(std::size_t count, unsigned seed, const Cut& cut) {
    constexpr int repetitions = 200;
    constexpr double mu = 0.3, sigma = 0.45;
    std::mt19937_64 dice(seed);
    std::normal_distribution<double> normal(mu, sigma);
    Coverage hits;
    for (int k = 0; k < repetitions; ++k) {
        CapacitySample sample;
        for (std::size_t i = 0; i < count; ++i) cut(std::exp(normal(dice)), sample);
        const Fragility f = fit_fragility(sample);
        hits.median += f.median.lower <= std::exp(mu) && std::exp(mu) <= f.median.upper;
        hits.dispersion += f.dispersion.lower <= sigma && sigma <= f.dispersion.upper;
    }
    return hits;
}

TEST(Fragility, RecoversAPopulationAsOftenAsItsConfidenceSays) {
    const Coverage all = coverage_of(20, 1, [](double x, CapacitySample& s) { s.reached.push_back(x); });
    EXPECT_GE(all.median, 180);
    EXPECT_LE(all.median, 199);
    EXPECT_GE(all.dispersion, 180);
    EXPECT_LE(all.dispersion, 199);
}

TEST(Fragility, RecoversAPopulationOfWhichAThirdIsCutOff) {
    const auto cut = [](double x, CapacitySample& s) {
        constexpr double first = 0.8, last = 1.8;
        (x > last ? s.not_reached : (x < first ? s.at_once : s.reached))
            .push_back(x > last ? last : std::max(x, first));
    };
    const Coverage some = coverage_of(60, 2, cut);
    EXPECT_GE(some.median, 180);
    EXPECT_LE(some.median, 199);
    EXPECT_GE(some.dispersion, 180);
    EXPECT_LE(some.dispersion, 199);
}

TEST(Fragility, NeedsTwoDifferentCapacities) {
    EXPECT_FALSE(fit_fragility({}).exists);
    EXPECT_FALSE(fit_fragility({{1.0}, {2.0, 2.0}, {}}).exists);
    EXPECT_FALSE(fit_fragility({{1.5, 1.5}, {}, {}}).exists);
    EXPECT_THROW(static_cast<void>(fit_fragility({{1.0, 0.0}, {}, {}})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(fit_fragility({{1.0, 2.0}, {}, {}}, 1.0)), std::invalid_argument);
}

// A rigid block under rectangular pulses of length T: its slide is (A − a)·T²·A/(2a), so that it reaches a limit D at
// A = a/2 + √(a²/4 + 2aD/T²), a = μ·g.

const char* const block = R"(
[oscillator]
mass = 3
stiffness = 0
[friction]
mu = 0.2
normal = 30
[load]
kind = "base"
surface = "moving"
file = "quake.csv"
quantity = "acceleration"
[run]
until = 60
)";

TEST(Capacities, AreTheScalesOfTheClosedForm) {
    constexpr double length = 0.7, slide = 0.4;
    EnsembleRequest request{
        .document = CaseDocument::parse(block, "block").with_samples("quake.csv", {{0.0, 1.0}, {0.0, 0.0}, {}}),
        .records = {{"strong", {{0.0, length}, {2.0, 2.0}, {}}},
                    {"weak", {{0.0, length}, {0.1, 0.1}, {}}},
                    {"violent", {{0.0, length}, {-50.0, -50.0}, {}}}},
        .scales = {0.5, 1.0, 3.0, 8.0},
        .vary = {{"friction.mu", {0.1, 0.2}, "mu"}}};
    const Capacities capacities(line_kind(), request, {"total_slip", slide});
    MemoryStore store(capacities.tiling(), capacities.quantities());
    ASSERT_TRUE(run_map(capacities, store).is_complete);
    const std::vector<double> outcomes = values_of(store, 0), scales = values_of(store, 1);
    for (std::size_t i = 0; i < 2; ++i) {
        const double held = request.vary[0].values[i] * 30.0 / 3.0;
        const double exact =
            (0.5 * held + std::sqrt(0.25 * held * held + 2.0 * held * slide / (length * length))) / 2.0;
        EXPECT_EQ(outcomes[i], static_cast<double>(CapacityOutcome::reached));
        EXPECT_NEAR(scales[i], exact, 1e-9 * exact);
        EXPECT_EQ(outcomes[2 + i], static_cast<double>(CapacityOutcome::not_reached));
        EXPECT_EQ(scales[2 + i], 8.0);
        EXPECT_EQ(outcomes[4 + i], static_cast<double>(CapacityOutcome::at_once));
        EXPECT_EQ(scales[4 + i], 0.5);
        const CapacitySample sample = capacities.sample(outcomes, scales, i);
        EXPECT_EQ(sample.reached, (std::vector<double>{scales[i]}));
        EXPECT_EQ(sample.not_reached, (std::vector<double>{8.0}));
        EXPECT_EQ(sample.at_once, (std::vector<double>{0.5}));
    }
    EXPECT_NE(difference(capacities.lines(), Capacities(line_kind(), request, {"total_slip", 0.5}).lines()), "");
    EXPECT_THROW(Capacities(line_kind(), request, {"total_slip", 0.0}), std::invalid_argument);
    request.scales = {1.0};
    EXPECT_THROW(Capacities(line_kind(), request, {"total_slip", 1.0}), std::invalid_argument);
    request.scales = {2.0, 1.0};
    EXPECT_THROW(Capacities(line_kind(), request, {"total_slip", 1.0}), std::invalid_argument);
    request.scales = {-1.0, 1.0};
    EXPECT_THROW(Capacities(line_kind(), request, {"total_slip", 1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
