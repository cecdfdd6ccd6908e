#pragma once

#include <optional>

#include "closed_orbit.hpp"
#include "kinds/line/cell_solution.hpp"

namespace stickslip::proof {

/// A state of the steady motion, found and not proved: in a rest, or in the middle of a slide.
struct Seed {
    bool rests = false;
    double angle = 0.0;  ///< of the load
    double x = 0.0;
    double v = 0.0;
};

/// A good place to cut the motion that the fast answer describes: its longest rest, else the middle of its longest
/// slide.
[[nodiscard]] std::optional<Seed> seed_of(const Plant<0>&, const CellSolution<double>&);

}  // namespace stickslip::proof
