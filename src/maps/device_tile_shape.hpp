#pragma once

#include <algorithm>

#include "tiling.hpp"

namespace stickslip {

/// A tile of about so many cells. A device needs many at once; wide tiles keep files easy to write.
inline TileShape device_tile_shape(std::size_t map_columns, std::size_t cells) {
    constexpr std::size_t most_columns = 4096;
    constexpr std::size_t chunk_rows = 64;  // of the files
    const std::size_t columns = std::min(most_columns, map_columns);
    return {columns, cells / columns / chunk_rows * chunk_rows};
}

}  // namespace stickslip
