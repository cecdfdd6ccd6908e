#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stickslip/maps/compute_map.hpp"

namespace stickslip {

[[nodiscard]] std::size_t bytes_of(QuantityType);

/// The stored value of an undefined count.
inline constexpr std::int32_t undefined_count = -1;

/// How the values of a tile lie in memory: one block for each quantity, row by row, room for `cells` cells in each.
class TileLayout {
public:
    TileLayout(std::vector<MapQuantity> quantities, std::size_t cells);

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const { return quantities_; }
    [[nodiscard]] std::size_t cells() const { return cells_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t offset(std::size_t quantity) const { return offsets_[quantity]; }

private:
    std::vector<MapQuantity> quantities_;
    std::size_t cells_;
    std::size_t bytes_ = 0;
    std::vector<std::size_t> offsets_;
};

/// The values of one tile.
class TileValues {
public:
    explicit TileValues(const TileLayout& layout) : layout_(&layout), bytes_(layout.bytes()) {}

    [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

    /// Anything that is not finite is stored as undefined.
    void set(std::size_t quantity, std::size_t cell, double value);

    /// The same for the first cells, all at once.
    void set_first(std::size_t quantity, std::span<const double> values);

    /// NaN where undefined.
    [[nodiscard]] double get(std::size_t quantity, std::size_t cell) const;

    /// How many of the first `cells` cells have this value of a flag.
    [[nodiscard]] std::size_t count_flag(std::size_t quantity, std::size_t cells, int flag) const;

    /// What no map could have stored, in words: a flag without a meaning, a negative count, an infinite number; empty
    /// where all is well.
    [[nodiscard]] std::string nonsense() const;

    /// The stored values of `count` cells of a quantity from `cell` on, as they are.
    [[nodiscard]] const std::byte* data(std::size_t quantity, std::size_t cell) const;

private:
    const TileLayout* layout_;
    std::vector<std::byte> bytes_;
};

}  // namespace stickslip
