#include "cell_evaluator.hpp"

namespace stickslip {

namespace {

/// Cells that know nothing of each other.
class StrangerCells : public ScatteredCells {
public:
    explicit StrangerCells(const CellEvaluator& evaluator) : evaluator_(evaluator) {}

    void evaluate(std::span<const CellIndex> cells, TileValues& values) override {
        evaluator_.evaluate(cells, cells.size(), values);
    }

private:
    const CellEvaluator& evaluator_;
};

}  // namespace

std::unique_ptr<ScatteredCells> CellEvaluator::scattered(const TileRectangle& /*rectangle*/) const {
    return std::make_unique<StrangerCells>(*this);
}

}  // namespace stickslip
