#pragma once

#include <memory>
#include <span>

#include "stickslip/maps/map_request.hpp"
#include "tile_values.hpp"
#include "tiling.hpp"

namespace stickslip {

/// Computes single cells of a rectangle, wherever they lie in it: those computed before may help those that come later.
/// For one thread.
class ScatteredCells {
public:
    ScatteredCells() = default;
    ScatteredCells(const ScatteredCells&) = delete;
    ScatteredCells& operator=(const ScatteredCells&) = delete;
    virtual ~ScatteredCells() = default;

    /// Into the first places of `values`. @throws Interrupted if this thread was asked to stop.
    virtual void evaluate(std::span<const CellIndex> cells, TileValues& values) = 0;
};

/// Computes cells of a map. Thread-safe. The values of a block of cells depend on that block alone.
class CellEvaluator {
public:
    CellEvaluator() = default;
    CellEvaluator(const CellEvaluator&) = delete;
    CellEvaluator& operator=(const CellEvaluator&) = delete;
    virtual ~CellEvaluator() = default;

    /// What is computed of every cell. The first quantity is a flag, the status of the cell.
    [[nodiscard]] virtual const std::vector<MapQuantity>& quantities() const = 0;

    /// The value of the first quantity that counts as not converged.
    [[nodiscard]] virtual int failure_flag() const = 0;

    /// Whether cells with this value of the first quantity may be filled in between neighbours that agree. Not where
    /// several motions coexist: a window of another one, narrower than any distance of cells, can lie between.
    [[nodiscard]] virtual bool changes_smoothly(int /*status*/) const { return true; }

    /// How large a block should be: many cells where they help each other, few where each takes long.
    [[nodiscard]] virtual TileShape tile_shape() const = 0;

    /// Computes `cells`, which lie in rows of `columns` neighbours, into the first places of `values`.
    /// @throws Interrupted if this thread was asked to stop.
    virtual void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values) const = 0;

    /// For single cells of this rectangle.
    [[nodiscard]] virtual std::unique_ptr<ScatteredCells> scattered(const TileRectangle&) const;
};

}  // namespace stickslip
