#include "steady_points.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "output_file.hpp"
#include "progress.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::cli {

namespace {

/// The columns a file may have, in the order of `Point::values`.
constexpr std::array<std::string_view, 4> column_names = {"friction_ratio", "frequency_ratio", "damping_ratio",
                                                          "static_ratio"};
constexpr std::size_t required_columns = 2;

struct Point {
    std::string text;  ///< the row as it stands in the file
    std::array<std::optional<double>, 4> values{};
};

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::size_t begin = 0;;) {
        const std::size_t comma = line.find(',', begin);
        std::string_view cell = line.substr(begin, comma == std::string_view::npos ? comma : comma - begin);
        while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
        while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
        cells.push_back(cell);
        if (comma == std::string_view::npos) return cells;
        begin = comma + 1;
    }
}

/// Reads the file and says what is wrong with it by line and column.
class PointsReader {
public:
    explicit PointsReader(const std::string& path) : path_(path), in_(path) {
        if (!in_) throw std::invalid_argument(path + ": cannot be read");
    }

    [[nodiscard]] const std::string& header() const { return header_; }

    [[nodiscard]] std::vector<Point> read() {
        std::vector<Point> points;
        for (std::string line; std::getline(in_, line);) {
            ++line_number_;
            if (line_number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
            if (line.ends_with('\r')) line.pop_back();
            if (line.find_first_not_of(" \t") == std::string::npos) continue;
            if (header_.empty()) {
                read_header(line);
            } else {
                points.push_back(point_in(line));
            }
        }
        if (header_.empty()) refuse("is empty; its first line must name the columns friction_ratio,frequency_ratio");
        return points;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument(line_number_ == 0 ? fmt::format("{}: {}", path_, why)
                                                      : fmt::format("{}:{}: {}", path_, line_number_, why));
    }

    void read_header(const std::string& line) {
        header_ = line;
        for (const std::string_view cell : cells_of(line)) {
            std::size_t column = 0;
            while (column < column_names.size() && column_names[column] != cell) ++column;
            if (column == column_names.size()) {
                refuse(
                    fmt::format("column \"{}\" is unknown; known are friction_ratio, frequency_ratio, damping_ratio, "
                                "static_ratio",
                                cell));
            }
            columns_.push_back(column);
        }
        for (std::size_t i = 0; i < required_columns; ++i) {
            if (std::count(columns_.begin(), columns_.end(), i) != 1) {
                refuse(fmt::format("the header must name the column {} once", column_names[i]));
            }
        }
    }

    [[nodiscard]] Point point_in(const std::string& line) const {
        const std::vector<std::string_view> cells = cells_of(line);
        if (cells.size() != columns_.size()) {
            refuse(fmt::format("has {} cells, must have {}", cells.size(), columns_.size()));
        }
        Point point;
        point.text = line;
        for (std::size_t i = 0; i < cells.size(); ++i) point.values[columns_[i]] = number_in(cells[i], columns_[i]);
        const double friction = *point.values[0];
        const double holding = point.values[3].value_or(friction);
        if (holding < friction) refuse(fmt::format("static_ratio = {} must be ≥ friction_ratio", holding));
        return point;
    }

    [[nodiscard]] std::optional<double> number_in(std::string_view cell, std::size_t column) const {
        if (cell.empty() && column >= required_columns) return std::nullopt;
        const std::string_view key = column_names[column];
        const std::string_view digits = cell.starts_with('+') ? cell.substr(1) : cell;
        double value = 0.0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool is_number = error == std::errc{} && end == digits.data() + digits.size() && std::isfinite(value);
        const bool is_frequency = column == 1;
        if (!is_number || value < 0.0 || (is_frequency && value == 0.0)) {
            refuse(fmt::format("{} = \"{}\" must be a number {} 0", key, cell, is_frequency ? ">" : "≥"));
        }
        return value;
    }

    std::string path_;
    std::ifstream in_;
    std::string header_;
    std::vector<std::size_t> columns_;
    std::size_t line_number_ = 0;
};

std::string row_of(const Point& point) {
    const Ratios ratios{.friction = *point.values[0],
                        .frequency = *point.values[1],
                        .damping = point.values[2].value_or(0.0),
                        .static_friction = point.values[3]};
    const SteadyState s = steady_state(oscillator_of(ratios), load_of(ratios), State{}, {.with_coexisting = false});
    std::string row = fmt::format("{},{}", point.text, name(s.regime));
    for (const Observable& o : observables()) {
        const double value = o.value(s);
        row += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    }
    row += s.is_periodic() ? fmt::format(",{}", name(s.map_period)) : ",";
    for (const double value : {s.exponent, s.exponent_error}) {
        row += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    }
    return row + '\n';
}

}  // namespace

void solve_points(const std::string& input, const std::string& output) {
    PointsReader reader(input);
    const std::vector<Point> points = reader.read();
    OutputFile file(output);
    std::vector<std::string> rows(points.size());
    std::function<void()> progress = counted_progress("steady", points.size());
    tbb::parallel_for(std::size_t{0}, points.size(), [&](std::size_t i) {
        throw_if_interrupted();
        rows[i] = row_of(points[i]);
        progress();
    });
    progress = {};
    file.write([&](std::FILE* out) {
        fmt::print(out, "{},regime", reader.header());
        for (const Observable& o : observables()) fmt::print(out, ",{}", o.name);
        fmt::print(out, ",map_period,exponent,exponent_error\n");
        for (const std::string& row : rows) std::fputs(row.c_str(), out);
    });
    file.commit();
}

}  // namespace stickslip::cli
