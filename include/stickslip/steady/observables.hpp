#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/model/units.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// A number that is reported of every steady state under the same name everywhere: JSON, CSV, NetCDF, plots, Python.
struct Observable {
    std::string_view name;                ///< under which it is reported
    std::string_view unit;                ///< of a physical case with p₀; "1" for ratios and counts
    std::string_view description;         ///< the words for people: axes, legends, tables, files
    double (*value)(const SteadyState&);  ///< NaN where undefined
    bool is_count = false;                ///< a whole number
    bool needs_cycle = false;             ///< read off `SteadyState::cycle`
};

/// All observables, ratios first, in the order in which they are reported.
[[nodiscard]] std::span<const Observable> observables();

/// Whether a quantity of this name stays between fixed limits however large the motion grows: a share, an angle, a
/// multiplier. Counts are bounded, too, and so is an observable that is either.
[[nodiscard]] bool is_bounded(std::string_view name);
/// The same of an observable.
[[nodiscard]] bool is_bounded(const Observable&);

/// @throws std::invalid_argument with the list of names.
[[nodiscard]] const Observable& observable(std::string_view name);

/// What the values of an observable are measured in for this case: lengths of a dimensionless case in p₀/k, and
/// `residual` in metres where the load has no amplitude p₀.
[[nodiscard]] std::string_view unit_of(const Observable&, const Case&);

/// The words and the unit: "amplitude [m]", "amplitude ratio kX/p₀".
[[nodiscard]] std::string label_of(const Observable&, const Case&);

/// Those that a sweep reports where nobody chooses.
[[nodiscard]] std::vector<std::string> usual_observables(const Case&);

}  // namespace stickslip
