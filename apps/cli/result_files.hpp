#pragma once

#include <optional>
#include <string>

#include "output_file.hpp"

namespace stickslip::cli {

/// The table and the picture that a verb was asked for, either may be missing. Both are refused before any work if they
/// cannot be written.
struct ResultFiles {
    std::optional<OutputFile> data;  ///< .csv
    std::optional<OutputFile> plot;
    std::string plot_suffix;  ///< .svg, .png or .pdf

    /// @throws std::invalid_argument for a suffix, a path, or a picture without gnuplot.
    ResultFiles(const std::string& data_file, const std::string& plot_file);

    void commit();
};

}  // namespace stickslip::cli
