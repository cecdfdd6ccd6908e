#include "steady_quantities.hpp"

#include <algorithm>

namespace stickslip {

MapQuantity regime_quantity() {
    MapQuantity regime{"regime", "1", "regime of the steady motion", QuantityType::flag, {}};
    for (const Regime r : all_regimes) regime.meanings.emplace_back(name(r));
    return regime;
}

SteadyQuantities::SteadyQuantities(const std::vector<std::string>& names, std::size_t first, Counts counts)
    : first_(first), counts_(counts) {
    for (const std::string& name : names) observables_.push_back(&observable(name));
}

std::vector<MapQuantity> SteadyQuantities::quantities(const Case& problem) const {
    std::vector<MapQuantity> list;
    for (const Observable* o : observables_) {
        const bool is_whole = o->is_count && (counts_ == Counts::whole || o->name == "load_periods");
        list.push_back({std::string(o->name),
                        std::string(unit_of(*o, problem)),
                        std::string(o->description),
                        is_whole ? QuantityType::count : QuantityType::real,
                        {}});
    }
    return list;
}

bool SteadyQuantities::needs_cycle() const {
    return std::ranges::any_of(observables_, [](const Observable* o) { return o->needs_cycle; });
}

bool SteadyQuantities::wants(std::string_view name) const {
    return std::ranges::any_of(observables_, [&](const Observable* o) { return o->name == name; });
}

}  // namespace stickslip
