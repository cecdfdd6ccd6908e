#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "measurement_file.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::cli {

/// What was identified, and from what.
struct IdentifyReport {
    const MeasuredData& measured;
    const Identification& found;
    std::string record;  ///< name of the file
    std::string title;   ///< of the case
    double confidence = 0.95;
};

/// What was measured in one row of numbers, over time or over the frequency of the load, and the motion that was found.
struct ShownChannel {
    std::string name;  ///< "displacement", "acceleration of 2", "amplitude"
    std::string unit;
    std::vector<double> places;
    std::vector<double> measured;
    std::vector<double> modelled;
    double noise = 0.0;
};
[[nodiscard]] std::vector<ShownChannel> shown_channels(const IdentifyReport&);

/// Estimates with intervals and units, what is left over, other kinds of damping, warnings.
[[nodiscard]] std::string identify_text(const IdentifyReport&);

/// The same as JSON.
[[nodiscard]] std::string identify_json(const IdentifyReport&);

/// The case with the numbers found, as a case file.
[[nodiscard]] std::string identified_case(const IdentifyReport&);

/// Record and motion, what is left over, and the profile of each number.
[[nodiscard]] Drawing plot_identification(const IdentifyReport&);

}  // namespace stickslip::cli
