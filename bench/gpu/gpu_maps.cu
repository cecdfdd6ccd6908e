// How many steady states a second does a GPU find, and are they those of the CPU? The plane 0 < f < 1.1, 0 < Ω < 1.5 is
// solved and left in device memory, as a map file would hold it; random cells are then solved again by the CPU. Built
// and run by gpu_maps.sh.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "../timing.hpp"
#include "column_storage.cuh"
#include "gpu_bench.cuh"
#include "kinds/line/solve_cell.hpp"
#include "plane_solver.cuh"

using namespace stickslip;
using namespace stickslip::cuda;

namespace {

constexpr MarchWishes wishes{false, false, false};
constexpr OptionalColumns columns_kept{.stuck_fraction = true, .multiplier = true};

struct Plane {
    std::uint32_t columns;
    std::uint32_t rows;
    double damping;

    [[nodiscard]] PlaneCells cells() const {
        const double df = 1.1 / columns;
        const double dw = 1.5 / rows;
        return {0.5 * df, df, 0.5 * dw, dw, damping};
    }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(columns) * rows; }
    [[nodiscard]] CellParameters<double> cell(std::size_t i) const { return cells().at(i / columns, i % columns); }
};

using DoubtfulCells = std::vector<DoubtfulCell>;

/// Returns seconds, from the call to the last cell. `take` gets the cells in doubt of every band as soon as it is done.
template <class Take>
double solve(const Plane& plane, PlaneSolver& solver, const MapColumns& columns, const Take& take) {
    const PlaneCells cells = plane.cells();
    const auto frequency_of = [&](std::uint32_t row) { return cells.first_frequency + row * cells.frequency_step; };
    const auto begin = std::chrono::steady_clock::now();
    solver.solve(cells, plane.rows, frequency_of, {plane.columns, flow_kind(plane.damping, 1.0), wishes, true}, columns,
                 take);
    return seconds_since(begin);
}

double solve(const Plane& plane, PlaneSolver& solver, const MapColumns& columns) {
    return solve(plane, solver, columns, [](const DoubtfulCells&) {});
}

/// The same with the cells in doubt refined by all cores; `refined` gets them.
double solve_and_refine(const Plane& plane, PlaneSolver& solver, const MapColumns& columns, DoubtfulCells& refined) {
    refined.clear();
    return solve(plane, solver, columns, [&](const DoubtfulCells& doubtful) {
        const std::size_t first = refined.size();
        refined.insert(refined.end(), doubtful.begin(), doubtful.end());
        on_all_cores(doubtful.size(), [&](std::size_t k) {
            DoubtfulCell& d = refined[first + k];
            d.solution = with_enough_digits(plane.cell(d.index), d.solution, wishes);
        });
    });
}

struct Sum {
    std::size_t aside = 0;
    std::size_t hard = 0;
    std::size_t doubtful = 0;
};

Sum sum_of(const PlaneSolver& solver) {
    Sum sum;
    for (const BandReport& r : solver.reports()) {
        sum.aside += r.aside;
        sum.hard += r.hard;
        sum.doubtful += r.doubtful;
    }
    return sum;
}

void print_bands(const PlaneSolver& solver) {
    for (const BandReport& r : solver.reports()) {
        std::printf(
            "  W %7.4f to %7.4f: %5zu rows, %5zu segments: march %7.2f, second %7.2f, third %7.2f ms; aside %u, hard "
            "%u, "
            "doubtful %u\n",
            r.from, r.to, r.rows, r.segments, r.march_ms, r.finish_ms, r.search_ms, r.aside, r.hard, r.doubtful);
    }
}

std::vector<double> numbers_in(const std::string& text) {
    std::vector<double> numbers;
    std::stringstream in(text);
    for (std::string part; std::getline(in, part, ',');) numbers.push_back(std::stod(part));
    return numbers;
}

std::vector<std::string> words_of(const char* variable) {
    const char* text = std::getenv(variable);
    std::stringstream in(text == nullptr ? "" : text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

/// How long each pass takes by itself, by frequency.
void time_parts(const Plane& plane, const MapColumns& columns, SolverOptions options) {
    options.band_edges = {1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0};
    options.is_serial = true;
    PlaneSolver solver(options);
    solve(plane, solver, columns);
    std::printf("passes by themselves, %.1f ms in all:\n", 1e3 * solve(plane, solver, columns));
    print_bands(solver);
}

__global__ void gather_kernel(MapColumns from, const std::uint32_t* indices, std::uint32_t count, MapColumns to) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to.put(i, from.get(indices[i]));
}

__global__ void count_kernel(const std::uint8_t* regimes, std::size_t cells, std::uint8_t wanted,
                             unsigned long long* count) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    unsigned long long found = 0;
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += stride) found += regimes[i] == wanted;
    if (found > 0) atomicAdd(count, found);
}

constexpr std::uint8_t nothing = 0xff;  // no regime

/// Solves a plane that holds nothing, and counts the cells that still hold nothing.
std::size_t lost_cells(const Plane& plane, PlaneSolver& solver, const MapColumns& columns) {
    check(cudaMemset(columns.regime, nothing, plane.size()), "an empty map");
    solve(plane, solver, columns);
    DeviceArray<unsigned long long> count(1);
    check(cudaMemset(count.data(), 0, sizeof(unsigned long long)), "a count");
    count_kernel<<<1024, 256>>>(columns.regime, plane.size(), nothing, count.data());
    unsigned long long lost = 0;
    check(cudaMemcpy(&lost, count.data(), sizeof lost, cudaMemcpyDeviceToHost), "a count");
    return lost;
}

std::vector<CellSolution<double>> stored_cells(const MapColumns& columns, const std::vector<std::uint32_t>& indices) {
    const auto count = static_cast<std::uint32_t>(indices.size());
    const Stream stream;
    DeviceArray<std::uint32_t> on_device(count);
    check(cudaMemcpy(on_device.data(), indices.data(), count * sizeof(std::uint32_t), cudaMemcpyHostToDevice), "cells");
    ColumnStorage<DeviceMemory> gathered;
    ColumnStorage<PinnedMemory> host;
    gathered.reserve(count, columns_kept);
    host.reserve(count, columns_kept);
    constexpr unsigned block = 256;
    const std::uint32_t* const places = on_device.data();
    launch(gather_kernel, (count + block - 1) / block, block, stream.get(), "the chosen cells", columns, places, count,
           gathered.columns());
    copy_to_host(host.columns(), gathered.columns(), count, stream.get());
    stream.wait();
    std::vector<CellSolution<double>> cells;
    for (std::uint32_t i = 0; i < count; ++i) cells.push_back(host.columns().get(i));
    return cells;
}

bool have_same_counts(const CellSolution<double>& a, const CellSolution<double>& b) {
    return a.regime == b.regime && a.stops_then_reverse == b.stops_then_reverse &&
           a.stops_then_same_direction == b.stops_then_same_direction &&
           a.zero_duration_reversals == b.zero_duration_reversals;
}

/// A value next to which counts may differ: the cell has another motion within 1e-12 of it.
bool is_at_boundary(const CellParameters<double>& c, const CellSolution<double>& there) {
    constexpr double near = 1e-12;
    for (const double df : {-near, near}) {
        for (const double dw : {-near, near}) {
            const CellSolution<double> s =
                solve_cell({c.friction + df, c.static_friction + df, c.frequency + dw, c.damping});
            if (have_same_counts(s, there)) return true;
        }
    }
    return false;
}

/// Compares random cells of the map with the CPU; returns the number of cells that differ.
int verify(const Plane& plane, const PlaneSolver& solver, const MapColumns& columns, const DoubtfulCells& refined,
           std::size_t samples) {
    std::mt19937_64 random(std::random_device{}());
    std::vector<std::uint32_t> chosen(samples);
    for (std::uint32_t& i : chosen) i = static_cast<std::uint32_t>(random() % plane.size());
    std::vector<CellSolution<double>> found = stored_cells(columns, chosen);
    std::unordered_map<std::uint32_t, const CellSolution<double>*> refined_at;
    for (const DoubtfulCell& d : refined) refined_at.emplace(d.index, &d.solution);
    std::unordered_map<std::uint32_t, int> pass;
    for (const std::uint32_t i : solver.aside()) pass[i] = 2;
    for (const std::uint32_t i : solver.hard()) pass[i] = 3;
    std::atomic<int> counts_differ{0};
    std::atomic<int> values_differ{0};
    std::atomic<int> at_boundary{0};
    std::atomic<int> were_refined{0};
    std::vector<double> worst(samples);
    on_all_cores(samples, [&](std::size_t k) {
        const CellParameters<double> c = plane.cell(chosen[k]);
        const CellSolution<double> s = solve_cell(c);
        const auto refined_cell = refined_at.find(chosen[k]);
        if (refined_cell != refined_at.end()) ++were_refined;
        const CellSolution<double>& g = refined_cell != refined_at.end() ? *refined_cell->second : found[k];
        const auto pass_of = pass.find(chosen[k]);
        const int in_pass = pass_of == pass.end() ? 1 : pass_of->second;
        const bool same = have_same_counts(s, g);
        if (!same && is_at_boundary(c, g)) {
            ++at_boundary;
            return;
        }
        if (!same && counts_differ++ < 5) {
            std::printf("  counts at f %.17g W %.17g, pass %d: regime %d %d, stops %d %d, %d %d, reversals %d %d\n",
                        c.friction, c.frequency, in_pass, static_cast<int>(s.regime), static_cast<int>(g.regime),
                        s.stops_then_reverse, g.stops_then_reverse, s.stops_then_same_direction,
                        g.stops_then_same_direction, s.zero_duration_reversals, g.zero_duration_reversals);
        }
        if (!same) return;
        const double size = std::max(1.0, s.amplitude);
        worst[k] = std::max(std::abs(s.amplitude - g.amplitude), std::abs(s.dissipated - g.dissipated)) / size;
        if (!(worst[k] <= 1e-12) && values_differ++ < 5) {
            std::printf("  value at f %.17g W %.17g, pass %d: off by %.2g, multiplier %.9g\n", c.friction, c.frequency,
                        in_pass, worst[k], s.multiplier);
        }
    });
    std::printf(
        "verified %zu random cells: %d counts differ (%d more within 1e-12 of a boundary), %d values beyond 1e-12, "
        "worst %.2g; %d of them refined by the CPU\n",
        samples, counts_differ.load(), at_boundary.load(), values_differ.load(),
        *std::max_element(worst.begin(), worst.end()), were_refined.load());
    return counts_differ + values_differ;
}

/// Every combination of what the environment asks to be tried.
std::vector<SolverOptions> options_of_the_environment() {
    std::vector<SolverOptions> all{{}};
    const auto try_each = [&](const char* variable, const auto& set) {
        const std::vector<std::string> values = words_of(variable);
        if (values.empty()) return;
        std::vector<SolverOptions> more;
        for (const SolverOptions& options : all) {
            for (const std::string& value : values) set(more.emplace_back(options), value);
        }
        all = more;
    };
    const auto number = [](const std::string& value) { return static_cast<std::uint32_t>(std::stoul(value)); };
    try_each("BANDS", [](SolverOptions& options, const std::string& edges) {
        options.band_edges = edges == "none" ? std::vector<double>{} : numbers_in(edges);
    });
    try_each("ROWS", [&](SolverOptions& options, const auto& value) { options.segments.most_rows = number(value); });
    try_each("SLOW_ROWS",
             [&](SolverOptions& options, const auto& value) { options.segments.slow_rows = number(value); });
    try_each("WORK", [](SolverOptions& options, const auto& value) { options.segments.slow_work = std::stod(value); });
    try_each("BLOCK", [&](SolverOptions& options, const auto& value) { options.march_block = number(value); });
    return all;
}

void print_options(const SolverOptions& options) {
    std::printf("bands at");
    for (const double edge : options.band_edges) std::printf(" %g", edge);
    std::printf(", segments of at most %u rows, or of %u slow rows and %g slides, blocks of %u threads\n",
                options.segments.most_rows, options.segments.slow_rows, options.segments.slow_work,
                options.march_block);
}

/// Returns what is wrong.
int time_and_verify(const Plane& plane, const MapColumns& columns, const SolverOptions& options, std::size_t samples) {
    print_options(options);
    PlaneSolver solver(options);
    solve(plane, solver, columns);  // makes room
    for (int repeat = 0; repeat < 3; ++repeat) {
        const double seconds = solve(plane, solver, columns);
        std::printf("run %d      %7.1f ms   %.3g cells/s\n", repeat + 1, 1e3 * seconds,
                    static_cast<double>(plane.size()) / seconds);
    }
    const Sum sum = sum_of(solver);
    std::printf("second pass %zu cells, third %zu, in doubt %zu\n", sum.aside, sum.hard, sum.doubtful);
    print_bands(solver);
    DoubtfulCells doubtful;
    const double seconds = solve_and_refine(plane, solver, columns, doubtful);
    std::printf("with the cells in doubt refined by %u cores meanwhile: %.1f ms, %.3g cells/s\n",
                std::thread::hardware_concurrency(), 1e3 * seconds, static_cast<double>(plane.size()) / seconds);
    const std::size_t lost = lost_cells(plane, solver, columns);
    std::printf("cells that no pass wrote: %zu\n", lost);
    const int wrong = samples > 0 ? verify(plane, solver, columns, doubtful, samples) : 0;
    return wrong + (lost > 0 ? 1 : 0);
}

int run(int argc, char** argv) {
    const std::uint32_t n = argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 10000;
    const std::size_t samples = argc > 2 ? static_cast<std::size_t>(std::atoll(argv[2])) : 1000000;
    const char* damping = std::getenv("DAMPING");
    const Plane plane{n, n, damping == nullptr ? 0.0 : std::atof(damping)};
    std::printf("plane      0 < f < 1.1, 0 < W < 1.5, %u x %u cells, damping ratio %g\n", n, n, plane.damping);
    describe_machine();
    describe_kernel("kernel", pass_kernel<KnownKind<FlowKind::undamped>, PlaneCells, MapColumns>);
    ColumnStorage<DeviceMemory> storage;
    storage.reserve(plane.size(), columns_kept);
    const MapColumns columns = storage.columns();
    if (std::getenv("PARTS") != nullptr) time_parts(plane, columns, options_of_the_environment().front());
    int wrong = 0;
    for (const SolverOptions& options : options_of_the_environment()) {
        wrong += time_and_verify(plane, columns, options, samples);
    }
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    // Every band has a stream; more of them than this share a queue and wait for each other.
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gpu_maps: %s\n", error.what());
        return 1;
    }
}
