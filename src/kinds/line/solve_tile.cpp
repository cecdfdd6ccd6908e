#include "solve_tile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve_cell.hpp"
#include "tile_lanes.hpp"

namespace stickslip {

namespace {

SolveTileLanes tile_function(LaneWidth width) {
#ifdef STICKSLIP_X86_LANES
    if (width == LaneWidth::avx512) return avx512::solve_tile_lanes;
    if (width == LaneWidth::avx2) return avx2::solve_tile_lanes;
#endif
    return width == LaneWidth::baseline ? baseline::solve_tile_lanes : nullptr;
}

bool have_one_flow_kind(std::span<const CellParameters<double>> cells) {
    const FlowKind kind = flow_kind(cells.front().damping, 1.0);
    return std::ranges::all_of(
        cells, [&](const CellParameters<double>& cell) { return flow_kind(cell.damping, 1.0) == kind; });
}

/// Whether marches should go along the rows of a tile: where motions are slow, unless the rows of neighbouring lanes
/// would take very different numbers of slides and wait for each other.
bool is_marched_along(std::span<const CellParameters<double>> cells, std::size_t columns) {
    constexpr double lanes = 8.0;
    constexpr double most_difference = 0.25;
    const auto is_slow = [](const CellParameters<double>& cell) { return cell.frequency < slow_frequency; };
    if (!std::ranges::all_of(cells, is_slow) || !has_rows_of_one_frequency(cells, columns)) return false;
    const auto rows = static_cast<double>(cells.size() / columns);
    const double change = std::abs(cells.back().frequency - cells.front().frequency) / rows;
    return lanes * change < most_difference * std::min(cells.back().frequency, cells.front().frequency);
}

/// By lanes, with more digits where they are in doubt; what resists, and cells of different kinds, one by one.
void solve_in_lanes(std::span<const CellParameters<double>> cells, std::size_t columns, const CellSeed* seeds,
                    std::span<CellSolution<double>> solutions, const TileOptions& options) {
    if (cells.empty()) return;
    const SolveTileLanes solve = have_one_flow_kind(cells) ? tile_function(options.lanes) : nullptr;
    if (solve == nullptr) {
        for (std::size_t i = 0; i < cells.size(); ++i) solutions[i] = solve_cell(cells[i]);
        return;
    }
    const std::size_t rows = cells.size() / columns;
    TileTask task{cells.data(),     rows, columns, columns, 1, flow_kind(cells.front().damping, 1.0), options.wishes,
                  solutions.data(), seeds};
    if (seeds == nullptr && is_marched_along(cells, columns)) {
        std::swap(task.rows, task.columns);
        std::swap(task.row_stride, task.column_stride);
    }
    solve(task);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (solutions[i].regime == Regime::not_converged) {
            solutions[i] = solve_cell(cells[i]);
        } else {
            solutions[i] = with_enough_digits(cells[i], solutions[i], options.wishes);
        }
    }
}

}  // namespace

std::string_view name(LaneWidth width) {
    switch (width) {
        case LaneWidth::one: return "one";
        case LaneWidth::baseline: return "baseline";
        case LaneWidth::avx2: return "avx2";
        case LaneWidth::avx512: return "avx512";
    }
    return "";
}

std::optional<LaneWidth> lane_width(std::string_view wanted) {
    for (const LaneWidth width : {LaneWidth::one, LaneWidth::baseline, LaneWidth::avx2, LaneWidth::avx512}) {
        if (name(width) == wanted) return width;
    }
    return std::nullopt;
}

bool is_supported(LaneWidth width) {
#ifdef STICKSLIP_X86_LANES
    // What the compiler was allowed to use; src/kinds/line/CMakeLists.txt.
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                          __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
    if (width == LaneWidth::avx2) return has_avx2;
    if (width == LaneWidth::avx512) {
        return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512cd");
    }
#endif
    return width == LaneWidth::one || width == LaneWidth::baseline;
}

LaneWidth best_lane_width() {
    static const LaneWidth best = [] {
        for (const LaneWidth width : {LaneWidth::avx512, LaneWidth::avx2}) {
            if (is_supported(width)) return width;
        }
        return LaneWidth::baseline;
    }();
    return best;
}

void solve_tile(std::span<const CellParameters<double>> cells, std::size_t columns,
                std::span<CellSolution<double>> solutions, const TileOptions& options) {
    solve_in_lanes(cells, columns, nullptr, solutions, options);
}

void solve_scattered(std::span<const CellParameters<double>> cells, std::span<const CellSeed> seeds,
                     std::span<CellSolution<double>> solutions, const TileOptions& options) {
    solve_in_lanes(cells, cells.size(), seeds.data(), solutions, options);
}

}  // namespace stickslip
