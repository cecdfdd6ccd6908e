#pragma once

#include <memory>

#include "cell_evaluator.hpp"

namespace stickslip {

// Maps that are solved only where the picture changes.
//
// A tile is covered by rectangles of 32 × 32 cells that share their borders. Of each, nine cells are solved: corners,
// middles of the edges, and the centre. If all nine have the same flags and counts, and every real value at the other
// five is within 3 % of the bilinear interpolation of the corners, the rest of the rectangle is filled: flags and
// counts copied, reals by the biquadratic through the nine, whose error is of the next order. Else it is cut into four,
// down to single cells; a rectangle of 32 × 32 that would be solved almost wholly is solved row by row. Boundaries are
// followed: where a finer neighbour solved cells of the common border that do not fit, a rectangle is cut too, and so
// on. What a tile holds depends on the tile alone, so that threads, ranks and interruptions change nothing.
//
// Cells that were solved from far apart to near seed each other (rest_memory.hpp), and as many as there are lanes are
// solved at once.
//
// What can differ from the full map: cells of a feature that passes between the solved cells of a rectangle unseen and
// meets no border where a neighbour looked closer.

/// Each cell of `plain`, with a last flag that says whether it was solved.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_adaptive_cells(std::unique_ptr<const CellEvaluator> plain);

}  // namespace stickslip
