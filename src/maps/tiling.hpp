#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stickslip {

/// A cell by its place along the axes.
struct CellIndex {
    std::uint32_t column = 0;  ///< along x
    std::uint32_t row = 0;     ///< along y
};

struct TileShape {
    std::size_t columns = 64;
    std::size_t rows = 64;
};

/// For cells that take long each, some of them a second: a small tile keeps all threads and ranks busy to the end, and
/// loses little when it is interrupted.
inline constexpr TileShape tile_of_slow_cells{4, 4};

/// Which cells belong to a tile.
struct TileRectangle {
    std::size_t first_column = 0;
    std::size_t first_row = 0;
    std::size_t columns = 0;
    std::size_t rows = 0;

    [[nodiscard]] std::size_t cells() const { return columns * rows; }

    /// Row by row.
    [[nodiscard]] std::vector<CellIndex> indices() const;
};

/// How a map is cut into tiles: the same way for any number of threads, because the cells of a tile are solved
/// together. Tiles are numbered row by row.
class Tiling {
public:
    /// Tiles are no larger than the map.
    Tiling(std::size_t columns, std::size_t rows, TileShape shape);

    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] TileShape shape() const { return shape_; }
    [[nodiscard]] std::size_t tiles_across() const { return across_; }
    [[nodiscard]] std::size_t tiles_up() const { return up_; }
    [[nodiscard]] std::size_t count() const { return across_ * up_; }
    [[nodiscard]] TileRectangle rectangle(std::size_t tile) const;

private:
    std::size_t columns_;
    std::size_t rows_;
    TileShape shape_;
    std::size_t across_;
    std::size_t up_;
};

}  // namespace stickslip
