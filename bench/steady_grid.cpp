// Is there a cell of the parameter plane without an answer? Solves 400 × 400 cells of each of the windows in which
// steady states are hardest (steady_windows.hpp), for several dampings, and prints what came out. Exits
// with 1 if a cell has no answer, or one that theory forbids.

#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kinds/line/solve_cell.hpp"
#include "steady_windows.hpp"

namespace {

using namespace stickslip;

struct Tally {
    std::size_t regimes[6]{};
    std::size_t odd_stops = 0;  ///< against theory: a steady state with stops is antisymmetric, its counts are even
    int most_half_maps = 0;
    double largest_residual = 0.0;
    double seconds = 0.0;
};

Tally solve_window(const ParameterWindow& window, double damping, int side) {
    const auto begin = std::chrono::steady_clock::now();
    const std::size_t cells = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    std::vector<CellSolution<double>> solutions(cells);
    tbb::parallel_for(std::size_t{0}, cells,
                      [&](std::size_t i) { solutions[i] = solve_cell(window.cell(i, side, damping)); });
    Tally tally;
    tally.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (std::size_t i = 0; i < cells; ++i) {
        const CellSolution<double>& s = solutions[i];
        ++tally.regimes[static_cast<std::size_t>(s.regime)];
        if ((s.stops_then_reverse + s.stops_then_same_direction) % 2 != 0) ++tally.odd_stops;
        tally.most_half_maps = std::max(tally.most_half_maps, s.half_maps);
        tally.largest_residual = std::max(tally.largest_residual, s.residual);
        if (s.regime == Regime::not_converged) {
            const CellParameters<double> cell = window.cell(i, side, damping);
            std::printf("not converged: f = %.17g, W = %.17g, z = %.17g\n", cell.friction, cell.frequency, damping);
        }
    }
    return tally;
}

}  // namespace

int main(int argc, char** argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 400;
    if (side < 1) {
        std::fprintf(stderr, "usage: bench_steady_grid [CELLS_PER_SIDE]\n");
        return 2;
    }
    std::printf(
        "| window | damping | permanent stick | continuous | stick-slip | unbounded | non-unique | not converged | odd "
        "counts | most half maps | largest residual | s |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    std::size_t failures = 0;
    for (const ParameterWindow& window : steady_windows) {
        for (const double damping : steady_dampings) {
            const Tally t = solve_window(window, damping, side);
            std::printf("| %s | %g |", window.name, damping);
            for (const std::size_t count : t.regimes) std::printf(" %zu |", count);
            std::printf(" %zu | %d | %.1e | %.1f |\n", t.odd_stops, t.most_half_maps, t.largest_residual, t.seconds);
            std::fflush(stdout);
            failures += t.regimes[static_cast<std::size_t>(Regime::not_converged)] + t.odd_stops;
        }
    }
    return failures == 0 ? 0 : 1;
}
