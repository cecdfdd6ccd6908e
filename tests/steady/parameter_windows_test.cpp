// Every cell of the windows has an answer; bench/steady_grid.cpp does the same with 400 × 400 cells each.

#include <gtest/gtest.h>

#include "kinds/line/solve_cell.hpp"
#include "steady_windows.hpp"

namespace stickslip {
namespace {

void expect_answers(const ParameterWindow& window, double damping, int side) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(side) * static_cast<std::size_t>(side); ++i) {
        const CellParameters<double> cell = window.cell(i, side, damping);
        const CellSolution<double> s = solve_cell(cell);
        SCOPED_TRACE(testing::Message() << "f = " << cell.friction << ", Ω = " << cell.frequency
                                        << ", ζ = " << damping);
        ASSERT_NE(s.regime, Regime::not_converged);
        if (s.regime != Regime::continuous && s.regime != Regime::stick_slip) continue;
        ASSERT_EQ((s.stops_then_reverse + s.stops_then_same_direction) % 2, 0) << "antisymmetric motions stop in pairs";
        ASSERT_EQ(s.zero_duration_reversals % 2, 0);
        ASSERT_GE(s.stops_then_reverse + s.zero_duration_reversals, 2) << "a motion turns round twice a cycle";
        ASSERT_EQ(s.stops_then_reverse + s.stops_then_same_direction > 0, s.regime == Regime::stick_slip);
        ASSERT_EQ(s.stuck_fraction > 0.0, s.regime == Regime::stick_slip);
        ASSERT_LT(s.stuck_fraction, 1.0);
        ASSERT_LE(s.multiplier, 1.0 + 1e-12) << "the map expands no distance";
        ASSERT_GE(s.dissipated, 4.0 * cell.friction * s.amplitude * (1.0 - 1e-12))
            << "the path is at least peak to peak";
        ASSERT_LE(s.residual, 1e-12 * (1.0 + s.amplitude));
    }
}

class ParameterWindows : public testing::TestWithParam<ParameterWindow> {};

constexpr double slow = 0.02;  // below, a cell has tens of stops and costs milliseconds

TEST_P(ParameterWindows, HaveAnAnswerInEveryCell) {
    const bool is_slow = GetParam().frequency_high <= slow;
    expect_answers(GetParam(), 0.0, is_slow ? 24 : 120);
}

TEST_P(ParameterWindows, HaveAnAnswerInEveryCellWithDamping) {
    const bool is_slow = GetParam().frequency_high <= slow;
    for (const double damping : steady_dampings) {
        if (damping > 0.0) expect_answers(GetParam(), damping, is_slow ? 16 : 50);
    }
}

INSTANTIATE_TEST_SUITE_P(Plane, ParameterWindows, testing::ValuesIn(steady_windows));

}  // namespace
}  // namespace stickslip
