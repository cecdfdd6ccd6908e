// A region is a set of connected grid points with the same words. Its label stands where the box of the text fits into
// the region and the largest box of the same shape does.

#include "region_labels.hpp"
#include "kernel/in_parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stickslip::cli {

namespace {

constexpr int columns = 150;
constexpr int rows = 120;
constexpr double letter_width = 8.2;  // pixels, on the average, with a margin
constexpr double line_height = 20.0;  // pixels, with a margin

struct Grid {
    std::vector<std::string> words;
    std::vector<int> region;  ///< of each point; numbered from 0
    int regions = 0;

    [[nodiscard]] static std::size_t at(int column, int row) {
        return static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
    }
};

/// Numbers the regions: neighbours with the same words belong together.
void number_regions(Grid& grid) {
    grid.region.assign(grid.words.size(), -1);
    std::vector<std::size_t> open;
    for (std::size_t first = 0; first < grid.words.size(); ++first) {
        if (grid.region[first] >= 0) continue;
        const int number = grid.regions++;
        grid.region[first] = number;
        open.assign(1, first);
        while (!open.empty()) {
            const std::size_t here = open.back();
            open.pop_back();
            const int column = static_cast<int>(here % columns);
            const int row = static_cast<int>(here / columns);
            const std::pair<int, int> around[] = {
                {column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}};
            for (const auto& [x, y] : around) {
                if (x < 0 || x >= columns || y < 0 || y >= rows) continue;
                const std::size_t next = Grid::at(x, y);
                if (grid.region[next] >= 0 || grid.words[next] != grid.words[here]) continue;
                grid.region[next] = number;
                open.push_back(next);
            }
        }
    }
}

/// How many points of one region lie in any box.
class RegionSum {
public:
    RegionSum(const Grid& grid, int region) : sums_((columns + 1) * (rows + 1), 0) {
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                sum(x + 1, y + 1) =
                    sum(x, y + 1) + sum(x + 1, y) - sum(x, y) + (grid.region[Grid::at(x, y)] == region ? 1 : 0);
            }
        }
    }

    /// Whether the box around a point lies inside the picture and the region.
    [[nodiscard]] bool holds(int x, int y, int half_width, int half_height) {
        const int left = x - half_width, right = x + half_width + 1;
        const int low = y - half_height, high = y + half_height + 1;
        if (left < 0 || right > columns || low < 0 || high > rows) return false;
        const int inside = sum(right, high) - sum(left, high) - sum(right, low) + sum(left, low);
        return inside == (right - left) * (high - low);
    }

private:
    int& sum(int x, int y) { return sums_[static_cast<std::size_t>(y * (columns + 1) + x)]; }
    std::vector<int> sums_;
};

/// The letters of a text, not its bytes.
double letters(const std::string& text) {
    return static_cast<double>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The place with the most room for a text, if there is one.
std::optional<RegionLabel> label_in(RegionSum& sum, const std::string& text, double width, double height,
                                    bool is_upright) {
    const double length = letter_width * letters(text);
    const double box_width = 0.5 * (is_upright ? line_height : length) * columns / width;
    const double box_height = 0.5 * (is_upright ? length : line_height) * rows / height;
    std::optional<RegionLabel> best;
    double size = 1.0;
    constexpr double growth = 1.15;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            while (sum.holds(x, y, static_cast<int>(std::ceil(size * box_width)),
                             static_cast<int>(std::ceil(size * box_height)))) {
                best = {(x + 0.5) / columns, (y + 0.5) / rows, text, is_upright};
                size *= growth;
            }
        }
    }
    return best;
}

}  // namespace

std::string regime_words(Regime regime, double stops_per_cycle) {
    switch (regime) {
        case Regime::continuous: return "moves all the time";
        case Regime::stick_slip:
            return fmt::format("{:.4g} stop{}", stops_per_cycle, stops_per_cycle == 1.0 ? "" : "s");
        case Regime::permanent_stick: return "never moves";
        case Regime::unbounded: return "grows without bound";
        case Regime::non_unique: return "depends on the start";
        case Regime::chaotic: return "chaotic";
        case Regime::not_converged: break;
    }
    return "not found";
}

std::vector<RegionLabel> region_labels(const WordsAt& words_at, double width, double height) {
    Grid grid;
    grid.words.resize(static_cast<std::size_t>(columns) * rows);
    in_parallel(0, rows, [&](int y) {
        for (int x = 0; x < columns; ++x) {
            grid.words[Grid::at(x, y)] = words_at((x + 0.5) / columns, (y + 0.5) / rows);
        }
    });
    number_regions(grid);
    std::vector<std::string> texts(static_cast<std::size_t>(grid.regions));
    for (std::size_t i = 0; i < grid.words.size(); ++i) texts[static_cast<std::size_t>(grid.region[i])] = grid.words[i];
    std::vector<RegionLabel> labels;
    for (int region = 0; region < grid.regions; ++region) {
        const std::string& text = texts[static_cast<std::size_t>(region)];
        RegionSum sum(grid, region);
        std::optional<RegionLabel> label = label_in(sum, text, width, height, false);
        if (!label) label = label_in(sum, text, width, height, true);
        // A narrow region has room for the number of its stops alone.
        const std::size_t blank = text.find(" stop");
        if (!label && blank != std::string::npos) {
            label = label_in(sum, text.substr(0, blank), width, height, false);
        }
        if (label) labels.push_back(*label);
    }
    return labels;
}

}  // namespace stickslip::cli
