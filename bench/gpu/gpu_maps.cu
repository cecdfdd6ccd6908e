// Maps of steady states on a GPU: checked against the CPU on random cells, then timed. Built and run by gpu_maps.sh.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "device.cuh"
#include "march_kernels.cuh"
#include "stickslip/steady/solve_cell.hpp"

using namespace stickslip;
using namespace stickslip::cuda;

namespace {

/// The answers of a map, a column for each quantity, as a map file holds them.
struct Columns {
    std::uint8_t* regime;
    std::int32_t* stops_then_reverse;
    std::int32_t* stops_then_same_direction;
    std::int32_t* reversals;
    double* amplitude;
    double* stuck_fraction;
    double* dissipated;
    double* multiplier;

    STICKSLIP_KERNEL void put(std::size_t i, const CellSolution<double>& s) const {
        regime[i] = static_cast<std::uint8_t>(s.regime);
        stops_then_reverse[i] = s.stops_then_reverse;
        stops_then_same_direction[i] = s.stops_then_same_direction;
        reversals[i] = s.zero_duration_reversals;
        amplitude[i] = s.amplitude;
        stuck_fraction[i] = s.stuck_fraction;
        dissipated[i] = s.dissipated;
        multiplier[i] = s.multiplier;
    }
};

struct Storage {
    DeviceArray<std::uint8_t> regime;
    DeviceArray<std::int32_t> counts[3];
    DeviceArray<double> reals[4];

    explicit Storage(std::size_t cells) : regime(cells) {
        for (auto& c : counts) c = DeviceArray<std::int32_t>(cells);
        for (auto& r : reals) r = DeviceArray<double>(cells);
    }
    [[nodiscard]] Columns columns() const {
        return {regime.data(),    counts[0].data(), counts[1].data(), counts[2].data(),
                reals[0].data(), reals[1].data(),  reals[2].data(),  reals[3].data()};
    }
};

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
    [[nodiscard]] CellParameters<double> cell(std::size_t i) const {
        return cells().at(i / columns, i % columns);
    }
};

struct Lists {
    DeviceArray<std::uint32_t> aside;
    DeviceArray<std::uint32_t> hard;
    DeviceArray<std::uint32_t> doubtful;
    DeviceArray<CellSolution<double>> solutions;
    DeviceArray<std::uint32_t> counts{3};

    explicit Lists(std::size_t cells)
        : aside(cells), hard(cells), doubtful(cells / 32 + 1024), solutions(cells / 32 + 1024) {}
    [[nodiscard]] Leftovers leftovers() const {
        return {{aside.data(), counts.data(), static_cast<std::uint32_t>(aside.size())},
                {hard.data(), counts.data() + 1, static_cast<std::uint32_t>(hard.size())},
                {doubtful.data(), solutions.data(), counts.data() + 2, static_cast<std::uint32_t>(doubtful.size())}};
    }
};

/// The slowest rows, where a thread takes longest for a cell, and all others: the passes over the others run while the
/// slowest cells are still under way.
constexpr int groups = 2;

struct Work {
    Storage storage;
    Lists lists[groups];
    Stream streams[groups];

    explicit Work(std::size_t cells) : storage(cells), lists{Lists(cells / 16), Lists(cells)} {}
};

struct Timing {
    double seconds;
    std::uint32_t counts[groups][3];
};

Timing solve(const Plane& plane, const Work& work, std::uint32_t most_rows, int block) {
    const PlaneCells cells = plane.cells();
    const std::vector<Segment> all = segments_of(plane.rows, most_rows, [&](std::uint32_t row) {
        return cells.first_frequency + row * cells.frequency_step;
    });
    constexpr double slow = 0.02;
    const auto first_other = std::ranges::find_if(all, [&](const Segment& s) {
        return cells.first_frequency + s.first_row * cells.frequency_step >= slow;
    });
    const std::vector<Segment> parts[groups] = {{all.begin(), first_other}, {first_other, all.end()}};
    DeviceArray<Segment> on_device[groups];
    for (int g = 0; g < groups; ++g) {
        on_device[g] = DeviceArray<Segment>(parts[g].size());
        check(cudaMemcpy(on_device[g].data(), parts[g].data(), parts[g].size() * sizeof(Segment),
                         cudaMemcpyHostToDevice),
              "segments");
        check(cudaMemset(work.lists[g].counts.data(), 0, 3 * sizeof(std::uint32_t)), "counts");
    }
    const MarchOptions options{plane.columns, flow_kind(plane.damping, 1.0), {false, false, false}};
    check(cudaDeviceSynchronize(), "preparation");
    const auto begin = std::chrono::steady_clock::now();
    for (int g = 0; g < groups; ++g) {
        if (parts[g].empty()) continue;  // a coarse plane has no slow rows
        const cudaStream_t stream = work.streams[g].get();
        const Leftovers leftovers = work.lists[g].leftovers();
        const dim3 grid((plane.columns + block - 1) / block, static_cast<unsigned>(parts[g].size()));
        march_kernel<<<grid, block, 0, stream>>>(cells, on_device[g].data(), options, work.storage.columns(), leftovers);
        finish_kernel<<<132 * 8, 64, 0, stream>>>(cells, options, work.storage.columns(), leftovers);
        search_kernel<<<132 * 8, 32, 0, stream>>>(cells, options, work.storage.columns(), leftovers);
        check(cudaGetLastError(), "a pass");
    }
    check(cudaDeviceSynchronize(), "the map");
    Timing t{std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), {}};
    for (int g = 0; g < groups; ++g) {
        check(cudaMemcpy(t.counts[g], work.lists[g].counts.data(), sizeof t.counts[g], cudaMemcpyDeviceToHost), "counts");
    }
    return t;
}

/// How long each pass takes by itself, by frequency.
void time_parts(const Plane& plane, const Work& work) {
    const PlaneCells cells = plane.cells();
    const MarchOptions options{plane.columns, flow_kind(plane.damping, 1.0), {false, false, false}};
    const Leftovers leftovers = work.lists[1].leftovers();
    const double edges[] = {0.0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5};
    for (std::size_t k = 0; k + 1 < std::size(edges); ++k) {
        std::vector<Segment> part;
        for (const Segment& s : segments_of(plane.rows, 200, [&](std::uint32_t row) {
                 return cells.first_frequency + row * cells.frequency_step;
             })) {
            const double w = cells.first_frequency + s.first_row * cells.frequency_step;
            if (w >= edges[k] && w < edges[k + 1]) part.push_back(s);
        }
        if (part.empty()) continue;
        std::size_t rows = 0;
        for (const Segment& s : part) rows += s.rows;
        DeviceArray<Segment> on_device(part.size());
        check(cudaMemcpy(on_device.data(), part.data(), part.size() * sizeof(Segment), cudaMemcpyHostToDevice), "part");
        check(cudaMemset(work.lists[1].counts.data(), 0, 3 * sizeof(std::uint32_t)), "counts");
        check(cudaDeviceSynchronize(), "preparation");
        const auto now = [] { return std::chrono::steady_clock::now(); };
        const auto t0 = now();
        march_kernel<<<dim3((plane.columns + 127) / 128, part.size()), 128>>>(cells, on_device.data(), options,
                                                                             work.storage.columns(), leftovers);
        check(cudaDeviceSynchronize(), "march");
        const auto t1 = now();
        finish_kernel<<<132 * 8, 64>>>(cells, options, work.storage.columns(), leftovers);
        check(cudaDeviceSynchronize(), "finish");
        const auto t2 = now();
        search_kernel<<<132 * 8, 32>>>(cells, options, work.storage.columns(), leftovers);
        check(cudaDeviceSynchronize(), "search");
        const auto t3 = now();
        std::uint32_t counts[3];
        check(cudaMemcpy(counts, work.lists[1].counts.data(), sizeof counts, cudaMemcpyDeviceToHost), "counts");
        const auto ms = [](auto a, auto b) { return 1e3 * std::chrono::duration<double>(b - a).count(); };
        std::printf("  W %7.4f to %7.4f: %5zu rows, %4zu segments: march %7.2f, second %6.2f, third %6.2f ms; aside %u hard %u\n",
                    edges[k], edges[k + 1], rows, part.size(), ms(t0, t1), ms(t1, t2), ms(t2, t3), counts[0], counts[1]);
    }
}

template <class Work>
void on_all_cores(std::size_t count, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::thread::hardware_concurrency(); ++t) {
        threads.emplace_back([&] {
            for (std::size_t begin = next.fetch_add(256); begin < count; begin = next.fetch_add(256)) {
                for (std::size_t i = begin; i < std::min(begin + 256, count); ++i) work(i);
            }
        });
    }
    for (auto& t : threads) t.join();
}

template <class T>
std::vector<T> to_host(const DeviceArray<T>& array, std::size_t size) {
    std::vector<T> host(size);
    check(cudaMemcpy(host.data(), array.data(), size * sizeof(T), cudaMemcpyDeviceToHost), "results");
    return host;
}

struct Doubtful {
    std::uint32_t index;
    CellSolution<double> solution;
};

std::vector<Doubtful> doubtful_cells(const Work& work, const Timing& timing) {
    std::vector<Doubtful> cells;
    for (int g = 0; g < groups; ++g) {
        const std::uint32_t count = timing.counts[g][2];
        if (count > work.lists[g].doubtful.size()) throw std::runtime_error("too many cells are in doubt");
        const auto indices = to_host(work.lists[g].doubtful, count);
        const auto solutions = to_host(work.lists[g].solutions, count);
        for (std::uint32_t i = 0; i < count; ++i) cells.push_back({indices[i], solutions[i]});
    }
    return cells;
}

/// The cells whose digits are in doubt, on all cores.
void refine(const Plane& plane, const std::vector<Doubtful>& cells) {
    const auto begin = std::chrono::steady_clock::now();
    std::atomic<std::size_t> found{0};
    on_all_cores(cells.size(), [&](std::size_t k) {
        const CellSolution<double> s = with_enough_digits(plane.cell(cells[k].index), cells[k].solution, {false, false, false});
        if (s.regime != Regime::not_converged) ++found;
    });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%zu of %zu doubtful cells refined on %u cores in %.3f s\n", found.load(), cells.size(),
                std::thread::hardware_concurrency(), seconds.count());
}

/// Compares random cells of the map with the CPU; returns the number of cells that differ.
int verify(const Plane& plane, const Work& work, const Timing& timing, const std::vector<Doubtful>& doubtful,
           std::size_t samples) {
    const Storage& storage = work.storage;
    std::vector<std::uint8_t> pass(plane.size(), 1);
    for (int g = 0; g < groups; ++g) {
        for (const std::uint32_t i : to_host(work.lists[g].aside, timing.counts[g][0])) pass[i] = 2;
        for (const std::uint32_t i : to_host(work.lists[g].hard, timing.counts[g][1])) pass[i] = 3;
    }
    const auto regime = to_host(storage.regime, plane.size());
    std::vector<std::int32_t> counts[3];
    std::vector<double> reals[4];
    for (int k = 0; k < 3; ++k) counts[k] = to_host(storage.counts[k], plane.size());
    for (int k = 0; k < 4; ++k) reals[k] = to_host(storage.reals[k], plane.size());
    std::vector<bool> is_for_cpu(plane.size());
    for (const Doubtful& d : doubtful) is_for_cpu[d.index] = true;
    std::mt19937_64 random(std::random_device{}());
    std::vector<std::size_t> chosen(samples);
    for (std::size_t& i : chosen) i = random() % plane.size();
    std::atomic<int> count_differs{0};
    std::atomic<int> value_differs{0};
    std::atomic<int> refined{0};
    std::vector<double> worst(samples);
    on_all_cores(samples, [&](std::size_t k) {
        const std::size_t i = chosen[k];
        if (is_for_cpu[i]) {
            ++refined;
            return;
        }
        const CellSolution<double> s = solve_cell(plane.cell(i));
        const bool same = static_cast<std::uint8_t>(s.regime) == regime[i] && s.stops_then_reverse == counts[0][i] &&
                          s.stops_then_same_direction == counts[1][i] && s.zero_duration_reversals == counts[2][i];
        if (!same && count_differs++ < 5) {
            const CellParameters<double> c = plane.cell(i);
            std::printf("  counts at f %.17g W %.17g, pass %d: regime %d %d, stops %d %d, %d %d, reversals %d %d\n",
                        c.friction, c.frequency, pass[i], static_cast<int>(s.regime), regime[i], s.stops_then_reverse, counts[0][i],
                        s.stops_then_same_direction, counts[1][i], s.zero_duration_reversals, counts[2][i]);
        }
        const double size = std::max(1.0, s.amplitude);
        const double exact[2] = {s.amplitude, s.dissipated};
        worst[k] = std::max(std::abs(exact[0] - reals[0][i]), std::abs(exact[1] - reals[2][i])) / size;
        if (same && worst[k] > 1e-12 && value_differs++ < 5) {
            const CellParameters<double> c = plane.cell(i);
            std::printf("  value at f %.17g W %.17g: off by %.2g, multiplier %.9g\n", c.friction, c.frequency, worst[k],
                        s.multiplier);
        }
    });
    std::printf("verified %zu random cells: %d counts differ, %d values beyond 1e-12, worst %.2g; %d left to the CPU\n",
                samples, count_differs.load(), value_differs.load(), *std::max_element(worst.begin(), worst.end()),
                refined.load());
    return count_differs + value_differs;
}

void describe_machine() {
    cudaDeviceProp p{};
    check(cudaGetDeviceProperties(&p, 0), "the device");
    int driver = 0;
    int runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::printf("%s, %d multiprocessors, driver API %d.%d, runtime %d.%d\n", p.name, p.multiProcessorCount,
                driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint32_t n = argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 10000;
    const std::size_t samples = argc > 2 ? static_cast<std::size_t>(std::atoll(argv[2])) : 1000000;
    describe_machine();
    const Plane plane{n, n, 0.0};
    const Work work(plane.size());
    solve(Plane{n / 8, n / 8, 0.0}, work, 64, 128);
    Timing timing{};
    if (std::getenv("PARTS") != nullptr) time_parts(plane, work);
    for (const std::uint32_t rows : {200U}) {
        for (int repeat = 0; repeat < 3; ++repeat) {
            timing = solve(plane, work, rows, 128);
            std::printf("segments of %3u rows: %6.1f ms, %.3g cells/s; aside %u, hard %u, doubtful %u\n", rows,
                        1e3 * timing.seconds, static_cast<double>(plane.size()) / timing.seconds,
                        timing.counts[0][0] + timing.counts[1][0], timing.counts[0][1] + timing.counts[1][1],
                        timing.counts[0][2] + timing.counts[1][2]);
        }
    }
    const std::vector<Doubtful> doubtful = doubtful_cells(work, timing);
    refine(plane, doubtful);
    return verify(plane, work, timing, doubtful, samples) == 0 ? 0 : 1;
}
