#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/sweep.hpp"

namespace stickslip::cli {

struct SweepPicture {
    const Case& problem;
    const std::string& key;
    bool is_logarithmic;
    const std::vector<const Observable*>& observables;
    const std::vector<SweepPoint>& points;
};

/// One panel per observable, ranges with stops shaded, changes of the pattern as thin lines, the asymptotic amplitude
/// near resonance dashed beside the exact one. Of a sweep in both directions the way down is dashed.
[[nodiscard]] Drawing plot_sweep(const SweepPicture&);

}  // namespace stickslip::cli
