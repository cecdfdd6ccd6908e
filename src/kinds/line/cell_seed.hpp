#pragma once

namespace stickslip {

/// Where the search for the motion of a cell may start: a rest of a motion nearby.
struct CellSeed {
    bool exists = false;
    double section = 0.0;  ///< load angle in the middle of the rest
    double x = 0.0;        ///< where it rests [p₀/k]
};

}  // namespace stickslip
