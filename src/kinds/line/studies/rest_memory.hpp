#pragma once

#include <cstdint>
#include <vector>

#include "kinds/line/cell_seed.hpp"
#include "kinds/line/cell_solution.hpp"
#include "maps/tiling.hpp"

namespace stickslip {

/// Where the motions of the solved cells of a rectangle rest, and what that foretells about the others: between
/// boundaries the position of a rest and its load angle are smooth functions of the place.
class RestMemory {
public:
    explicit RestMemory(const TileRectangle& rectangle) : rectangle_(rectangle), rests_(rectangle.cells()) {}

    void note(CellIndex, const CellSolution<double>&);

    /// From the nearest solved cells: between those on opposite sides that have the same stops, else between any that
    /// rest, else from one.
    [[nodiscard]] CellSeed seed_for(CellIndex) const;

private:
    struct Rest {
        std::int64_t pattern = 0;  ///< of stops and reversals; 0 where nothing is known or nothing rests
        double section = 0.0;
        double x = 0.0;
    };
    /// Within the rectangle, or a step.
    struct Place {
        std::ptrdiff_t column, row;
    };

    [[nodiscard]] static bool are_alike(const Rest&, const Rest&);
    [[nodiscard]] static bool are_near(const Rest&, const Rest&);
    [[nodiscard]] const Rest& at(Place from, Place step, std::ptrdiff_t times) const;
    [[nodiscard]] double between(Place from, Place step) const;

    TileRectangle rectangle_;
    std::vector<Rest> rests_;
    bool is_empty_ = true;
};

}  // namespace stickslip
