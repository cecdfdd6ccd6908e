#include "tile_store.hpp"

#include <limits>

namespace stickslip {

MemoryStore::MemoryStore(const Tiling& tiling, const std::vector<MapQuantity>& quantities)
    : TileStore(tiling, quantities), tiles_(tiling.count()) {}

void MemoryStore::put(std::size_t tile, const TileValues& values, std::uint32_t failures) {
    tiles_[tile] = {values.bytes(), failures};
}

void MemoryStore::get(std::size_t tile, TileValues& values) const { values.bytes() = tiles_[tile].bytes; }

std::vector<double> values_of(const TileStore& store, std::size_t quantity) {
    const Tiling& tiling = store.tiling();
    std::vector<double> all(tiling.columns() * tiling.rows(), std::numeric_limits<double>::quiet_NaN());
    TileValues values(store.layout());
    for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
        if (!store.has(tile)) continue;
        store.get(tile, values);
        const TileRectangle r = tiling.rectangle(tile);
        for (std::size_t i = 0; i < r.cells(); ++i) {
            const std::size_t row = r.first_row + i / r.columns;
            all[row * tiling.columns() + r.first_column + i % r.columns] = values.get(quantity, i);
        }
    }
    return all;
}

namespace {

/// The middle cell of each of `parts` equal parts of `count` cells.
std::vector<std::size_t> middles(std::size_t count, std::size_t parts) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < parts; ++i) places.push_back((2 * i + 1) * count / (2 * parts));
    return places;
}

}  // namespace

MapSample sample_map(const TileStore& store, std::size_t most_columns, std::size_t most_rows) {
    const Tiling& tiling = store.tiling();
    const std::vector<std::size_t> columns = middles(tiling.columns(), std::min(tiling.columns(), most_columns));
    const std::vector<std::size_t> rows = middles(tiling.rows(), std::min(tiling.rows(), most_rows));
    MapSample sample{columns.size(), rows.size(), {}};
    const std::size_t quantities = store.layout().quantities().size();
    sample.values.assign(quantities, std::vector<double>(columns.size() * rows.size()));
    TileValues values(store.layout());
    std::size_t loaded = tiling.count();
    // Tile by tile along a row of tiles, so that each is read once.
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t band = rows[first] / tiling.shape().rows;
        std::size_t last = first;
        while (last < rows.size() && rows[last] / tiling.shape().rows == band) ++last;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::size_t tile = band * tiling.tiles_across() + columns[c] / tiling.shape().columns;
            if (tile != loaded) store.get(tile, values);
            loaded = tile;
            const TileRectangle r = tiling.rectangle(tile);
            for (std::size_t row = first; row < last; ++row) {
                const std::size_t cell = (rows[row] - r.first_row) * r.columns + columns[c] - r.first_column;
                for (std::size_t q = 0; q < quantities; ++q) {
                    sample.values[q][row * columns.size() + c] = values.get(q, cell);
                }
            }
        }
        first = last;
    }
    return sample;
}

}  // namespace stickslip
