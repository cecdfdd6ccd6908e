#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stickslip::cli {

/// A row of a file of ratios.
struct Point {
    std::string text;                               ///< the row as it stands in the file
    std::array<std::optional<double>, 4> values{};  ///< friction, frequency, damping and static ratio
};

struct PointsFile {
    std::string header;
    std::vector<Point> points;
};

/// Which columns a file may have beside friction_ratio and frequency_ratio.
enum class PointColumns {
    with_static,     ///< damping_ratio and static_ratio
    without_static,  ///< damping_ratio
};

/// Reads a CSV file of ratios. @throws std::invalid_argument naming file, line and column.
[[nodiscard]] PointsFile read_points(const std::string& path, PointColumns);

}  // namespace stickslip::cli
