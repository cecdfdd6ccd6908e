// How much faster is it to solve for a steady state than to wait for it?
//
// 300 random cells of 0 < f < 1.1, 0 < Ω < 1.5 (fixed seed), ζ = 0, one thread. The direct solver is plain scalar code.
// Its peer marches from rest with CVODE (Adams, root finding for every stop and release) at the loosest tolerance that
// still reaches the accuracy, and is told the answer: it stops at the end of the first load cycle at which its state is
// within 1e-10 (in p₀/k and p₀/k·ωₙ) of the steady one, which no march could know by itself. Cells that have not come
// that near after the cap are counted with the time they took so far, so that the ratio is an under-estimate.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <vector>

#include "cvode_motion.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/steady/solve_cell.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace {

using namespace stickslip;
using Clock = std::chrono::steady_clock;

constexpr int cell_count = 300;
constexpr double accuracy = 1e-10;       // of the state, in p₀/k and p₀/k·ωₙ
constexpr double tolerance = 1e-12;      // of CVODE, relative and absolute; at 1e-11 half of the cells never get there
constexpr int most_cycles = 1000;        // of one march
constexpr double shortest_timing = 2.0;  // s, of the direct solver over all cells

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

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

CellParameters<double> cell_of(const Ratios& r) { return {r.friction, r.friction, r.frequency, r.damping}; }

/// Mean time of solve_cell over all cells [s], and the amplitude's largest deviation from the whole solution in
/// extended precision, relative to max(1, amplitude).
struct DirectTiming {
    double mean = 0.0;
    double largest_error = 0.0;
    int not_converged = 0;
};

DirectTiming time_direct(const std::vector<Ratios>& cells) {
    DirectTiming timing;
    double sum = 0.0;
    int rounds = 0;
    const Clock::time_point begin = Clock::now();
    for (; seconds_since(begin) < shortest_timing; ++rounds) {
        for (const Ratios& r : cells) sum += solve_cell(cell_of(r)).amplitude;
    }
    timing.mean = seconds_since(begin) / rounds / static_cast<double>(cells.size());
    if (!std::isfinite(sum)) std::printf("an amplitude is not finite\n");
    for (const Ratios& r : cells) {
        const CellSolution<double> s = solve_cell(cell_of(r));
        CellSolver<long double> solver({r.friction, r.friction, r.frequency, r.damping}, flow_kind(r.damping, 1.0));
        const double exact = static_cast<double>(solver.solve().amplitude);
        timing.largest_error = std::max(timing.largest_error, std::abs(s.amplitude - exact) / std::max(1.0, exact));
        if (s.regime == Regime::not_converged) ++timing.not_converged;
    }
    return timing;
}

struct March {
    double seconds = 0.0;
    int cycles = 0;
    bool arrived = false;
};

March march(const Ratios& r) {
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const SteadyState steady = steady_state(oscillator, load, {});
    const Sample target = steady.cycle ? steady.cycle->at(0.0) : Sample{};
    const double period = 2.0 * std::numbers::pi / r.frequency;
    March result;
    const Clock::time_point begin = Clock::now();
    CvodeMotion integrator(oscillator, load, tolerance);
    PeerMotion motion = integrator.begin({});
    while (result.cycles < most_cycles && !result.arrived) {
        ++result.cycles;
        integrator.advance(result.cycles * period, motion);
        motion.events.clear();
        result.arrived =
            std::hypot(motion.final.position - target.position, motion.final.velocity - target.velocity) <= accuracy;
    }
    result.seconds = seconds_since(begin);
    return result;
}

}  // namespace

int main() {
    const std::vector<Ratios> cells = random_cells();
    const DirectTiming direct = time_direct(cells);
    double marched = 0.0;
    double marched_there = 0.0;
    int there = 0;
    std::vector<int> cycles;
    for (const Ratios& r : cells) {
        const March m = march(r);
        marched += m.seconds;
        if (m.arrived) {
            ++there;
            marched_there += m.seconds;
        }
        cycles.push_back(m.cycles);
    }
    std::sort(cycles.begin(), cycles.end());
    const double mean = marched / cell_count;
    std::printf("| | mean per steady state | |\n|---|---|---|\n");
    std::printf("| direct | %.1f µs | largest error of an amplitude %.1e, %d not converged |\n", 1e6 * direct.mean,
                direct.largest_error, direct.not_converged);
    std::printf("| CVODE marching | %.1f ms | median %d cycles, %d of %d cells within %.0e after at most %d cycles |\n",
                1e3 * mean, cycles[cell_count / 2], there, cell_count, accuracy, most_cycles);
    std::printf("| ratio | %.0f | all cells; those still on their way count as if they had arrived |\n",
                mean / direct.mean);
    std::printf("| | %.0f | if they are left out of the march (but not of the direct solver) |\n",
                marched_there / there / direct.mean);
    return direct.not_converged == 0 ? 0 : 1;
}
