#pragma once

// A cell of the plane of ratios, for our solvers: its parameters, and its answer in extended precision.

#include "kinds/line/solve_cell.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip {

[[nodiscard]] inline CellParameters<double> cell_of(const Ratios& r) {
    return {r.friction, r.friction, r.frequency, r.damping};
}

[[nodiscard]] inline CellSolution<long double> solve_extended(const CellParameters<double>& cell) {
    CellSolver<long double> solver({cell.friction, cell.static_friction, cell.frequency, cell.damping},
                                   flow_kind(cell.damping, 1.0));
    return solver.solve();
}

}  // namespace stickslip
