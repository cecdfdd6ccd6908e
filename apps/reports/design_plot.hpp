#pragma once

#include <optional>
#include <string>

#include "gnuplot.hpp"
#include "key_range.hpp"
#include "studies/case_response.hpp"

namespace stickslip::cli {

struct DesignPicture {
    const std::string& vary;
    const std::optional<KeyRange>& over;
    const ObservableName& target;
    const Optimum& optimum;
    const ResponseAt& response;
};

/// The worst response against the choice with the optimum marked; where there is a band, below it the response over the
/// band for the best choice and for the ends of the range.
[[nodiscard]] Drawing plot_design(const DesignPicture&);

}  // namespace stickslip::cli
