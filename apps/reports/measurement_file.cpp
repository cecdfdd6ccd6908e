#include "measurement_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "gnuplot_script.hpp"
#include "model/input_file.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip::cli {

namespace {

constexpr std::uintmax_t largest_table = std::uintmax_t{1} << 28;  // bytes

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The cells of a row: between commas, semicolons or tabs; quotes may stand around them.
std::vector<std::string_view> table_cells(std::string_view line) {
    std::vector<std::string_view> cells;
    bool is_quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const bool ends = i == line.size();
        if (!ends && line[i] == '"') is_quoted = !is_quoted;
        if (!ends && (is_quoted || (line[i] != ',' && line[i] != ';' && line[i] != '\t'))) continue;
        cells.push_back(trimmed(line.substr(begin, i - begin)));
        begin = i + 1;
    }
    return cells;
}

bool is_skipped(std::string_view line) { return trimmed(line).empty() || line.front() == '#'; }

std::optional<std::size_t> whole_number_in(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Which column is meant: by its number, or by its head in the first row that counts.
std::size_t column_index(const std::string& path, std::string_view text, const std::string& column) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> heads;
    for (std::string line; heads.empty() && std::getline(in, line);) {
        if (is_skipped(line)) continue;
        for (const std::string_view cell : table_cells(line)) heads.emplace_back(cell);
    }
    const auto refuse = [&] {
        std::string known;
        for (const std::string& head : heads) known += (known.empty() ? "" : ", ") + printable(head);
        throw std::invalid_argument(
            fmt::format("{}: --column {} is neither the head of a column ({}) nor a number from 2 to {}", path,
                        printable(column), known, heads.size()));
    };
    for (std::size_t i = 1; i < heads.size(); ++i) {
        if (heads[i] == column) return i;
    }
    const std::optional<std::size_t> number = whole_number_in(column);
    if (!number || *number < 2 || *number > heads.size()) refuse();
    return *number - 1;
}

}  // namespace

Measurement read_measurement(const std::string& path, const std::string& column, MeasuredQuantity quantity) {
    if (column.empty()) {
        RecordSamples samples = read_record_file(path);
        return {std::move(samples.times), std::move(samples.values), quantity};
    }
    std::string text = read_input_file(path, "record file", largest_table);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const std::size_t index = column_index(path, text, column);
    // Line by line what a record of two columns would be, so that messages name the right line.
    std::istringstream in(text);
    std::string two;
    for (std::string line; std::getline(in, line);) {
        if (!is_skipped(line)) {
            const std::vector<std::string_view> cells = table_cells(line);
            two += fmt::format("{},{}", cells.front(), index < cells.size() ? cells[index] : std::string_view());
        }
        two += '\n';
    }
    std::istringstream rows(two);
    RecordSamples samples = read_record(rows, path);
    return {std::move(samples.times), std::move(samples.values), quantity};
}

}  // namespace stickslip::cli
