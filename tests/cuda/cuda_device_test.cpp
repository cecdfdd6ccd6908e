// The module that maps on a GPU, its own text, with a CUDA runtime of the host: bands, lists, slots and copies.

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "cuda/cuda_device.cu"
#include "kinds/line/solve_cell.hpp"
#include "maps/run_map.hpp"

namespace stickslip::cuda {
namespace {

using Cells = std::vector<CellParameters<double>>;
using Solutions = std::vector<CellSolution<double>>;

/// A plane with slow rows, resonance, and friction from weak to sticking.
Cells plane(std::size_t columns, std::size_t rows, double damping = 0.0) {
    Cells cells;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const double f = 1.1 * (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
            cells.push_back({f, f, 0.01 + 1.4 * (static_cast<double>(row) + 0.5) / static_cast<double>(rows), damping});
        }
    }
    return cells;
}

void expect_cells_of_processor(const Cells& cells, const Solutions& found) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const CellSolution<double> s = solve_cell(cells[i]);
        SCOPED_TRACE(testing::Message() << "f " << cells[i].friction << ", Ω " << cells[i].frequency);
        const double tolerance = 1e-12 * std::max(1.0, s.amplitude);
        ASSERT_EQ(found[i].regime, s.regime);
        ASSERT_EQ(found[i].stops_then_reverse, s.stops_then_reverse);
        ASSERT_EQ(found[i].stops_then_same_direction, s.stops_then_same_direction);
        ASSERT_EQ(found[i].zero_duration_reversals, s.zero_duration_reversals);
        ASSERT_NEAR(found[i].amplitude, s.amplitude, tolerance);
        ASSERT_NEAR(found[i].velocity, s.velocity, tolerance);
        ASSERT_NEAR(found[i].stuck_fraction, s.stuck_fraction, tolerance);
        ASSERT_NEAR(found[i].dissipated, s.dissipated, tolerance);
        ASSERT_NEAR(found[i].multiplier, s.multiplier, tolerance);
    }
}

TEST(CudaDevice, HasTheCellsOfTheProcessor) {
    const std::unique_ptr<MapDevice> device(stickslip_open_cuda_device(0));
    EXPECT_EQ(device->backend(), "cuda");
    EXPECT_EQ(device->name(), "the host");
    for (const double damping : {0.0, 0.1, 1.2}) {
        // Slots keep their memory: smaller and larger tiles, fewer and more columns of results.
        for (const std::size_t columns : {7U, 31U, 3U}) {
            const Cells cells = plane(columns, 53, damping);
            Solutions found(cells.size());
            solve_tile_on(*device, cells, columns, found, {});
            expect_cells_of_processor(cells, found);
        }
    }
}

TEST(CudaDevice, LeavesOutWhatIsNotWished) {
    const std::unique_ptr<MapDevice> device(stickslip_open_cuda_device(0));
    const Cells cells = plane(9, 40);
    Solutions found(cells.size());
    solve_tile_on(*device, cells, 9, found, {.velocity = false, .multiplier = false, .rest = false});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const CellSolution<double> s = solve_cell(cells[i]);
        ASSERT_NEAR(found[i].amplitude, s.amplitude, 1e-12 * std::max(1.0, s.amplitude));
        ASSERT_NEAR(found[i].dissipated, s.dissipated, 1e-12 * std::max(1.0, s.amplitude));
    }
}

TEST(CudaDevice, ServesMoreThreadsThanItHasSlots) {
    const std::unique_ptr<MapDevice> device(stickslip_open_cuda_device(0));
    const Cells cells = plane(13, 31);
    std::vector<Solutions> found(3 * most_slots, Solutions(cells.size()));
    std::vector<std::thread> threads;
    for (Solutions& each : found) threads.emplace_back([&] { solve_tile_on(*device, cells, 13, each, {}); });
    for (std::thread& thread : threads) thread.join();
    for (const Solutions& each : found) {
        for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(each[i].amplitude, found[0][i].amplitude);
    }
    expect_cells_of_processor(cells, found[0]);
}

TEST(CudaDevice, GivesBackAllMemory) {
    const long before = host_cuda_allocations;
    {
        const std::unique_ptr<MapDevice> device(stickslip_open_cuda_device(0));
        const Cells cells = plane(5, 20);
        Solutions found(cells.size());
        solve_tile_on(*device, cells, 5, found, {});
        EXPECT_GT(host_cuda_allocations, before);
    }
    EXPECT_EQ(host_cuda_allocations, before);
}

TEST(CudaDevice, IsOneOfSeveralForEachRank) {
    host_cuda_devices = 3;
    for (const auto& [rank, device] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{2, 2}, std::pair{3, 0}}) {
        const std::unique_ptr<MapDevice> opened(stickslip_open_cuda_device(rank));
        EXPECT_EQ(host_cuda_device, device);
        // Whichever thread asks, the device is that of the rank.
        std::thread([&opened, expected = device] {
            const Cells cells = plane(2, 2);
            Solutions found(cells.size());
            solve_tile_on(*opened, cells, 2, found, {});
            EXPECT_EQ(host_cuda_device, expected);
        }).join();
    }
    host_cuda_devices = 1;
}

TEST(CudaDevice, SaysSoWhereThereIsNone) {
    host_cuda_devices = 0;
    try {
        const std::unique_ptr<MapDevice> device(stickslip_open_cuda_device(0));
        FAIL() << "opened nothing";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("no CUDA-capable device is detected"), std::string::npos);
    }
    host_cuda_devices = 1;
}

TEST(CudaDevice, RankOfThisMachineIsThatOfTheLauncher) {
    ASSERT_EQ(rank_on_this_machine(), 0);
    setenv("PMIX_RANK", "5", 1);
    EXPECT_EQ(rank_on_this_machine(), 5);
    setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1", 1);
    EXPECT_EQ(rank_on_this_machine(), 1);
    unsetenv("PMIX_RANK");
    unsetenv("OMPI_COMM_WORLD_LOCAL_RANK");
}

TEST(CudaDevice, MakesTheMapOfTheProcessor) {
    MapRequest request{CaseDocument::parse("[ratios]\nfriction = 0.3\nfrequency = 0.5\n", "case"),
                       {"frequency_ratio", 0.03, 1.5, 70},
                       {"friction_ratio", 0.0, 1.1, 50},
                       {"stops_per_cycle", "amplitude_ratio", "residual"}};
    const MapValues processor = compute_map(request);
    request.device.reset(stickslip_open_cuda_device(0));
    const MapValues device = compute_map(request);
    ASSERT_TRUE(device.summary.is_complete);
    EXPECT_EQ(device.summary.not_converged, 0U);
    for (std::size_t q = 0; q < processor.values.size(); ++q) {
        for (std::size_t i = 0; i < processor.values[q].size(); ++i) {
            const double expected = processor.values[q][i];
            ASSERT_EQ(std::isnan(device.values[q][i]), std::isnan(expected));
            if (std::isnan(expected)) continue;
            ASSERT_NEAR(device.values[q][i], expected, 1e-12 * std::max(1.0, expected));
        }
    }
}

struct Solved {
    Solutions cells;
    std::vector<BandReport> reports;
    std::size_t doubtful = 0;
    long launches = 0;
};

template <class Cells>
Solved solve_plane(const Cells& cells, std::uint32_t n, const SolverOptions& options) {
    ColumnStorage<DeviceMemory> storage;
    storage.reserve(n * n, {});
    PlaneSolver solver(options);
    const long before = host_cuda_launches;
    const auto frequency_of = [&](std::uint32_t row) { return cells.at(row, 0).frequency; };
    solver.solve(cells, n, frequency_of, {n, FlowKind::undamped, {}}, storage.columns());
    Solved solved{{}, solver.reports(), solver.doubtful().size(), host_cuda_launches - before};
    for (std::size_t i = 0; i < n * n; ++i) solved.cells.push_back(storage.columns().get(i));
    return solved;
}

TEST(PlaneSolver, SolvesABandAgainWhoseListsWereTooShort) {
    // Every second column has a static bound above the friction: it is set aside. Slow loads leave digits of the
    // multiplier in doubt.
    constexpr std::uint32_t n = 24;
    Cells cells;
    for (std::uint32_t i = 0; i < n * n; ++i) {
        const double f = 0.02 * (1 + i % n);
        cells.push_back({f, i % 2 == 0 ? f : 1.1 * f, 0.003 + 0.0001 * (i / n), 0.0});
    }
    const ListedCells listed{cells.data(), n};
    SolverOptions options;
    const Solved roomy = solve_plane(listed, n, options);
    options.smallest_list = 0;
    const Solved tight = solve_plane(listed, n, options);
    EXPECT_GE(roomy.reports[0].aside, n * n / 2);
    EXPECT_GT(roomy.doubtful, n * n / 4) << "the list of doubtful cells was not too short";
    EXPECT_GT(tight.launches, roomy.launches) << "no list was too short";
    EXPECT_EQ(tight.doubtful, roomy.doubtful);
    for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(tight.cells[i].amplitude, roomy.cells[i].amplitude);
}

TEST(PlaneSolver, HasTheSameCellsInBandsOfAnyNumber) {
    constexpr std::uint32_t n = 60;
    const PlaneCells cells{0.003, 0.018, 0.004, 0.025, 0.0};
    SolverOptions options;
    const Solved usual = solve_plane(cells, n, options);
    ASSERT_EQ(usual.reports.size(), 4U);
    EXPECT_EQ(usual.reports[0].to, 0.02);
    EXPECT_EQ(usual.reports[3].from, 0.5);
    std::size_t rows = 0;
    for (const BandReport& band : usual.reports) rows += band.rows;
    EXPECT_EQ(rows, n);
    for (const std::vector<double>& edges : {std::vector<double>{}, std::vector<double>{0.1, 0.2, 0.5, 0.9, 1.2}}) {
        options.band_edges = edges;
        options.is_serial = !options.is_serial;
        const Solved other = solve_plane(cells, n, options);
        EXPECT_EQ(other.reports.size(), edges.size() + 1);
        for (std::size_t i = 0; i < n * n; ++i) {
            constexpr double not_refined = 1e-10;  // cells in doubt are left as they were found
            ASSERT_EQ(other.cells[i].stops_then_reverse, usual.cells[i].stops_then_reverse);
            ASSERT_NEAR(other.cells[i].amplitude, usual.cells[i].amplitude, not_refined);
        }
    }
    options.band_edges = {0.5, 0.2};
    EXPECT_THROW(PlaneSolver{options}, std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::cuda
