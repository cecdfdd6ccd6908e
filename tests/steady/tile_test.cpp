// Tiles solved by neighbours and lanes against single cells solved alone.

#include "kinds/line/solve_tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

struct Window {
    double f0, f1, w0, w1;
    double damping;
};

std::ostream& operator<<(std::ostream& out, const Window& w) {
    return out << "f " << w.f0 << "…" << w.f1 << ", Ω " << w.w0 << "…" << w.w1 << ", ζ " << w.damping;
}

std::vector<CellParameters<double>> cells_of(const Window& w, int columns, int rows) {
    std::vector<CellParameters<double>> cells;
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) {
            const double f = w.f0 + (i + 0.5) * (w.f1 - w.f0) / columns;
            cells.push_back({f, f, w.w0 + (j + 0.5) * (w.w1 - w.w0) / rows, w.damping});
        }
    }
    return cells;
}

std::vector<LaneWidth> supported_widths() {
    std::vector<LaneWidth> widths;
    for (const LaneWidth width : {LaneWidth::baseline, LaneWidth::avx2, LaneWidth::avx512}) {
        if (is_supported(width)) widths.push_back(width);
    }
    return widths;
}

/// 10⁻¹², relative where the answer is large.
void expect_same(double tile, double alone, const char* what) {
    EXPECT_NEAR(tile, alone, 1e-12 * std::max(1.0, std::abs(alone))) << what;
}

void expect_same(const CellSolution<double>& tile, const CellSolution<double>& alone) {
    EXPECT_EQ(tile.regime, alone.regime);
    EXPECT_EQ(tile.stops_then_reverse, alone.stops_then_reverse);
    EXPECT_EQ(tile.stops_then_same_direction, alone.stops_then_same_direction);
    EXPECT_EQ(tile.zero_duration_reversals, alone.zero_duration_reversals);
    expect_same(tile.amplitude, alone.amplitude, "amplitude");
    expect_same(tile.velocity, alone.velocity, "velocity");
    expect_same(tile.stuck_fraction, alone.stuck_fraction, "stuck fraction");
    expect_same(tile.dissipated, alone.dissipated, "dissipated");
    expect_same(tile.multiplier, alone.multiplier, "multiplier");
}

void expect_tile_is_its_cells(const std::vector<CellParameters<double>>& cells, std::size_t columns) {
    std::vector<CellSolution<double>> alone;
    for (const CellParameters<double>& cell : cells) alone.push_back(solve_cell(cell));
    for (const LaneWidth width : supported_widths()) {
        std::vector<CellSolution<double>> tile(cells.size());
        solve_tile(cells, columns, tile, {.lanes = width});
        for (std::size_t i = 0; i < cells.size(); ++i) {
            SCOPED_TRACE(testing::Message()
                         << name(width) << ": f " << cells[i].friction << " static " << cells[i].static_friction
                         << " Ω " << cells[i].frequency << " ζ " << cells[i].damping);
            expect_same(tile[i], alone[i]);
            if (testing::Test::HasFailure()) return;
        }
    }
}

class TileWindow : public testing::TestWithParam<Window> {};

TEST_P(TileWindow, HasTheAnswersOfItsCells) { expect_tile_is_its_cells(cells_of(GetParam(), 37, 29), 37); }

INSTANTIATE_TEST_SUITE_P(Plane, TileWindow,
                         testing::Values(Window{0.0, 1.1, 0.0, 1.5, 0.0}, Window{0.0, 1.1, 0.0, 1.5, 0.05},
                                         Window{0.0, 1.1, 0.1, 3.0, 1.0}, Window{0.0, 1.1, 0.1, 3.0, 2.5},
                                         Window{0.5, 0.6, 0.1, 0.15, 0.0}, Window{0.0, 0.05, 0.25, 0.4, 0.0},
                                         Window{0.7, 0.9, 0.95, 1.05, 0.0}, Window{0.75, 0.8, 0.999, 1.001, 0.0},
                                         Window{0.2, 0.4, 0.49, 0.51, 0.0}, Window{0.9, 1.1, 0.0, 3.0, 0.0},
                                         Window{0.0, 1.0, 0.02, 0.1, 0.01}, Window{0.3, 0.3001, 0.2, 0.2001, 0.0}));

TEST(Tile, MayBeOneCellOneRowOrOneColumn) {
    const Window window{0.3, 0.9, 0.2, 0.8, 0.0};
    expect_tile_is_its_cells(cells_of(window, 1, 1), 1);
    expect_tile_is_its_cells(cells_of(window, 19, 1), 19);
    expect_tile_is_its_cells(cells_of(window, 1, 19), 1);
}

TEST(Tile, MayMixKindsOfDamping) {
    std::vector<CellParameters<double>> cells;
    for (const double damping : {0.0, 0.3, 0.9, 1.0, 1.4}) {
        for (const double f : {0.2, 0.5, 0.8}) cells.push_back({f, f, 0.4, damping});
    }
    expect_tile_is_its_cells(cells, 3);
}

TEST(Tile, NamesWhatHasNoUniquePeriodicMotion) {
    std::vector<CellParameters<double>> cells;
    for (const double frequency : {0.25, 0.5, 1.0, 1.2}) {
        for (const double f : {0.0, 0.02, 0.1, 0.5, 0.785, 0.9, 1.0, 1.3}) cells.push_back({f, f, frequency, 0.0});
    }
    expect_tile_is_its_cells(cells, 8);
}

TEST(Tile, StartsFromRestWhereTheStaticBoundIsLarger) {
    std::vector<CellParameters<double>> cells;
    for (const double frequency : {0.35, 0.45, 0.8}) {
        for (const double f : {0.2, 0.3, 0.4, 0.5}) cells.push_back({f, 1.2 * f, frequency, 0.02});
    }
    expect_tile_is_its_cells(cells, 4);
}

/// Good seeds, none, and wrong ones, in the same vectors.
TEST(ScatteredCells, HaveTheAnswersOfSingleCellsWhateverTheirSeeds) {
    for (const Window& window : {Window{0.1, 1.05, 0.1, 1.5, 0.0}, Window{0.05, 0.9, 0.01, 0.1, 0.0},
                                 Window{0.1, 0.9, 0.2, 0.9, 0.05}, Window{0.7, 0.9, 0.95, 1.05, 0.0}}) {
        const std::vector<CellParameters<double>> cells = cells_of(window, 11, 9);
        std::vector<CellSolution<double>> alone;
        for (const CellParameters<double>& cell : cells) alone.push_back(solve_cell(cell));
        std::vector<CellSeed> seeds;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const CellSolution<double>& near = alone[(i + 1) % cells.size()];
            const CellSeed kinds[] = {
                {}, {true, near.section, near.x}, {true, 0.1 * static_cast<double>(i), 1.0 - 2.0 * near.x}};
            seeds.push_back(kinds[i % 3]);
        }
        for (const LaneWidth width : supported_widths()) {
            std::vector<CellSolution<double>> found(cells.size());
            solve_scattered(cells, seeds, found, {.lanes = width});
            for (std::size_t i = 0; i < cells.size(); ++i) {
                SCOPED_TRACE(testing::Message() << name(width) << ": " << window << ", cell " << i);
                expect_same(found[i], alone[i]);
            }
        }
    }
}

TEST(Tile, CanLeaveOutTheVelocity) {
    const std::vector<CellParameters<double>> cells = cells_of({0.1, 1.0, 0.1, 1.4, 0.0}, 16, 16);
    std::vector<CellSolution<double>> with(cells.size());
    std::vector<CellSolution<double>> without(cells.size());
    solve_tile(cells, 16, with);
    solve_tile(cells, 16, without, {.wishes = {.velocity = false}});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_NEAR(with[i].amplitude, without[i].amplitude, 1e-13);
        EXPECT_EQ(with[i].stops_then_reverse, without[i].stops_then_reverse);
    }
}

}  // namespace
}  // namespace stickslip
