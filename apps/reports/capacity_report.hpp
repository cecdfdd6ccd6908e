#pragma once

#include <cstdio>
#include <vector>

#include "gnuplot.hpp"
#include "json_text.hpp"
#include "kinds/capacities.hpp"

namespace stickslip::cli {

/// The scales at which records reach a limit, and the fragility curve for each combination of values.
struct CapacityResult {
    std::vector<double> outcomes;  ///< of each record and combination, as CapacityOutcome
    std::vector<double> scales;
    std::vector<CapacitySample> samples;  ///< of each combination
    std::vector<Fragility> fragilities;
};
[[nodiscard]] CapacityResult capacity_result(const Capacities&, const TileStore&);

/// record, the keys, outcome, capacity: a row for each record and combination.
void write_capacity_csv(const Capacities&, const CapacityResult&, std::FILE*);
[[nodiscard]] Json capacity_json(const Capacities&, const CapacityResult&, const MapSummary&, double seconds);
void write_capacity_table(const Capacities&, const CapacityResult&, const MapSummary&, double seconds, std::FILE*);

/// Fragility curves over the scales, with the records as steps.
[[nodiscard]] Drawing plot_fragility(const Capacities&, const CapacityResult&);

}  // namespace stickslip::cli
