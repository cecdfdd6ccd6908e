// How much faster is it to solve for a steady state than to wait for it?
//
// 300 random cells of 0 < f < 1.1, 0 < Ω < 1.5 (fixed seed), ζ = 0, one thread. The direct solver is plain scalar code.
// Its peer marches from rest with CVODE (Adams, root finding for every stop and release) and gets every advantage:
//   - it is told the answer and stops at the end of the first load cycle at which its state is within 1e-10 (in p₀/k
//     and p₀/k·ωₙ) of the steady one, which no march could know by itself;
//   - each cell is marched at several tolerances, and only the fastest that arrives counts;
//   - a cell that arrives at none of them within the cap counts with its cheapest march up to the cap.
// So the ratio over all cells is an under-estimate; that over the cells that did arrive is printed, too.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "kinds/line/solve_cell.hpp"
#include "marching.hpp"
#include "ratio_cell.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;

constexpr int cell_count = 300;
constexpr MarchCaps caps;
constexpr double shortest_timing = 5e-3;  // s, of the direct solver on one cell

std::vector<Ratios> random_cells() {
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> frictions(0.0, 1.1);
    std::uniform_real_distribution<double> frequencies(0.0, 1.5);
    std::vector<Ratios> cells(cell_count);
    for (Ratios& r : cells) {
        r.friction = frictions(engine);
        r.frequency = frequencies(engine);
    }
    return cells;
}

/// Mean time of solve_cell [s].
double time_direct(const Ratios& r) {
    double sum = 0.0;
    int rounds = 0;
    double elapsed = 0.0;
    for (const double begin = processor_seconds(); elapsed < shortest_timing; ++rounds) {
        sum += solve_cell(cell_of(r)).amplitude;
        elapsed = processor_seconds() - begin;
    }
    if (!std::isfinite(sum)) std::printf("an amplitude is not finite\n");
    return elapsed / rounds;
}

/// Deviation of the amplitude from that of the whole solution in extended precision, relative to max(1, amplitude).
double error_of_direct(const Ratios& r) {
    const double exact = static_cast<double>(solve_extended(cell_of(r)).amplitude);
    return std::abs(solve_cell(cell_of(r)).amplitude - exact) / std::max(1.0, exact);
}

/// What both ways take.
struct Seconds {
    double direct = 0.0;
    double marched = 0.0;

    void add(double solved, double march) {
        direct += solved;
        marched += march;
    }
};

}  // namespace

int main() {
    Seconds all;
    Seconds of_arrived;
    double largest_error = 0.0;
    int arrived = 0;
    std::vector<int> cycles;
    for (const Ratios& r : random_cells()) {
        const double solved = time_direct(r);
        largest_error = std::max(largest_error, error_of_direct(r));
        const March m = best_march(march_cvode, r, steady_begin(r), caps);
        all.add(solved, m.seconds);
        cycles.push_back(m.cycles);
        if (!m.arrived) continue;
        ++arrived;
        of_arrived.add(solved, m.seconds);
    }
    std::sort(cycles.begin(), cycles.end());
    std::printf("| cells | direct, mean | CVODE marching, mean | ratio |\n|---|---|---|---|\n");
    std::printf("| all %d | %.1f µs | %.1f ms | %.0f |\n", cell_count, 1e6 * all.direct / cell_count,
                1e3 * all.marched / cell_count, all.marched / all.direct);
    std::printf("| the %d that marching brings within %.0e in %d cycles | %.1f µs | %.1f ms | %.0f |\n", arrived,
                caps.arrival, caps.cycles, 1e6 * of_arrived.direct / arrived, 1e3 * of_arrived.marched / arrived,
                of_arrived.marched / of_arrived.direct);
    std::printf("Largest error of an amplitude of the direct solver: %.1e. Median march: %d cycles.\n", largest_error,
                cycles[cell_count / 2]);
    return 0;
}
