#include "tiling.hpp"

#include <algorithm>

namespace stickslip {

std::vector<CellIndex> TileRectangle::indices() const {
    std::vector<CellIndex> all;
    all.reserve(cells());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            all.push_back(
                {static_cast<std::uint32_t>(first_column + column), static_cast<std::uint32_t>(first_row + row)});
        }
    }
    return all;
}

Tiling::Tiling(std::size_t columns, std::size_t rows, TileShape shape)
    : columns_(columns),
      rows_(rows),
      shape_{std::min(shape.columns, columns), std::min(shape.rows, rows)},
      across_((columns + shape_.columns - 1) / shape_.columns),
      up_((rows + shape_.rows - 1) / shape_.rows) {}

TileRectangle Tiling::rectangle(std::size_t tile) const {
    const std::size_t column = tile % across_ * shape_.columns;
    const std::size_t row = tile / across_ * shape_.rows;
    return {column, row, std::min(shape_.columns, columns_ - column), std::min(shape_.rows, rows_ - row)};
}

}  // namespace stickslip
