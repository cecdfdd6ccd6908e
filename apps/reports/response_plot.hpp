#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"

namespace stickslip::cli {

/// One quantity against the value of a key.
struct ResponsePanel {
    std::string label;
    std::vector<double> values;     ///< NaN where undefined, +∞ where it grows without bound
    std::string title{};            ///< of the curve, where there is another beside it
    bool is_bounded = false;        ///< between fixed limits, so that no resonance makes it large
    std::string reference_title{};  ///< of a dashed curve beside it, if there is one
    std::vector<double> reference{};
};

/// A response curve: panels one above the other over a common axis.
struct ResponsePicture {
    std::string title;
    std::string x_label;
    bool is_logarithmic = false;
    std::vector<double> x;        ///< the values of the key, rising
    std::vector<bool> has_stops;  ///< shaded
    std::vector<double> changes;  ///< where the pattern of stops changes: thin lines
    std::vector<ResponsePanel> panels;
};

[[nodiscard]] Drawing plot_response(const ResponsePicture&);

}  // namespace stickslip::cli
