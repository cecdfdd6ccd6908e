#include <algorithm>
#include <cmath>

#include "kinds/line/solve_cell.hpp"
#include "map_device.hpp"
#include "on_all_threads.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

using Cells = std::vector<CellParameters<double>>;

/// Whether the frequency changes more along a row than down a column. A device wants threads side by side to have the
/// same work, and the work of a cell is as its frequency.
bool is_frequency_across(std::span<const CellParameters<double>> cells, std::size_t columns) {
    const auto change = [&](std::size_t to) {
        return std::abs(std::log(cells[to].frequency) - std::log(cells[0].frequency));
    };
    return change(columns - 1) > change(cells.size() - columns);
}

template <class T>
std::vector<T> transposed(std::span<const T> values, std::size_t columns) {
    const std::size_t rows = values.size() / columns;
    std::vector<T> out(values.size());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            out[column * rows + row] = values[row * columns + column];
        }
    }
    return out;
}

FlowKind kind_of(const CellParameters<double>& cell) { return flow_kind(cell.damping, 1.0); }

/// Cells of one kind on the device, and what it leaves to the processor there.
void solve_kind(MapDevice& device, const DeviceTile& tile, std::span<CellSolution<double>> solutions) {
    std::vector<std::uint32_t> left = device.solve(tile, solutions);
    const std::size_t doubtful = left.size();
    for (std::size_t i = 0; i < solutions.size(); ++i) {
        if (solutions[i].regime == Regime::not_converged) left.push_back(static_cast<std::uint32_t>(i));
    }
    on_all_threads(left.size(), [&](std::size_t k) {
        const std::uint32_t i = left[k];
        solutions[i] =
            k < doubtful ? with_enough_digits(tile.cells[i], solutions[i], tile.wishes) : solve_cell(tile.cells[i]);
    });
}

/// One kind after the other; meanwhile something easy stands for the cells of other kinds.
void solve_kinds(MapDevice& device, const DeviceTile& tile, std::span<CellSolution<double>> solutions) {
    for (const FlowKind kind : {FlowKind::undamped, FlowKind::underdamped, FlowKind::overdamped}) {
        constexpr double stuck = 2.0;
        Cells cells(tile.cells.begin(), tile.cells.end());
        for (CellParameters<double>& cell : cells) {
            if (kind_of(cell) != kind) cell = {stuck, stuck, cell.frequency, cell.damping};
        }
        std::vector<CellSolution<double>> found(cells.size());
        solve_kind(device, {cells, tile.columns, kind, tile.wishes}, found);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (kind_of(tile.cells[i]) == kind) solutions[i] = found[i];
        }
    }
}

}  // namespace

void solve_tile_on(MapDevice& device, std::span<const CellParameters<double>> cells, std::size_t columns,
                   std::span<CellSolution<double>> solutions, const MarchWishes& wishes) {
    if (cells.empty()) return;
    if (is_frequency_across(cells, columns)) {
        const std::size_t rows = cells.size() / columns;
        const Cells turned = transposed(cells, columns);
        std::vector<CellSolution<double>> found(cells.size());
        solve_tile_on(device, turned, rows, found, wishes);
        std::ranges::copy(transposed(std::span<const CellSolution<double>>(found), rows), solutions.begin());
        return;
    }
    const DeviceTile tile{cells, columns, kind_of(cells.front()), wishes};
    if (std::ranges::all_of(cells, [&](const auto& cell) { return kind_of(cell) == tile.kind; })) {
        solve_kind(device, tile, solutions);
    } else {
        solve_kinds(device, tile, solutions);
    }
}

void refuse_device(const MapDevice& device, const std::string& what) {
    throw FieldError("backend",
                     " " + device.backend() +
                         " maps steady motions of linear oscillators with Coulomb friction under one harmonic "
                         "load, " +
                         what + "; the backend cpu, the default, maps this");
}

}  // namespace stickslip
