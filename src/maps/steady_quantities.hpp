#pragma once

#include <string>
#include <vector>

#include "stickslip/steady/observables.hpp"
#include "tile_values.hpp"

namespace stickslip {

/// The regime as a flag, its values in the order of `Regime`.
[[nodiscard]] MapQuantity regime_quantity();

/// Whether counts per load period are whole numbers.
enum class Counts { whole, means };

/// Observables of one-dimensional steady states as quantities of a map, stored from `first` on.
class SteadyQuantities {
public:
    /// `counts` are means, stored as real numbers, where motions may repeat after several load periods or never.
    /// @throws std::invalid_argument for an unknown name.
    SteadyQuantities(const std::vector<std::string>& names, std::size_t first, Counts counts = Counts::whole);

    /// With the units of this case.
    [[nodiscard]] std::vector<MapQuantity> quantities(const Case&) const;
    [[nodiscard]] bool is_empty() const { return observables_.empty(); }
    [[nodiscard]] bool needs_cycle() const;
    [[nodiscard]] bool wants(std::string_view name) const;

    void store(const SteadyState& state, std::size_t cell, TileValues& values) const {
        for (std::size_t i = 0; i < observables_.size(); ++i)
            values.set(first_ + i, cell, observables_[i]->value(state));
    }

private:
    std::vector<const Observable*> observables_;
    std::size_t first_;
    Counts counts_;
};

}  // namespace stickslip
