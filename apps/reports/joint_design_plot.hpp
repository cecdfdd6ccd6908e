#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "kinds/case_choices.hpp"

namespace stickslip::cli {

struct JointDesignPicture {
    const CaseChoices& choices;
    const std::vector<double>& values;               ///< the best
    const std::vector<ScenarioResponse>& responses;  ///< to them
    const std::vector<ScenarioResponse>* as_given;   ///< to the case as it is; null where it is not known
};

/// The best values within their ranges; where there are records, below them the response under each, beside that of the
/// case as it is.
[[nodiscard]] Drawing plot_joint_design(const JointDesignPicture&);

}  // namespace stickslip::cli
