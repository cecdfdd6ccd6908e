#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "cell_evaluator.hpp"

namespace stickslip {

/// One tile of an adaptive map while it is solved; adaptive_cells.hpp says how.
class AdaptiveTile {
public:
    AdaptiveTile(const CellEvaluator& plain, std::span<const CellIndex> cells, std::size_t columns);

    /// Into `values`, with a last flag that says which cells were solved.
    void run(TileValues& values);

private:
    /// A rectangle of cells of the tile, both corners included, in places within the tile.
    struct Node {
        std::size_t left, bottom, right, top;
    };
    /// The places of a node's nine cells: first, middle and last along each direction.
    struct Nine {
        std::array<std::size_t, 3> columns;
        std::array<std::size_t, 3> rows;
    };

    struct Place {
        std::size_t column, row;
    };

    [[nodiscard]] static Nine nine_of(const Node&);
    [[nodiscard]] std::vector<Place> two_more(const Node&) const;
    [[nodiscard]] std::size_t at(std::size_t column, std::size_t row) const { return row * columns_ + column; }
    [[nodiscard]] std::vector<Node> first_nodes();
    void refine(std::vector<Node> nodes);
    void confirm(const std::vector<Node>& uniform, std::vector<Node>& smaller);
    void want_nine(const Node&, std::vector<std::size_t>& wanted);
    void want(std::size_t cell, std::vector<std::size_t>& wanted);
    void solve(const std::vector<std::size_t>& wanted);
    void keep(std::span<const std::size_t> places);

    [[nodiscard]] bool is_uniform(const Node&) const;
    [[nodiscard]] bool has_same_pattern(std::size_t cell, std::size_t other) const;
    [[nodiscard]] bool is_smooth(const Node&, std::size_t quantity) const;
    [[nodiscard]] bool agrees_with_border(const Node&) const;
    [[nodiscard]] bool fits(const Node&, std::size_t row, std::size_t first, std::size_t last, std::size_t step) const;
    static void cut(const Node&, std::size_t least, std::vector<Node>& smaller);

    void fill(const Node&);
    void fill_row(const Node&, std::size_t quantity, std::size_t row, std::span<double> out) const;

    const CellEvaluator& plain_;
    std::span<const CellIndex> cells_;
    std::size_t columns_;
    std::size_t rows_;
    std::unique_ptr<ScatteredCells> scattered_;
    std::vector<bool> is_real_;      ///< of each quantity
    std::vector<double> closeness_;  ///< of each quantity: allowed distance from bilinear, of the largest corner
    std::vector<double> fit_;        ///< of each quantity: allowed distance from what is filled in, relative
    std::size_t widest_ = 0;         ///< rectangle that is judged by nine cells
    std::size_t wide_ = 0;           ///< rectangle that is judged by two more
    std::vector<std::vector<double>> values_;  ///< of each quantity, of each cell; NaN where undefined
    std::vector<char> is_solved_;
    std::vector<Node> leaves_;  ///< to be filled
    TileLayout layout_;
    TileValues solved_;
};

}  // namespace stickslip
