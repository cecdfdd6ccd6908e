// How much faster are maps of steady states than marching to every one of them?
//
// The plane 0 < f < 1.1, 0 < Ω < 1.5, ζ = 0 of [HongLiu2000] figure 8, 500 × 500 cells: the scalar solver cell by cell,
// tiles of 64 × 64 cells with every vector width of this processor, and the whole engine on one and two threads. The
// peers march from rest on 64 cells, one at random in each of 8 × 8 equal parts of the same plane (fixed seed): CVODE
// with its root finder, and Boost.odeint. They get every advantage:
//   - they are told the answer and stop at the end of the first load cycle at which their state is within 1e-10 (in
//     p₀/k and p₀/k·ωₙ) of the steady one;
//   - each cell is marched at several tolerances, and only the fastest that arrives counts;
//   - a cell that arrives at none of them within the caps counts with its cheapest march up to the caps.
// Processor time of one thread, except for the engine (wall and processor time of the process). Exits with 1 if the
// maps disagree with each other or with extended precision. With a folder as argument, the cells and their targets are
// written there for the peers in Python (scipy_marching.py, siconos_single.py).

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "map_planes.hpp"
#include "peer_sample.hpp"

namespace {

using namespace stickslip;

constexpr int rounds = 3;  // of each timing of a map; the best counts

/// One line of the table: the time of a cell, and how many times that CVODE takes, for all its cells and for those
/// that both peers reach.
void print_row(const std::string& what, double seconds, double of_reached, const PeerTimes& cvode,
               const char* answers) {
    const int digits = cvode.all < 100.0 * seconds ? 1 : 0;
    std::printf("| %s | %.3g | **%.*f** | %.*f | %s |\n", what.c_str(), 1e6 * seconds, digits, cvode.all / seconds,
                digits, cvode.arrived / of_reached, answers);
    std::fflush(stdout);
}

/// Prints the lines of our own maps, and notes whether their answers agree.
class MapRows {
public:
    explicit MapRows(const PeerTimes& cvode) : cvode_(cvode) {}

    void print(const std::string& what, double seconds, const Comparison& c, const char* expected) {
        char answers[160];
        std::snprintf(answers, sizeof answers, "amplitudes within %.1e of %s, other stops in %d cells", c.largest,
                      expected, c.other_stops);
        is_equal_ = is_equal_ && c.is_equal();
        constexpr double count = plane_cells;
        print_row(what, seconds / count, seconds / count, cvode_, answers);
    }
    [[nodiscard]] bool is_equal() const { return is_equal_; }

private:
    PeerTimes cvode_;
    bool is_equal_ = true;
};

void print_tiles(const Plane& scalar, MapRows& rows) {
    for (const bool all : {false, true}) {
        for (const LaneWidth lanes : {LaneWidth::one, LaneWidth::baseline, LaneWidth::avx2, LaneWidth::avx512}) {
            if (!is_supported(lanes)) continue;
            const Plane plane = solve_in_tiles({{all, all, all}, lanes}, lanes == LaneWidth::one ? 1 : rounds);
            rows.print("`solve_tile`, " + std::string(name(lanes)) + (all ? ", all answers" : ", stops and amplitude"),
                       plane.seconds, compare(plane, scalar), "`solve_cell`");
        }
    }
}

/// One and two threads in turn, so that a busy machine hurts both.
void print_engine(const Plane& scalar, MapRows& rows) {
    Plane one;
    Plane two;
    for (int round = 0; round < 5 * rounds; ++round) {
        run_engine(1, one);
        run_engine(2, two);
    }
    rows.print("`compute_map`, stops and amplitude, 1 thread, processor time", one.seconds, compare(one, scalar),
               "`solve_cell`");
    rows.print("the same, wall time", one.wall, compare(one, scalar), "`solve_cell`");
    rows.print("2 threads, wall time", two.wall, compare(two, scalar), "`solve_cell`");
    std::fprintf(
        stderr,
        "Two threads are %.2f times as fast as one (best wall times), and had %.2f cores; one thread had %.2f.\n",
        one.wall / two.wall, two.cores, one.cores);
}

void print_peer(const char* what, const PeerTimes& t, const PeerTimes& cvode) {
    char answers[160];
    std::snprintf(answers, sizeof answers, "states within %.0e of ours in %d of %d cells", sample_caps.arrival,
                  t.arrivals, sample_cells);
    print_row(what, t.all, t.arrived, cvode, answers);
}

int compare_all(const char* folder) {
    const std::vector<PeerCell> cells = march_sample();
    const PeerTimes cvode = times_of(cells, &PeerCell::cvode);
    const PeerTimes odeint = times_of(cells, &PeerCell::odeint);
    std::printf(
        "| what | µs a cell | CVODE takes … times as long | … on the cells that it reaches | answers "
        "|\n|---|---|---|---|---|\n");
    MapRows rows(cvode);
    const Plane scalar = solve_cell_by_cell();
    rows.print("`solve_cell`, all answers", scalar.seconds, compare_with_extended(scalar), "extended precision");
    print_tiles(scalar, rows);
    print_engine(scalar, rows);
    print_peer("CVODE marching", cvode, cvode);
    print_peer("Boost.odeint marching", odeint, cvode);
    if (folder != nullptr) {
        write_cells(folder, cells);
        write_single_run(folder);
    }
    std::fprintf(stderr, "CVODE: %.1f ± %.1f ms a cell, %.1f ms on the cells that both peers reach.\n", 1e3 * cvode.all,
                 1e3 * cvode.error_of_all, 1e3 * cvode.arrived);
    std::fprintf(stderr, rows.is_equal() ? "All maps agree.\n" : "The maps differ.\n");
    return rows.is_equal() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return compare_all(argc > 1 ? argv[1] : nullptr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_maps_vs_peers: %s\n", error.what());
        return 1;
    }
}
