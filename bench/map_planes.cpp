#include "map_planes.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "maps/run_map.hpp"
#include "maps/tiling.hpp"
#include "ratio_cell.hpp"
#include "timing.hpp"

namespace stickslip {

namespace {

constexpr std::size_t checked_every = 5;     // cell along each axis is checked in extended precision
constexpr double allowed_deviation = 1e-12;  // of an amplitude, relative to max(1, amplitude)

MapAxis friction_axis() { return {"friction_ratio", 0.0, highest_friction, plane_side}; }
MapAxis frequency_axis() { return {"frequency_ratio", 0.0, highest_frequency, plane_side}; }

CellParameters<double> cell_at(const CellIndex& i) {
    return cell_of({.friction = friction_axis().centre(i.column), .frequency = frequency_axis().centre(i.row)});
}

std::vector<CellParameters<double>> cells_at(const std::vector<CellIndex>& indices) {
    std::vector<CellParameters<double>> cells;
    for (const CellIndex& i : indices) cells.push_back(cell_at(i));
    return cells;
}

template <class Real>
int stops_of(const CellSolution<Real>& s) {
    return s.stops_then_reverse + s.stops_then_same_direction;
}

}  // namespace

void Plane::set(std::size_t place, const CellSolution<double>& s) {
    amplitude[place] = s.amplitude;
    stops[place] = stops_of(s);
}

Plane solve_cell_by_cell() {
    const auto cells = cells_at(TileRectangle{0, 0, plane_side, plane_side}.indices());
    std::vector<CellSolution<double>> solutions(cells.size());
    Plane plane;
    const double begin = processor_seconds();
    for (std::size_t i = 0; i < cells.size(); ++i) solutions[i] = solve_cell(cells[i]);
    plane.seconds = processor_seconds() - begin;
    for (std::size_t i = 0; i < cells.size(); ++i) plane.set(i, solutions[i]);
    return plane;
}

Plane solve_in_tiles(const TileOptions& options, int rounds) {
    const Tiling tiling(plane_side, plane_side, {64, 64});
    Plane plane;
    for (int round = 0; round < rounds; ++round) {
        double seconds = 0.0;
        for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
            const TileRectangle rectangle = tiling.rectangle(tile);
            const std::vector<CellIndex> indices = rectangle.indices();
            const auto cells = cells_at(indices);
            std::vector<CellSolution<double>> solutions(cells.size());
            const double begin = processor_seconds();
            solve_tile(cells, rectangle.columns, solutions, options);
            seconds += processor_seconds() - begin;
            for (std::size_t i = 0; i < cells.size(); ++i)
                plane.set(indices[i].row * plane_side + indices[i].column, solutions[i]);
        }
        plane.seconds = std::min(plane.seconds, seconds);
    }
    return plane;
}

void run_engine(std::size_t threads, Plane& plane) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    const MapRequest request{
        CaseDocument::from_ratios({}), friction_axis(), frequency_axis(), {"stops_per_cycle", "amplitude_ratio"}};
    const double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    const auto wall_begin = std::chrono::steady_clock::now();
    const MapValues map = compute_map(request);
    const double wall = seconds_since(wall_begin);
    const double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
    plane.seconds = std::min(plane.seconds, used);
    if (wall < plane.wall) plane.cores = used / wall;
    plane.wall = std::min(plane.wall, wall);
    for (std::size_t q = 0; q < map.quantities.size(); ++q) {
        const std::vector<double>& values = map.values[q];
        if (map.quantities[q].name == "amplitude_ratio") plane.amplitude = values;
        if (map.quantities[q].name == "stops_per_cycle") {
            for (std::size_t i = 0; i < values.size(); ++i) plane.stops[i] = static_cast<int>(values[i]);
        }
    }
}

void Comparison::add(double amplitude, int stops, double expected, int expected_stops) {
    const double difference = std::abs(amplitude - expected) / std::max(1.0, expected);
    largest = difference <= largest ? largest : difference;  // a NaN stays
    if (stops != expected_stops) ++other_stops;
}

bool Comparison::is_equal() const { return largest <= allowed_deviation && other_stops == 0; }

Comparison compare(const Plane& a, const Plane& b) {
    Comparison c;
    for (std::size_t i = 0; i < plane_cells; ++i) c.add(a.amplitude[i], a.stops[i], b.amplitude[i], b.stops[i]);
    return c;
}

Comparison compare_with_extended(const Plane& plane) {
    Comparison c;
    for (std::size_t row = 0; row < plane_side; row += checked_every) {
        for (std::size_t column = 0; column < plane_side; column += checked_every) {
            const CellSolution<long double> s =
                solve_extended(cell_at({static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)}));
            const std::size_t i = row * plane_side + column;
            c.add(plane.amplitude[i], plane.stops[i], static_cast<double>(s.amplitude), stops_of(s));
        }
    }
    return c;
}

}  // namespace stickslip
