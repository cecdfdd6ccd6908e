#pragma once

#include <string>
#include <vector>

#include "plot_panels.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/steady/sweep.hpp"

namespace stickslip::cli {

struct SweepPicture {
    const Case& problem;
    const std::string& key;
    bool is_logarithmic;
    const std::vector<const Observable*>& observables;
    const std::vector<SweepPoint>& points;
};

/// One panel per observable (at most five), ranges with stops shaded, regime changes as thin lines, the asymptotic
/// amplitude near resonance dashed beside the exact one.
void plot_sweep(const SweepPicture&, const std::string& path, const std::string& suffix);

}  // namespace stickslip::cli
