#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "kinds/line/cell.hpp"
#include "kinds/line/solve_tile.hpp"

// The plane 0 < f < 1.1, 0 < Ω < 1.5, ζ = 0 of [HongLiu2000] figure 8 by each of our own ways, and how far their
// answers are apart.

namespace stickslip {

constexpr double highest_friction = 1.1;
constexpr double highest_frequency = 1.5;
constexpr std::size_t plane_side = 500;  ///< cells along each axis
constexpr std::size_t plane_cells = plane_side * plane_side;

/// The numbers that are compared, row by row, and the shortest times [s].
struct Plane {
    std::vector<double> amplitude = std::vector<double>(plane_cells);
    std::vector<int> stops = std::vector<int>(plane_cells);
    double seconds = std::numeric_limits<double>::infinity();  ///< processor time for all cells
    double wall = std::numeric_limits<double>::infinity();
    double cores = 0.0;  ///< processor time over wall time of the round that took the shortest wall time

    void set(std::size_t place, const CellSolution<double>&);
};

/// With `solve_cell`.
[[nodiscard]] Plane solve_cell_by_cell();

/// With `solve_tile`, the best of `rounds`.
[[nodiscard]] Plane solve_in_tiles(const TileOptions&, int rounds);

/// With `compute_map`, stops and amplitude, in memory. Keeps the best of its calls.
void run_engine(std::size_t threads, Plane&);

struct Comparison {
    double largest = 0.0;  ///< difference of amplitudes, relative to max(1, amplitude)
    int other_stops = 0;   ///< cells whose counts differ

    void add(double amplitude, int stops, double expected, int expected_stops);
    [[nodiscard]] bool is_equal() const;
};

[[nodiscard]] Comparison compare(const Plane& a, const Plane& b);

/// Every fifth cell along each axis against the whole solution in extended precision.
[[nodiscard]] Comparison compare_with_extended(const Plane&);

}  // namespace stickslip
