#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce_figure.hpp"
#include "validation/verdict.hpp"

namespace stickslip::cli {

/// Everything that was found out about one entry.
struct ReproducedEntry {
    validation::Entry entry;
    validation::EntryResult result;
    std::optional<Picture> picture;
    std::string caption;
};

/// Where the picture of an entry stands, relative to the page. The entry has a picture.
[[nodiscard]] std::string picture_file(const ReproducedEntry&);

/// The report as an HTML page beside its pictures, which needs nothing else.
[[nodiscard]] std::string report_page(const std::vector<ReproducedEntry>&, bool is_quick);

/// The report as a list of id, printed, computed, verdict and the details behind them.
[[nodiscard]] std::string report_json(const std::vector<ReproducedEntry>&);

}  // namespace stickslip::cli
