#include "points_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace stickslip::cli {

namespace {

/// The columns a file may have, in the order of `Point::values`.
constexpr std::array<std::string_view, 4> column_names = {"friction_ratio", "frequency_ratio", "damping_ratio",
                                                          "static_ratio"};
constexpr std::size_t required_columns = 2;

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
    PointsReader(const std::string& path, PointColumns columns)
        : path_(path), in_(path), known_(columns == PointColumns::with_static ? 4 : 3) {
        std::error_code error;
        if (std::filesystem::is_directory(path, error)) throw std::invalid_argument(path + ": not a file");
        if (!in_) throw std::invalid_argument(path + ": cannot be read");
    }

    [[nodiscard]] PointsFile read() {
        PointsFile file;
        for (std::string line; next(line);) {
            if (line_number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
            if (line.ends_with('\r')) line.pop_back();
            if (line.find_first_not_of(" \t") == std::string::npos) continue;
            if (header_.empty()) {
                read_header(line);
            } else {
                file.points.push_back(point_in(line));
            }
        }
        if (header_.empty()) refuse("is empty; its first line must name the columns friction_ratio,frequency_ratio");
        file.header = header_;
        return file;
    }

private:
    /// The next line; pipes and devices, which may be without end, are read no further than one line may be long.
    bool next(std::string& line) {
        constexpr std::size_t longest_line = 4096;  // characters; a row of four numbers needs about 100
        std::array<char, longest_line + 1> piece;
        in_.getline(piece.data(), piece.size());
        const auto taken = static_cast<std::size_t>(in_.gcount());  // with the end of the line, unless the file ends
        const bool is_cut_short = in_.fail() && taken == longest_line;
        if (in_.fail() && !is_cut_short) return false;
        ++line_number_;
        if (is_cut_short) refuse(fmt::format("the line has more than {} characters", longest_line));
        line.assign(piece.data(), in_.eof() ? taken : taken - 1);
        return true;
    }

    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument(line_number_ == 0 ? fmt::format("{}: {}", path_, why)
                                                      : fmt::format("{}:{}: {}", path_, line_number_, why));
    }

    void read_header(const std::string& line) {
        header_ = line;
        for (const std::string_view cell : cells_of(line)) {
            std::size_t column = 0;
            while (column < known_ && column_names[column] != cell) ++column;
            if (column == known_) {
                refuse(fmt::format("column \"{}\" is unknown; known are {}", cell,
                                   fmt::join(column_names.begin(), column_names.begin() + known_, ", ")));
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
    std::size_t known_;  // columns, the first ones of column_names
    std::string header_;
    std::vector<std::size_t> columns_;
    std::size_t line_number_ = 0;
};

}  // namespace

PointsFile read_points(const std::string& path, PointColumns columns) { return PointsReader(path, columns).read(); }

}  // namespace stickslip::cli
