// What the threads of a GPU do, run on the host, against the processor's own way.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <random>

#include "host_device.hpp"
#include "kinds/case_kind.hpp"
#include "kinds/line/solve_cell.hpp"
#include "kinds/line/solve_tile.hpp"
#include "maps/run_map.hpp"

namespace stickslip {
namespace {

/// 10⁻¹², relative where the motion is large.
void expect_near(double device, double processor, double amplitude, const char* what) {
    EXPECT_NEAR(device, processor, 1e-12 * std::max(1.0, amplitude)) << what;
}

void expect_same(const CellSolution<double>& device, const CellSolution<double>& processor) {
    EXPECT_EQ(device.regime, processor.regime);
    EXPECT_EQ(device.stops_then_reverse, processor.stops_then_reverse);
    EXPECT_EQ(device.stops_then_same_direction, processor.stops_then_same_direction);
    EXPECT_EQ(device.zero_duration_reversals, processor.zero_duration_reversals);
    expect_near(device.amplitude, processor.amplitude, processor.amplitude, "amplitude");
    expect_near(device.velocity, processor.velocity, processor.amplitude, "velocity");
    expect_near(device.stuck_fraction, processor.stuck_fraction, processor.amplitude, "stuck fraction");
    expect_near(device.dissipated, processor.dissipated, processor.amplitude, "dissipated");
    expect_near(device.multiplier, processor.multiplier, processor.amplitude, "multiplier");
}

using Cells = std::vector<CellParameters<double>>;

/// A rectangle of the plane (f, Ω), its sides drawn at random.
Cells random_plane(std::mt19937_64& random, std::size_t columns, std::size_t rows) {
    const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
    const double f0 = between(0.0, 0.9);
    const double w0 = std::exp(between(std::log(0.005), std::log(1.2)));
    const double df = between(0.05, 1.1 - f0) / static_cast<double>(columns);
    const double dw = between(0.01, 0.5) / static_cast<double>(rows);
    const double damping = between(0.0, 1.0) < 0.6 ? 0.0 : between(0.0, 1.5);
    Cells cells;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const double f = f0 + (static_cast<double>(column) + 0.5) * df;
            cells.push_back({f, f, w0 + (static_cast<double>(row) + 0.5) * dw, damping});
        }
    }
    return cells;
}

/// Newton's steps lead astray here: cells for the third pass.
Cells weak_friction(std::size_t columns) {
    Cells cells;
    for (double w = 0.28; w < 0.36; w += 0.001) {
        for (std::size_t column = 0; column < columns; ++column) {
            const double f = 0.002 + 0.01 * static_cast<double>(column) / static_cast<double>(columns);
            cells.push_back({f, f, w, 0.0});
        }
    }
    return cells;
}

void expect_cells_of_processor(const Cells& cells, std::size_t columns, HostDevice& device) {
    std::vector<CellSolution<double>> found(cells.size());
    solve_tile_on(device, cells, columns, found, {});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        SCOPED_TRACE(testing::Message() << std::setprecision(17) << "f " << cells[i].friction << ", static "
                                        << cells[i].static_friction << ", Ω " << cells[i].frequency << ", ζ "
                                        << cells[i].damping);
        expect_same(found[i], solve_cell(cells[i]));
        if (testing::Test::HasFailure()) return;
    }
}

class RandomPlane : public testing::TestWithParam<int> {};

TEST_P(RandomPlane, HasTheCellsOfTheProcessor) {
    std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
    HostDevice device;
    expect_cells_of_processor(random_plane(random, 29, 41), 29, device);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPlane, testing::Range(1, 13));

TEST(DevicePasses, SettleEveryCellOnceAndSetOthersAside) {
    std::mt19937_64 random(7);
    constexpr std::size_t columns = 31;
    std::uint32_t aside = 0;
    std::uint32_t hard = 0;
    for (int plane = 0; plane < 6; ++plane) {
        HostDevice device;
        const Cells cells = plane == 0 ? weak_friction(columns) : random_plane(random, columns, 37);
        std::vector<CellSolution<double>> found(cells.size());
        static_cast<void>(device.solve({cells, columns, flow_kind(cells[0].damping, 1.0), {}}, found));
        int twice = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            ASSERT_LE(device.set_aside[i], 1);
            ASSERT_GE(device.stored[i], 1);
            twice += device.stored[i] - 1;  // by the second pass, as not converged, and by the third
        }
        EXPECT_EQ(twice, static_cast<int>(device.hard_count));
        aside += device.aside_count;
        hard += device.hard_count;
    }
    EXPECT_GT(aside, hard) << "the second pass settled nothing";
    EXPECT_GT(hard, 0U) << "there was nothing to do for the third pass";
}

TEST(DevicePasses, KeepToTheEndOfListsThatAreTooShort) {
    Cells cells;
    for (const double w : {0.3, 0.31, 0.32, 0.33}) {
        for (const double f : {0.2, 0.4, 0.6}) cells.push_back({f, 1.2 * f, w, 0.0});  // all are set aside
    }
    HostDevice device(0.25);
    std::vector<CellSolution<double>> found(cells.size());
    EXPECT_NO_THROW(static_cast<void>(device.solve({cells, 3, FlowKind::undamped, {}}, found)));
    EXPECT_EQ(device.aside_count, cells.size()) << "the count must say how much room is needed";
}

TEST(DeviceTile, HasTheCellsOfTheProcessorWhereFrictionIsWeak) {
    HostDevice device;
    expect_cells_of_processor(weak_friction(20), 20, device);
    EXPECT_GT(device.hard_count, 0U);
}

TEST(DeviceTile, MayMixKindsOfDampingAndRunAcrossFrequency) {
    Cells by_row;
    Cells by_column;
    for (const double damping : {0.0, 0.3, 0.9, 1.0, 1.4}) {
        for (const double w : {0.2, 0.4, 0.8, 1.2}) by_row.push_back({0.4, 0.4, w, damping});
    }
    for (const double w : {0.2, 0.4, 0.8, 1.2}) {
        for (const double damping : {0.0, 0.3, 0.9, 1.0, 1.4}) by_column.push_back({0.4, 0.4, w, damping});
    }
    HostDevice across;
    expect_cells_of_processor(by_row, 4, across);
    HostDevice down;
    expect_cells_of_processor(by_column, 5, down);
}

TEST(DeviceTile, StartsFromRestWhereTheStaticBoundIsLarger) {
    Cells cells;
    for (const double w : {0.15, 0.3, 0.7, 1.1}) {
        for (const double f : {0.1, 0.3, 0.5, 0.7}) cells.push_back({f, 1.3 * f, w, 0.02});
    }
    HostDevice device;
    expect_cells_of_processor(cells, 4, device);
}

TEST(DeviceTile, NamesWhatHasNoUniquePeriodicMotion) {
    Cells cells;
    for (const double w : {0.25, 0.5, 1.0, 1.2}) {
        for (const double f : {0.0, 0.02, 0.1, 0.5, 0.785, 0.9, 1.0, 1.3}) cells.push_back({f, f, w, 0.0});
    }
    HostDevice device;
    expect_cells_of_processor(cells, 8, device);
}

MapRequest plane_request(std::shared_ptr<MapDevice> device) {
    MapRequest request{CaseDocument::parse("[ratios]\nfriction = 0.3\nfrequency = 0.5\n", "case"),
                       {"friction_ratio", 0.0, 1.1, 60},
                       {"frequency_ratio", 0.05, 1.5, 50},
                       {"stops_per_cycle", "amplitude_ratio", "velocity_ratio", "multiplier", "x_max"}};
    request.device = std::move(device);
    return request;
}

TEST(DeviceMap, IsTheMapOfTheProcessor) {
    const MapValues processor = compute_map(plane_request(nullptr));
    const MapValues device = compute_map(plane_request(std::make_shared<HostDevice>()));
    ASSERT_EQ(device.quantities.size(), processor.quantities.size());
    for (std::size_t q = 0; q < processor.values.size(); ++q) {
        for (std::size_t i = 0; i < processor.values[q].size(); ++i) {
            const double expected = processor.values[q][i];
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(device.values[q][i]));
                continue;
            }
            const double tolerance =
                processor.quantities[q].type == QuantityType::real ? 1e-12 * std::max(1.0, std::abs(expected)) : 0.0;
            ASSERT_NEAR(device.values[q][i], expected, tolerance) << processor.quantities[q].name << ", cell " << i;
        }
    }
}

TEST(DeviceMap, IsAnotherMapThanThatOfTheProcessor) {
    const std::string text =
        difference(describe(plane_request(std::make_shared<HostDevice>())), describe(plane_request(nullptr)));
    EXPECT_EQ(text, "backend is host, but was cpu");
}

TEST(DeviceMap, HasLargeTiles) {
    MapRequest request = plane_request(std::make_shared<HostDevice>());
    for (const std::size_t columns : {std::size_t{100}, std::size_t{1000}, std::size_t{100000}}) {
        request.x.count = columns;
        request.y.count = 100000;
        const TileShape shape = make_evaluator(request)->tile_shape();
        EXPECT_GT(shape.columns * shape.rows, 900'000U);
        EXPECT_EQ(shape.rows % 64, 0U);
    }
}

void expect_refused(const MapRequest& request, const char* reason) {
    try {
        static_cast<void>(make_evaluator(request));
        FAIL() << "was not refused";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("backend host"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
}

MapRequest attractor_request(std::shared_ptr<MapDevice> device, const std::string& friction) {
    const std::string text = "[oscillator]\nmass = 1\ndamping = 0.1\n[spring]\nlinear = 0\ncubic = 1\n[friction]\n" +
                             friction + "\n[load]\nkind = \"harmonic\"\namplitude = 2\nfrequency = 1\noffset = 0.1\n" +
                             "[start]\nposition = 0.5\nvelocity = 0.1\n";
    MapRequest request{CaseDocument::parse(text, "case"),
                       {"load.amplitude", 0.0, 6.0, 4},
                       {"load.frequency", 0.6, 1.2, 3},
                       {"exponent", "attractor_period"}};
    request.device = std::move(device);
    return request;
}

TEST(DeviceMap, HasTheAttractorsOfTheProcessor) {
    const std::string law = "law = \"stefanski\"\nmu_static = 0.3\nmu_kinetic = 0.25\nnormal = 0.5\na1 = 12\na2 = 0.1";
    const MapValues processor = compute_map(attractor_request(nullptr, law));
    const MapValues device = compute_map(attractor_request(std::make_shared<HostDevice>(), law));
    ASSERT_EQ(device.quantities.size(), processor.quantities.size());
    for (std::size_t q = 0; q < processor.values.size(); ++q) {
        for (std::size_t i = 0; i < processor.values[q].size(); ++i) {
            const double expected = processor.values[q][i];
            const double value = device.values[q][i];
            EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected)))
                << processor.quantities[q].name << ", cell " << i << ": " << value << " for " << expected;
        }
    }
}

TEST(DeviceMap, RefusesAttractorsThatTheDeviceCannot) {
    const auto device = std::make_shared<HostDevice>();
    expect_refused(attractor_request(device, "law = \"dahl\"\nmu = 0.3\nnormal = 0.5\nsigma0 = 10"), "dahl");
    MapRequest request = attractor_request(device, "law = \"none\"");
    request.document = CaseDocument::parse(
        "[oscillator]\nmass = 1\nstiffness = 1\n[friction]\nlaw = \"none\"\n"
        "[load]\nkind = \"harmonics\"\namplitude = [1, 1]\nfrequency = [1, 2]\nphase = [0, 0]\n",
        "case");
    request.x = {"oscillator.damping", 0.1, 0.2, 2};
    request.y = {"oscillator.mass", 1.0, 2.0, 2};
    expect_refused(request, "several harmonics");
}

TEST(DeviceMap, RefusesWhatTheDeviceCannot) {
    MapRequest request = plane_request(std::make_shared<HostDevice>());
    request.is_adaptive = true;
    expect_refused(request, "adaptive");
    request.is_adaptive = false;
    request.observables = {"phase_lag"};
    expect_refused(request, "phase_lag");
    request.observables = {"exponent", "amplitude"};
    expect_refused(request, "not amplitude");
    request.observables = {"amplitude_ratio"};
    request.y = {"static_ratio", 0.5, 0.9, 4};
    request.x = {"frequency_ratio", 0.5, 0.9, 4};
    expect_refused(request, "static");
}

}  // namespace
}  // namespace stickslip
