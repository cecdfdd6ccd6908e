#include "adaptive_cells.hpp"

#include "adaptive_tile.hpp"

namespace stickslip {

namespace {

/// Where cells help each other, large: its rectangles share their borders. Where each cell takes long, small enough to
/// keep all threads busy.
constexpr TileShape large_tile{128, 128};
constexpr TileShape small_tile{32, 32};
constexpr std::size_t many_cells = 32;  // columns of a tile of cells that help each other

class AdaptiveCells : public CellEvaluator {
public:
    explicit AdaptiveCells(std::unique_ptr<const CellEvaluator> plain)
        : plain_(std::move(plain)), quantities_(plain_->quantities()) {
        quantities_.push_back({"solved",
                               "1",
                               "whether the cell was solved or interpolated",
                               QuantityType::flag,
                               {"interpolated", "solved"}});
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return plain_->failure_flag(); }
    [[nodiscard]] TileShape tile_shape() const override {
        return plain_->tile_shape().columns < many_cells ? small_tile : large_tile;
    }
    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values) const override {
        AdaptiveTile(*plain_, cells, columns).run(values);
    }

private:
    std::unique_ptr<const CellEvaluator> plain_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_adaptive_cells(std::unique_ptr<const CellEvaluator> plain) {
    return std::make_unique<AdaptiveCells>(std::move(plain));
}

}  // namespace stickslip
