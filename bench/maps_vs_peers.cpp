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

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "cvode_motion.hpp"
#include "odeint_motion.hpp"
#include "stickslip/maps/run_map.hpp"
#include "stickslip/maps/tiling.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/solve_cell.hpp"
#include "stickslip/steady/solve_tile.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace {

using namespace stickslip;

constexpr double highest_friction = 1.1;
constexpr double highest_frequency = 1.5;
constexpr std::size_t side = 500;         // cells along each axis
constexpr std::size_t checked_every = 5;  // cell along each axis is checked in extended precision
constexpr int rounds = 3;                 // of each timing of a map; the best counts
constexpr int peer_side = 8;              // parts along each axis, with one peers' cell in each
constexpr int peer_cells = peer_side * peer_side;
constexpr double arrival = 1e-10;                       // of the state, in p₀/k and p₀/k·ωₙ
constexpr double tolerances[] = {1e-11, 1e-12, 1e-13};  // of the integrators, relative and absolute
constexpr int most_cycles = 500;                        // of one march
constexpr double most_seconds = 1.0;                    // of one march; ends with the cycle that reaches it
constexpr double allowed_deviation = 1e-12;             // of an amplitude, relative to max(1, amplitude)

double seconds_of(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Processor time of this thread: what other programs on the machine take does not count.
double processor_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

CellParameters<double> cell_of(const Ratios& r) { return {r.friction, r.friction, r.frequency, r.damping}; }

MapAxis friction_axis() { return {"friction_ratio", 0.0, highest_friction, side}; }
MapAxis frequency_axis() { return {"frequency_ratio", 0.0, highest_frequency, side}; }

CellParameters<double> cell_at(const CellIndex& i) {
    return cell_of({.friction = friction_axis().centre(i.column), .frequency = frequency_axis().centre(i.row)});
}

int stops_of(const CellSolution<double>& s) { return s.stops_then_reverse + s.stops_then_same_direction; }

/// The numbers that are compared, row by row.
struct Plane {
    std::vector<double> amplitude = std::vector<double>(side * side);
    std::vector<int> stops = std::vector<int>(side * side);
    double seconds = std::numeric_limits<double>::infinity();  // for all cells
    double wall = std::numeric_limits<double>::infinity();

    void set(std::size_t place, const CellSolution<double>& s) {
        amplitude[place] = s.amplitude;
        stops[place] = stops_of(s);
    }
};

Plane solve_cell_by_cell() {
    std::vector<CellParameters<double>> cells;
    for (const CellIndex& i : TileRectangle{0, 0, side, side}.indices()) cells.push_back(cell_at(i));
    std::vector<CellSolution<double>> solutions(cells.size());
    Plane plane;
    const double begin = processor_seconds();
    for (std::size_t i = 0; i < cells.size(); ++i) solutions[i] = solve_cell(cells[i]);
    plane.seconds = processor_seconds() - begin;
    for (std::size_t i = 0; i < cells.size(); ++i) plane.set(i, solutions[i]);
    return plane;
}

Plane solve_in_tiles(const TileOptions& options, int repetitions) {
    const Tiling tiling(side, side, {64, 64});
    Plane plane;
    for (int round = 0; round < repetitions; ++round) {
        double seconds = 0.0;
        for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
            const TileRectangle rectangle = tiling.rectangle(tile);
            const std::vector<CellIndex> indices = rectangle.indices();
            std::vector<CellParameters<double>> cells;
            for (const CellIndex& i : indices) cells.push_back(cell_at(i));
            std::vector<CellSolution<double>> solutions(cells.size());
            const double begin = processor_seconds();
            solve_tile(cells, rectangle.columns, solutions, options);
            seconds += processor_seconds() - begin;
            for (std::size_t i = 0; i < cells.size(); ++i)
                plane.set(indices[i].row * side + indices[i].column, solutions[i]);
        }
        plane.seconds = std::min(plane.seconds, seconds);
    }
    return plane;
}

/// `map` with stops and amplitude, in memory.
void run_engine(std::size_t threads, Plane& plane) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    const MapRequest request{
        CaseDocument::from_ratios({}), friction_axis(), frequency_axis(), {"stops_per_cycle", "amplitude_ratio"}};
    const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    const auto wall_begin = std::chrono::steady_clock::now();
    const MapValues map = compute_map(request);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_begin).count();
    plane.seconds = std::min(plane.seconds, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin);
    plane.wall = std::min(plane.wall, wall);
    for (std::size_t q = 0; q < map.quantities.size(); ++q) {
        const std::vector<double>& values = map.values[q];
        if (map.quantities[q].name == "amplitude_ratio") plane.amplitude = values;
        if (map.quantities[q].name == "stops_per_cycle") {
            for (std::size_t i = 0; i < values.size(); ++i) plane.stops[i] = static_cast<int>(values[i]);
        }
    }
}

struct Comparison {
    double largest = 0.0;  // difference of amplitudes, relative to max(1, amplitude)
    int other_stops = 0;   // cells whose counts differ

    void add(double amplitude, int stops, double expected, int expected_stops) {
        const double difference = std::abs(amplitude - expected) / std::max(1.0, expected);
        largest = difference <= largest ? largest : difference;  // a NaN stays
        if (stops != expected_stops) ++other_stops;
    }
    [[nodiscard]] bool is_equal() const { return largest <= allowed_deviation && other_stops == 0; }
};

Comparison compare(const Plane& a, const Plane& b) {
    Comparison c;
    for (std::size_t i = 0; i < side * side; ++i) c.add(a.amplitude[i], a.stops[i], b.amplitude[i], b.stops[i]);
    return c;
}

/// Every fifth cell along each axis against the whole solution in extended precision.
Comparison compare_with_extended(const Plane& plane) {
    Comparison c;
    for (std::size_t row = 0; row < side; row += checked_every) {
        for (std::size_t column = 0; column < side; column += checked_every) {
            const auto cell = cell_at({static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)});
            CellSolver<long double> solver({cell.friction, cell.static_friction, cell.frequency, cell.damping},
                                           flow_kind(cell.damping, 1.0));
            const CellSolution<long double> s = solver.solve();
            const std::size_t i = row * side + column;
            c.add(plane.amplitude[i], plane.stops[i], static_cast<double>(s.amplitude),
                  s.stops_then_reverse + s.stops_then_same_direction);
        }
    }
    return c;
}

std::vector<Ratios> random_cells() {
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> within(0.0, 1.0 / peer_side);
    std::vector<Ratios> cells(peer_cells);
    for (int i = 0; i < peer_cells; ++i) {
        Ratios& r = cells[static_cast<std::size_t>(i)];
        r.friction = highest_friction * (static_cast<double>(i % peer_side) / peer_side + within(engine));
        r.frequency = highest_frequency * (static_cast<double>(i / peer_side) / peer_side + within(engine));
    }
    std::ranges::shuffle(cells, engine);  // any first few are a sample of the plane, too
    return cells;
}

struct March {
    double seconds = 0.0;
    int cycles = 0;
    bool arrived = false;
    double distance = 0.0;  // of the last state from the steady one
};

/// Advances cycle by cycle until the state is the steady one.
template <class Advance>
March march(const State& target, const Advance& advance) {
    March result;
    const double begin = processor_seconds();
    while (result.cycles < most_cycles && !result.arrived && processor_seconds() - begin < most_seconds) {
        const State s = advance(++result.cycles);
        result.distance = std::hypot(s.position - target.position, s.velocity - target.velocity);
        result.arrived = result.distance <= arrival;
    }
    return result;
}

March march_cvode(const Ratios& r, const State& target, double tolerance) {
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double begin = processor_seconds();
    CvodeMotion integrator(oscillator, load, tolerance);
    PeerMotion motion = integrator.begin({});
    March result = march(target, [&](int cycle) {
        integrator.advance(cycle * 2.0 * std::numbers::pi / r.frequency, motion);
        motion.events.clear();
        return motion.final;
    });
    result.seconds = processor_seconds() - begin;
    return result;
}

/// Every load cycle is the same to an oscillator, so each is a run of its own; a Runge–Kutta method has no history to
/// lose.
March march_odeint(const Ratios& r, const State& target, double tolerance) {
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double begin = processor_seconds();
    OdeintMotion integrator(oscillator, load, tolerance);
    State state;
    March result =
        march(target, [&](int) { return state = integrator.run(state, 2.0 * std::numbers::pi / r.frequency).final; });
    result.seconds = processor_seconds() - begin;
    return result;
}

using Marcher = March(const Ratios&, const State&, double);

/// The fastest march that arrives, else the fastest to the cap.
March best_march(Marcher& marcher, const Ratios& r, const State& target) {
    March best;
    for (const double tolerance : tolerances) {
        const March m = marcher(r, target, tolerance);
        const bool is_better = m.arrived == best.arrived ? m.seconds < best.seconds : m.arrived;
        if (best.cycles == 0 || is_better) best = m;
    }
    return best;
}

State steady_begin(const Ratios& r) {
    const SteadyState steady = steady_state(oscillator_of(r), load_of(r), {});
    if (!steady.cycle) return {};
    const Sample begin = steady.cycle->at(0.0);
    return {begin.position, begin.velocity};
}

/// A cell that the peers march to its steady state.
struct PeerCell {
    Ratios ratios;
    State target;
    March cvode;
    March odeint;
};

std::vector<PeerCell> march_all() {
    std::vector<PeerCell> cells;
    for (const Ratios& r : random_cells()) {
        PeerCell c{r, steady_begin(r), {}, {}};
        c.cvode = best_march(march_cvode, r, c.target);
        c.odeint = best_march(march_odeint, r, c.target);
        cells.push_back(c);
    }
    return cells;
}

/// Mean time of a cell, of all of them or of those that arrive with both peers [s].
struct PeerTimes {
    double all = 0.0;
    double arrived = 0.0;
    double error_of_all = 0.0;  // standard error of the first
    int arrivals = 0;           // of this peer
};

PeerTimes times_of(const std::vector<PeerCell>& cells, March PeerCell::*peer) {
    PeerTimes t;
    double squares = 0.0;
    int counted = 0;
    for (const PeerCell& c : cells) {
        const double seconds = (c.*peer).seconds;
        t.all += seconds / peer_cells;
        squares += seconds * seconds / peer_cells;
        t.arrivals += (c.*peer).arrived ? 1 : 0;
        if (!c.cvode.arrived || !c.odeint.arrived) continue;
        t.arrived += seconds;
        ++counted;
    }
    t.arrived /= counted;
    t.error_of_all = std::sqrt((squares - t.all * t.all) / peer_cells);
    return t;
}

std::ofstream open_file(const std::string& path) {
    std::ofstream file(path);
    if (!file) throw std::runtime_error("cannot write " + path);
    file.precision(17);
    return file;
}

/// For scipy_marching.py: the cells, where to stop, and what CVODE took.
void write_cells(const std::string& folder, const std::vector<PeerCell>& cells) {
    std::ofstream file = open_file(folder + "/cells.csv");
    file << "friction_ratio,frequency_ratio,x,v,cvode_seconds,cvode_arrived\n";
    for (const PeerCell& c : cells) {
        file << c.ratios.friction << ',' << c.ratios.frequency << ',' << c.target.position << ',' << c.target.velocity
             << ',' << c.cvode.seconds << ',' << (c.cvode.arrived ? 1 : 0) << '\n';
    }
}

/// For siconos_single.py: one run from rest, exact, and what that and CVODE took.
void write_single_run(const std::string& folder) {
    const Ratios r{.friction = 0.5, .frequency = 0.5};
    constexpr int periods = 20;
    const Oscillator oscillator = oscillator_of(r);
    const Load load = load_of(r);
    const double end = periods * 2.0 * std::numbers::pi / r.frequency;
    constexpr int repetitions = 200;
    Sample exact;
    double begin = processor_seconds();
    for (int i = 0; i < repetitions; ++i) exact = simulate(oscillator, load, {}, end).at(end);
    const double simulate_seconds = (processor_seconds() - begin) / repetitions;
    std::ofstream file = open_file(folder + "/single_run.csv");
    file << "friction_ratio,frequency_ratio,periods,method,x,v,seconds\n";
    const auto line = [&](const std::string& method, double x, double v, double seconds) {
        file << r.friction << ',' << r.frequency << ',' << periods << ',' << method << ',' << x << ',' << v << ','
             << seconds << '\n';
    };
    line("stickslip simulate", exact.position, exact.velocity, simulate_seconds);
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        begin = processor_seconds();
        const State s = CvodeMotion(oscillator, load, tolerance).run({}, end).final;
        char name[40];
        std::snprintf(name, sizeof name, "CVODE at tolerance %.0e", tolerance);
        line(name, s.position, s.velocity, processor_seconds() - begin);
    }
}

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
        constexpr double count = side * side;
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

/// One and two threads in turn, so that a busy machine hurts both. How many times as fast two are.
double print_engine(const Plane& scalar, MapRows& rows) {
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
    return one.wall / two.wall;
}

void print_peer(const char* what, const PeerTimes& t, const PeerTimes& cvode) {
    char answers[160];
    std::snprintf(answers, sizeof answers, "states within %.0e of ours in %d of %d cells", arrival, t.arrivals,
                  peer_cells);
    print_row(what, t.all, t.arrived, cvode, answers);
}

int compare_all(const char* folder) {
    const std::vector<PeerCell> cells = march_all();
    const PeerTimes cvode = times_of(cells, &PeerCell::cvode);
    const PeerTimes odeint = times_of(cells, &PeerCell::odeint);
    std::printf(
        "| what | µs a cell | CVODE takes … times as long | … on the cells that it reaches | answers "
        "|\n|---|---|---|---|---|\n");
    MapRows rows(cvode);
    const Plane scalar = solve_cell_by_cell();
    rows.print("`solve_cell`, all answers", scalar.seconds, compare_with_extended(scalar), "extended precision");
    print_tiles(scalar, rows);
    const double speed_up = print_engine(scalar, rows);
    print_peer("CVODE marching", cvode, cvode);
    print_peer("Boost.odeint marching", odeint, cvode);
    if (folder != nullptr) {
        write_cells(folder, cells);
        write_single_run(folder);
    }
    std::fprintf(stderr, "Two threads are %.2f times as fast as one (best wall times).\n", speed_up);
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
