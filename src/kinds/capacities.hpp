#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kinds/ensemble.hpp"
#include "studies/fragility.hpp"

namespace stickslip {

/// What must not be reached.
struct CapacityLimit {
    std::string observable;  ///< a number of the motion
    double value = 0.0;      ///< > 0, in its unit
};

/// How a record reaches a limit.
enum class CapacityOutcome {
    reached,      ///< at a scale between two of the ladder
    not_reached,  ///< not at the largest scale of the ladder
    at_once,      ///< at the smallest already
};

/// Incremental dynamic analysis: each record is multiplied by larger and larger scales until its motion reaches a
/// limit. The scales of the request are the ladder; between the first rung that reaches the limit and the one below,
/// the scale is found by bisection on exact motions. A motion that ends early, because it grows beyond every bound, is
/// beyond every limit. Cells of a map: a row for each record, a column for each combination of values.
class Capacities final : public CellEvaluator {
public:
    /// @throws std::invalid_argument as Ensemble does, and for a ladder that does not rise, or a limit that is not > 0.
    Capacities(const CaseKind&, EnsembleRequest, CapacityLimit);

    [[nodiscard]] const Ensemble& ensemble() const { return ensemble_; }
    [[nodiscard]] const CapacityLimit& limit() const { return limit_; }
    [[nodiscard]] Tiling tiling() const;
    [[nodiscard]] std::vector<RequestLine> lines() const;

    /// The outcome, and the scale: where the limit is reached, or the end of the ladder.
    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override;
    [[nodiscard]] TileShape tile_shape() const override;
    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues&) const override;

    /// The capacities of the records for one combination of values, out of the values of the two quantities.
    [[nodiscard]] CapacitySample sample(const std::vector<double>& outcomes, const std::vector<double>& scales,
                                        std::size_t combination) const;

private:
    struct Capacity {
        CapacityOutcome outcome = CapacityOutcome::reached;
        double scale = 0.0;
    };
    [[nodiscard]] Capacity capacity(std::size_t record, std::size_t combination) const;

    Ensemble ensemble_;
    CapacityLimit limit_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace stickslip
