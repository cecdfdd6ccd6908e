#pragma once

#include <memory>

#include "stickslip/maps/cell_evaluator.hpp"

namespace stickslip {

// Maps that are solved only where the picture changes.
//
// A tile is covered by rectangles of at most 32 × 32 cells. Of each, nine cells are solved: corners, middles of the
// edges, and the centre. If all nine have the same flags and counts, and every real value at the other five is within
// 3 % of the bilinear interpolation of the corners, the rest of the rectangle is filled: flags and counts copied, reals
// by the biquadratic through the nine, whose error is of the next order. Else it is cut into four, down to single
// cells; where that would leave little, the first rectangle is solved whole. Where the boundaries between regimes are
// known they are traced first, and rectangles that a curve crosses are cut to 4 × 4 cells even if the nine cells do not
// show it. What a tile holds depends on the tile alone, so that threads, ranks and interruptions change nothing.
//
// What can differ from the full map: cells of a feature that passes between the solved cells of a rectangle unseen,
// which is narrower than 16 cells and, if traced, than 4.

/// Each cell of `plain`, with a last flag that says whether it was solved.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_adaptive_cells(std::unique_ptr<const CellEvaluator> plain,
                                                                       const MapRequest&);

}  // namespace stickslip
