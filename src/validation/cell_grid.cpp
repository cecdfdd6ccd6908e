// Steady states of whole parameter planes.

#include "cell_grid.hpp"

#include <tbb/blocked_range2d.h>

#include <algorithm>

#include "expression.hpp"
#include "kernel/in_parallel.hpp"
#include "kinds/line/solve_tile.hpp"

namespace stickslip::validation {

namespace {

constexpr std::size_t tile_size = 64;
constexpr std::size_t quick_cells = 50;
constexpr int most_cells = 4000;  // in each direction

Expression formula_of_place(const Tree& spec, const char* key, const char* otherwise, const Scope& scope) {
    return {spec.value(key, otherwise), [&](const std::string& n) { return scope.value(n); }, {"x", "y"}};
}

CellParameters<double> parameters_at(double x, double y, const Expression& friction, const Expression& frequency,
                                     const Expression& damping) {
    const double place[] = {x, y};
    const double f = friction(place);
    return {f, f, frequency(place), damping(place)};
}

void solve_one_tile(CellGrid& grid, std::size_t row, std::size_t column) {
    const std::size_t height = std::min(tile_size, grid.rows - row);
    const std::size_t width = std::min(tile_size, grid.columns - column);
    std::vector<CellParameters<double>> cells;
    for (std::size_t i = 0; i < height; ++i) {
        const auto begin = grid.parameters.begin() + static_cast<std::ptrdiff_t>((row + i) * grid.columns + column);
        cells.insert(cells.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    }
    std::vector<CellSolution<double>> solutions(cells.size());
    solve_tile(cells, width, solutions);
    for (std::size_t i = 0; i < height; ++i) {
        std::copy_n(solutions.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                    grid.cells.begin() + static_cast<std::ptrdiff_t>((row + i) * grid.columns + column));
    }
}

/// Numbers of cells for which conditions hold.
class CellsRun : public Run {
public:
    CellsRun(const Tree& spec, const Scope& scope) {
        const CellGrid grid = solve_cells(spec, scope);
        counts_["cells"] = static_cast<double>(grid.cells.size());
        for (const auto& [name, condition] : spec.at("count").items()) {
            const std::vector<double> holds = grid.values(condition.get<std::string>(), scope);
            counts_[name] = static_cast<double>(std::ranges::count_if(holds, [](double v) { return v != 0.0; }));
        }
    }

    double quantity(const std::string& name) override {
        const auto found = counts_.find(name);
        if (found == counts_.end()) refuse(name);
        return found->second;
    }

private:
    Values counts_;
};

}  // namespace

double CellGrid::x(std::size_t column) const {
    return x_from + (x_to - x_from) * (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
}

double CellGrid::y(std::size_t row) const {
    return y_from + (y_to - y_from) * (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
}

std::vector<double> CellGrid::values(const std::string& formula, const Scope& scope) const {
    const Expression f(formula, [&](const std::string& n) { return scope.value(n); },
                       {"stops", "reverse", "same_direction", "reversals", "amplitude", "stuck", "converged",
                        "friction", "frequency", "x", "y"});
    std::vector<double> out;
    out.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const CellSolution<double>& c = cells[i];
        const double arguments[] = {static_cast<double>(c.stops_then_reverse + c.stops_then_same_direction),
                                    static_cast<double>(c.stops_then_reverse),
                                    static_cast<double>(c.stops_then_same_direction),
                                    static_cast<double>(c.zero_duration_reversals),
                                    c.amplitude,
                                    c.regime == Regime::permanent_stick ? 1.0 : 0.0,
                                    c.regime == Regime::not_converged ? 0.0 : 1.0,
                                    parameters[i].friction,
                                    parameters[i].frequency,
                                    x(i % columns),
                                    y(i / columns)};
        out.push_back(f(arguments));
    }
    return out;
}

CellGrid solve_cells(const Tree& spec, const Scope& scope) {
    CellGrid grid;
    const Tree& x = spec.at("x");
    const Tree& y = spec.at("y");
    grid.x_from = scope.evaluate(x.at(0));
    grid.x_to = scope.evaluate(x.at(1));
    grid.columns = static_cast<std::size_t>(count_in(x.at(2), "the number of columns", 1, most_cells));
    grid.y_from = scope.evaluate(y.at(0));
    grid.y_to = scope.evaluate(y.at(1));
    grid.rows = static_cast<std::size_t>(count_in(y.at(2), "the number of rows", 1, most_cells));
    if (scope.settings().is_quick) {
        grid.columns = std::min(grid.columns, quick_cells);
        grid.rows = std::min(grid.rows, quick_cells);
    }
    const Expression friction = formula_of_place(spec, "friction", "x", scope);
    const Expression frequency = formula_of_place(spec, "frequency", "y", scope);
    const Expression damping = formula_of_place(spec, "damping", "0", scope);
    grid.parameters.reserve(grid.rows * grid.columns);
    for (std::size_t i = 0; i < grid.rows * grid.columns; ++i) {
        grid.parameters.push_back(
            parameters_at(grid.x(i % grid.columns), grid.y(i / grid.columns), friction, frequency, damping));
    }
    grid.cells.resize(grid.parameters.size());
    const std::size_t tile_rows = (grid.rows + tile_size - 1) / tile_size;
    const std::size_t tile_columns = (grid.columns + tile_size - 1) / tile_size;
    in_parallel(std::size_t{0}, tile_rows * tile_columns, [&](std::size_t tile) {
        solve_one_tile(grid, tile / tile_columns * tile_size, tile % tile_columns * tile_size);
    });
    return grid;
}

std::unique_ptr<Run> make_cells(const Tree& spec, const Scope& scope) {
    return std::make_unique<CellsRun>(spec, scope);
}

}  // namespace stickslip::validation
