#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "key_range.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/steady_state.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

struct PlanarSweepPoint {
    double value = 0.0;  ///< of the swept key
    planar::SteadyState state;
};

/// A number that is reported of every planar steady state.
struct PlanarObservable {
    std::string name;
    std::string unit;  ///< "1" for ratios and counts
    double (*value)(const planar::SteadyState&);
};

/// The observables of these names, or the usual ones. @throws std::invalid_argument with the list of names.
[[nodiscard]] std::vector<PlanarObservable> planar_observables(const std::vector<std::string>& names);

/// The steady states at the values of a key, in their order, on all allowed threads.
[[nodiscard]] std::vector<PlanarSweepPoint> sweep_planar(const CaseDocument&, const std::string& key,
                                                         const std::vector<double>& values,
                                                         const std::function<void()>& progress = {});

[[nodiscard]] SweepTable planar_sweep_table(const std::string& key, const std::vector<PlanarObservable>&,
                                            const std::vector<PlanarSweepPoint>&);

/// One panel for each observable; grey where the mass sticks.
[[nodiscard]] Drawing plot_planar_sweep(const std::string& title, const KeyRange&, const std::vector<PlanarObservable>&,
                                        const std::vector<PlanarSweepPoint>&);

}  // namespace stickslip::cli
