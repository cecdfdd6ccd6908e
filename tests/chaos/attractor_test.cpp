#include "stickslip/steady/attractor.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "../motion/stefanski_oscillator.hpp"
#include "kinds/line/shooting.hpp"
#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/poincare.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip::testing {
namespace {

const State starts[] = {{0.5, 0.1},   {2.0, 0.0},  {-2.0, 1.0}, {1.0, 4.0},
                        {-1.0, -3.0}, {3.0, -2.0}, {0.0, 5.0},  {-3.0, 0.5}};

struct KnownCycles {
    double load;
    std::vector<std::vector<State>> cycles;  // from the smallest x
};

// Independent event-driven computation with the law of [Stefanski2003].
const KnownCycles known_cycles[] = {
    {2.0, {{{1.7776822, 0.64001356}}}},
    {4.0, {{{1.4168143, -0.57940586}}, {{2.3579597, 2.3948312}}}},
    {5.5, {{{1.5841251, -0.29043594}, {2.21044, -0.2782551}}, {{2.3943905, 3.3790111}, {2.7999458, -0.25093969}}}},
};

TEST(Attractor, HasThePeriodicPointsOfTheDuffingOscillator) {
    const Oscillator o = stefanski_oscillator(Spring::cubic);
    for (const KnownCycles& known : known_cycles) {
        std::vector<bool> is_met(known.cycles.size(), false);
        for (const State& s : starts) {
            const Attractor a = find_attractor(o, cosine_load(known.load), {s.position, s.velocity, 0.0, {}});
            ASSERT_EQ(a.kind, AttractorKind::periodic) << known.load;
            bool is_known = false;
            for (std::size_t i = 0; i < known.cycles.size(); ++i) {
                const auto& cycle = known.cycles[i];
                if (cycle.size() != a.points.size()) continue;
                bool fits = true;
                for (std::size_t k = 0; k < cycle.size(); ++k) {
                    fits = fits && std::abs(a.points[k].position - cycle[k].position) < 1e-7 &&
                           std::abs(a.points[k].slip_velocity - cycle[k].velocity) < 1e-7;
                }
                if (fits) is_met[i] = is_known = true;
            }
            EXPECT_TRUE(is_known) << known.load << " from " << s.position << ", " << s.velocity << ": " << a.label();
        }
        for (const bool met : is_met) EXPECT_TRUE(met) << known.load;
    }
}

TEST(Attractor, IsChaoticInFigure3b) {
    const Attractor a = find_attractor(stefanski_oscillator(Spring::cubic), cosine_load(10.0), {0.5, 0.1, 0.0, {}});
    EXPECT_EQ(a.label(), "chaotic");
    EXPECT_EQ(std::ssize(a.points), AttractorOptions{}.points);
}

TEST(Attractor, DivergesUnderASofteningSpring) {
    const Oscillator o{.damping = 0.1, .stiffness = 1.0, .cubic_stiffness = -1.0};
    EXPECT_EQ(find_attractor(o, cosine_load(5.0), {3.0, 0.0, 0.0, {}}).label(), "diverging");
}

TEST(Shooting, MultipliersAreThoseOfTheLinearOscillator) {
    // No friction: the monodromy matrix over T has determinant exp(−c·T/m) and known eigenvalues.
    const Oscillator o = without_friction(stefanski_oscillator(Spring::linear));
    const LawOrbit orbit = shoot(o, cosine_load(0.5, 0.7), {}, 1);
    ASSERT_TRUE(orbit.is_converged);
    // Each turn multiplies by A⁺/A⁻, where the series gives A⁻ to its tolerance times its order.
    const double turns = 2.0;
    EXPECT_NEAR(orbit.multiplier(), std::exp(-0.05 * orbit.period),
                turns * 100.0 * SeriesPiece::largest_order * SeriesOptions{}.tolerance);
    EXPECT_LE(orbit.residual, 1e-11);
}

TEST(Poincare, EventSectionsFindTheStopsOfTheStickSlipMotion) {
    // q = 0.25, ω = 0.5, linear spring: two stops a period, [t mod T, |x|] computed independently.
    const double period = 4.0 * std::numbers::pi;
    const Section section = poincare_section(stefanski_oscillator(Spring::linear), cosine_load(0.25, 0.5), {},
                                             {.kind = SectionKind::stop, .transient = 200, .points = 2});
    ASSERT_EQ(section.points.size(), 2u);
    for (const SectionPoint& p : section.points) {
        EXPECT_EQ(p.velocity, 0.0);
        EXPECT_NEAR(std::abs(p.position), 0.3109467953, 1e-9);
        EXPECT_NEAR(std::fmod(p.time, period), p.position > 0.0 ? 0.347449438 : 6.630634738, 1e-7);
    }
}

TEST(Bifurcation, IsTheSameForAnyNumberOfThreads) {
    const SystemFamily family = [](double q) { return std::pair{stefanski_oscillator(Spring::cubic), cosine_load(q)}; };
    const auto labels = [&](std::size_t threads) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        std::vector<std::pair<std::string, double>> all;
        for (const BifurcationColumn& c : bifurcation_diagram(family, {2.0, 4.0, 5.5})) {
            for (const Branch& b : c.branches) all.emplace_back(b.attractor.label(), b.attractor.points[0].position);
        }
        return all;
    };
    const auto one = labels(1);
    EXPECT_EQ(one, labels(2));
    ASSERT_EQ(one.size(), 5u);
    EXPECT_EQ(one[0].first, "P1");
    EXPECT_EQ(one[4].first, "P2");
}

/// A mass that static friction holds can rest anywhere in an interval: all these rests are one attractor.
TEST(Basins, RestIsOneAttractorBesideTheMotion) {
    const Ratios r{.friction = 0.1, .frequency = 0.8, .damping = 0.0, .static_friction = 1.05, .offset = 0.0};
    const Basins b = basins(oscillator_of(r), load_of(r),
                            {.position = {-3.0, 3.0}, .velocity = {-3.0, 3.0}, .columns = 6, .rows = 6});
    ASSERT_EQ(b.attractors.size(), 2u);
    EXPECT_NE(b.attractors[0].attractor.is_at_rest, b.attractors[1].attractor.is_at_rest);
    for (const auto& a : b.attractors) EXPECT_EQ(a.attractor.label(), "P1");
}

TEST(Basins, FractionsAddUpAndCellsBelongToThem) {
    const Basins b = basins(stefanski_oscillator(Spring::cubic), cosine_load(4.0), {.columns = 6, .rows = 6});
    ASSERT_EQ(b.attractors.size(), 2u);
    EXPECT_DOUBLE_EQ(b.attractors[0].fraction + b.attractors[1].fraction, 1.0);
    EXPECT_GE(b.attractors[0].fraction, b.attractors[1].fraction);
    EXPECT_EQ(b.cells.size(), 36u);
    EXPECT_GT(b.attractors[0].standard_error, 0.0);
}

}  // namespace
}  // namespace stickslip::testing
