#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "json_text.hpp"
#include "kinds/ensemble.hpp"

namespace stickslip::cli {

/// The numbers of an ensemble over its records, for one scale and combination of values.
struct EnsembleGroup {
    double scale = 1.0;
    std::vector<double> values;  ///< of the keys
    std::vector<EnsemblePercentiles> observables;
};
/// By scale, then value of the first key, and so on.
[[nodiscard]] std::vector<EnsembleGroup> groups_of(const Ensemble&, const TileStore&);

/// record, scale, the keys and the observables, a row for each motion; what is undefined is empty.
void write_ensemble_csv(const Ensemble&, const TileStore&, std::FILE*);

/// The groups, and the rows themselves where no file has them.
enum class EnsembleRows { left_out, told };
[[nodiscard]] Json ensemble_json(const Ensemble&, const TileStore&, const MapSummary&, double seconds, EnsembleRows);

/// A table of the medians with the 16th and 84th percentiles.
void write_ensemble_table(const Ensemble&, const TileStore&, const MapSummary&, double seconds, std::FILE*);

/// The percentiles of every observable against the scale, or against the first key where there is one scale.
[[nodiscard]] Drawing plot_ensemble(const Ensemble&, const TileStore&);

}  // namespace stickslip::cli
