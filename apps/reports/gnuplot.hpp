#pragma once

#include <string>
#include <vector>

#include "gnuplot_script.hpp"

namespace stickslip::cli {

/// A picture before it is drawn: a script for gnuplot, and the data that it reads. The script says neither where data
/// nor where the picture are: no name of a file ever stands in it.
struct Drawing {
    int width = 0;  ///< pixels of a screen
    int height = 0;
    Script script;
    std::vector<std::string> data;

    /// Adds data, as text or as bytes. The name by which the script reads them.
    [[nodiscard]] Script add(std::string bytes);
};

/// Whether gnuplot is there. @throws std::runtime_error if it is not installed.
void require_gnuplot();

/// The picture as the content of a file with this suffix (.svg, .png, .pdf); a .png has `scale` device pixels for each
/// one of the drawing. Neither this program nor gnuplot writes to a disk for it.
/// @throws std::runtime_error with the first line gnuplot says if it fails.
[[nodiscard]] std::string rendered(const Drawing&, const std::string& suffix, int scale = 1);

}  // namespace stickslip::cli
