// Columns of cells, each seeded by those before it: what a march finds without help.

#include "kinds/line/column_march.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

constexpr MarchWishes counts_and_amplitude{false, false, false};

/// Down a column of an undamped plane.
std::vector<CellSolution<double>> march_down(double f, double from, double step, int rows) {
    ColumnMarch<double> march(FlowKind::undamped, counts_and_amplitude);
    std::vector<CellSolution<double>> found;
    found.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) found.push_back(march.next({f, f, from + row * step, 0.0}, true));
    return found;
}

TEST(ColumnMarch, FindsFirstMotionsThoughTheTransientIsFarFromThem) {
    // The derivative at the transient's end would send Newton's method to ten times the amplitude.
    for (const double f : {0.850, 0.855, 0.8625}) {
        for (const double w : {0.725, 0.74, 0.76}) {
            const CellSolution<double> s = march_down(f, w, 0.0, 1).front();
            EXPECT_EQ(s.regime, Regime::stick_slip) << f << " " << w;
            EXPECT_NEAR(s.amplitude, solve_cell({f, f, w, 0.0}).amplitude, 1e-12) << f << " " << w;
        }
    }
}

TEST(ColumnMarch, CutsTheMotionWhereItRests) {
    // The transient has no rest, the motions have one: from there on the state is one number, which neighbours
    // foretell.
    const std::vector<CellSolution<double>> found = march_down(0.81, 0.7201, 1.5e-4, 60);
    for (std::size_t row = 1; row < found.size(); ++row) EXPECT_EQ(found[row].v, 0.0) << row;
    int walks = 0;
    for (std::size_t row = 10; row < found.size(); ++row) walks += found[row].half_maps;
    EXPECT_LE(walks, 75) << "for 50 cells";
}

TEST(ColumnMarch, CountsNoSlideThatIsRounding) {
    // The last cells slide all the time, and the first one with a rest is cut in that rest: Newton's method ends with a
    // velocity of 10⁻²⁵ there.
    for (const auto& [f, w] : {std::pair{0.680295, 1.323825}, {0.670945, 1.366275}, {0.712745, 1.201575}}) {
        const CellSolution<double> s = march_down(f, w - 4 * 1.5e-4, 1.5e-4, 5).back();
        EXPECT_EQ(s.regime, Regime::stick_slip) << f;
        EXPECT_EQ(s.stops_then_reverse, 2) << f;
        EXPECT_EQ(s.stops_then_same_direction, 0) << f;
        EXPECT_EQ(s.zero_duration_reversals, 0) << f;
    }
}

TEST(ColumnMarch, GoesOnWhereTheRestComesToAnEnd) {
    // Near Ω = 1/3 the rest moves from one turning point to another.
    int lost = 0;
    for (const CellSolution<double>& s : march_down(0.0195, 0.3270, 1.5e-4, 70)) {
        lost += s.regime == Regime::not_converged ? 1 : 0;
    }
    EXPECT_LE(lost, 2);
}

}  // namespace
}  // namespace stickslip
