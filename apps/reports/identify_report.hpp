#pragma once

#include <string>

#include "gnuplot.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::cli {

/// What was identified, and from what.
struct IdentifyReport {
    const Measurement& measured;
    const Identification& found;
    std::string record;  ///< name of the file
    std::string title;   ///< of the case
    double confidence = 0.95;
};

/// Estimates with intervals and units, what is left over, other kinds of damping, warnings.
[[nodiscard]] std::string identify_text(const IdentifyReport&);

/// The same as JSON.
[[nodiscard]] std::string identify_json(const IdentifyReport&);

/// The case with the numbers found, as a case file.
[[nodiscard]] std::string identified_case(const IdentifyReport&);

/// Record and motion, what is left over, and the profile of each number.
[[nodiscard]] Drawing plot_identification(const IdentifyReport&);

}  // namespace stickslip::cli
