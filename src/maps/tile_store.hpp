#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tile_values.hpp"
#include "tiling.hpp"

namespace stickslip {

/// Where the tiles of a map are kept while it is computed. Different tiles may be put and got at the same time.
class TileStore {
public:
    TileStore(const Tiling& tiling, const std::vector<MapQuantity>& quantities)
        : tiling_(tiling), layout_(quantities, tiling.shape().columns * tiling.shape().rows) {}
    TileStore(const TileStore&) = delete;
    TileStore& operator=(const TileStore&) = delete;
    virtual ~TileStore() = default;

    [[nodiscard]] const Tiling& tiling() const { return tiling_; }
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    [[nodiscard]] virtual bool has(std::size_t tile) const = 0;

    /// How many cells of a tile that is there did not converge.
    [[nodiscard]] virtual std::uint32_t failures(std::size_t tile) const = 0;

    /// @throws std::runtime_error if it cannot be stored.
    virtual void put(std::size_t tile, const TileValues&, std::uint32_t failures) = 0;

    /// @throws std::runtime_error if what is stored is damaged.
    virtual void get(std::size_t tile, TileValues&) const = 0;

private:
    Tiling tiling_;
    TileLayout layout_;
};

/// All tiles in memory.
class MemoryStore : public TileStore {
public:
    MemoryStore(const Tiling&, const std::vector<MapQuantity>&);

    [[nodiscard]] bool has(std::size_t tile) const override { return !tiles_[tile].bytes.empty(); }
    [[nodiscard]] std::uint32_t failures(std::size_t tile) const override { return tiles_[tile].failures; }
    void put(std::size_t tile, const TileValues&, std::uint32_t failures) override;
    void get(std::size_t tile, TileValues&) const override;

private:
    struct Tile {
        std::vector<std::byte> bytes;
        std::uint32_t failures = 0;
    };
    std::vector<Tile> tiles_;
};

/// The values of one quantity over the whole map, row by row from the lowest y; NaN where undefined.
[[nodiscard]] std::vector<double> values_of(const TileStore&, std::size_t quantity);

/// The same of every `step_x`-th column and `step_y`-th row, the first of each from the middle of a step: what a
/// picture of a large map needs.
struct MapSample {
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<std::vector<double>> values;  ///< of each quantity, row by row from the lowest y
};
[[nodiscard]] MapSample sample_map(const TileStore&, std::size_t most_columns, std::size_t most_rows);

}  // namespace stickslip
