#include "kinds/line/digits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

constexpr double allowed = 1e-12;
constexpr MarchWishes all_wishes;

/// What maps store of a cell, against the same motion in extended precision.
void expect_digits(const CellParameters<double>& cell) {
    SCOPED_TRACE(testing::Message() << "f " << cell.friction << " Ω " << cell.frequency << " ζ " << cell.damping);
    const FlowKind kind = flow_kind(cell.damping, 1.0);
    const CellSolution<double> found = CellSolver<double>(cell, kind).solve();
    if (found.half_maps == 0) return;
    CellSolver<long double> extended({cell.friction, cell.static_friction, cell.frequency, cell.damping}, kind);
    ASSERT_TRUE(extended.refine(found));
    const CellSolution<long double>& exact = extended.solution();
    const CellSolution<double> kept = with_enough_digits(cell, found, all_wishes);
    EXPECT_NEAR(kept.multiplier, static_cast<double>(exact.multiplier), allowed);
    EXPECT_NEAR(kept.stuck_fraction, static_cast<double>(exact.stuck_fraction), allowed);
    const auto amplitude = static_cast<double>(exact.amplitude);
    EXPECT_NEAR(kept.amplitude, amplitude, allowed * std::max(1.0, amplitude));
}

/// Slow loads with a little damping: gentle stops, the times of which double precision knows to few digits.
TEST(Digits, AreEnoughWhereStopsAreGentle) {
    // Double precision alone is wrong by 2 to 6·10⁻¹² here.
    expect_digits({0.014748915190094504, 0.014748915190094504, 0.020692282894820387, 0.01});
    expect_digits({0.009900033175530995, 0.009900033175530995, 0.022008444644085353, 0.01});
    expect_digits({0.001465238721501943, 0.001465238721501943, 0.0025224078626629831, 0.0});
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> friction(0.0, 1.0);
    std::uniform_real_distribution<double> frequency(0.02, 0.05);
    for (int i = 0; i < 5000; ++i) {
        const double f = friction(random);
        expect_digits({f, f, frequency(random), 0.01});
    }
}

/// Nearly as much friction as load: a small motion that forgets its start slowly, found to few of its own digits.
TEST(Digits, AreEnoughWhereTheMotionIsSmall) {
    expect_digits({0.99963941066881423, 0.99963941066881423, 0.038492302095895589, 0.0});
    expect_digits({0.9997025812737147, 0.9997025812737147, 0.034948794736613442, 0.0});
}

/// A search that ends as soon as the motion closes may still be off by its residual times the sensitivity.
TEST(Digits, AreEnoughOfASingleCell) {
    // Double precision alone is wrong by 1 to 2·10⁻¹³ here, four times that in the dissipation.
    for (const auto& [f, w] : {std::pair{0.877855, 0.729525}, {0.915915, 0.601125}, {0.886765, 0.700875}}) {
        CellSolver<long double> solver({f, f, w, 0.0L}, FlowKind::undamped);
        EXPECT_NEAR(solve_cell({f, f, w, 0.0}).amplitude, static_cast<double>(solver.solve().amplitude), 2e-14) << f;
    }
}

}  // namespace
}  // namespace stickslip
