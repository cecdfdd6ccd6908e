#include "measurement_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numbers>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "gnuplot_script.hpp"
#include "model/input_file.hpp"
#include "model/peer_record.hpp"
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

bool is_number(std::string_view cell) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return error == std::errc{} && end == cell.data() + cell.size();
}

/// The cells of the first row that counts.
std::vector<std::string> first_row(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> heads;
    for (std::string line; heads.empty() && std::getline(in, line);) {
        if (is_skipped(line)) continue;
        for (const std::string_view cell : table_cells(line)) heads.emplace_back(cell);
    }
    return heads;
}

/// Which column is meant: by its number, or by its head in the first row that counts.
std::size_t column_index(const std::string& path, const std::vector<std::string>& heads, const std::string& column) {
    for (std::size_t i = 1; i < heads.size(); ++i) {
        if (heads[i] == column) return i;
    }
    const std::optional<std::size_t> number = whole_number_in(column);
    if (number && *number >= 2 && *number <= heads.size()) return *number - 1;
    std::string known;
    for (const std::string& head : heads) known += (known.empty() ? "" : ", ") + printable(head);
    throw std::invalid_argument(
        fmt::format("{}: --column {} is neither the head of a column ({}) nor a number from 2 to {}", path,
                    printable(column), known, heads.size()));
}

/// The first column and one more. Line by line what a record of two columns would be, so that messages name the right
/// line.
RecordSamples column_of(std::string_view text, const std::string& path, std::size_t index) {
    std::istringstream in{std::string(text)};
    std::string two;
    for (std::string line; std::getline(in, line);) {
        if (!is_skipped(line)) {
            const std::vector<std::string_view> cells = table_cells(line);
            two += fmt::format("{},{}", cells.front(), index < cells.size() ? cells[index] : std::string_view());
        }
        two += '\n';
    }
    std::istringstream rows(two);
    return read_record(rows, path);
}

std::string lower_case(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

/// "frequency_hz", "Frequency (Hz)", "phase [deg]": a word, and its unit if it has one.
bool is_called(const std::string& head, std::string_view word) { return lower_case(head).starts_with(word); }
bool has_unit(const std::string& head, std::string_view unit) {
    return lower_case(head).find(unit) != std::string::npos;
}

MeasuredCurve curve_in(std::string_view text, const std::string& path, const std::vector<std::string>& heads,
                       const MeasurementColumns& columns) {
    const auto called = [&](std::string_view word) {
        for (std::size_t i = 1; i < heads.size(); ++i) {
            if (is_called(heads[i], word)) return i;
        }
        return heads.size();
    };
    const std::size_t amplitude = called("amplitude");
    const std::size_t phase = called("phase");
    if (amplitude == heads.size()) {
        throw std::invalid_argument(path +
                                    ": a response curve, whose first column is frequency, needs a column amplitude");
    }
    MeasuredCurve curve;
    RecordSamples samples = column_of(text, path, amplitude);
    curve.frequencies = std::move(samples.times);
    curve.amplitudes = std::move(samples.values);
    if (phase < heads.size()) curve.phase_lags = column_of(text, path, phase).values;
    if (has_unit(heads[0], "hz")) {
        for (double& f : curve.frequencies) f *= 2.0 * std::numbers::pi;
    }
    if (phase < heads.size() && has_unit(heads[phase], "deg")) {
        for (double& lag : curve.phase_lags) lag *= std::numbers::pi / 180.0;
    }
    if (columns.channels.size() > 1) {
        throw std::invalid_argument(
            fmt::format("{}: a response curve is of one channel, not of {}", path, columns.channels.size()));
    }
    if (!columns.channels.empty()) curve.place = columns.channels.front();
    return curve;
}

/// Where a column was measured, as its head says: x2 and ch2 are degree of freedom 2.
std::string place_of(const std::string& head, bool has_heads, std::size_t column) {
    if (!has_heads) return std::to_string(column);
    std::size_t digits = head.size();
    while (digits > 0 && head[digits - 1] >= '0' && head[digits - 1] <= '9') --digits;
    const std::string word = lower_case(head.substr(0, digits));
    for (const char* usual : {"x", "v", "a", "ch", "channel", "dof", ""}) {
        if (digits < head.size() && word == usual) return head.substr(digits);
    }
    return head;
}

}  // namespace

MeasuredData measurement_in(std::string_view text, const std::string& name, const MeasurementColumns& columns) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::vector<std::string> heads = first_row(text);
    MeasuredData data;
    data.record.quantity = columns.quantity;
    if (!heads.empty() && is_called(heads[0], "frequency")) {
        data.curve = curve_in(text, name, heads, columns);
        return data;
    }
    constexpr std::size_t plain_columns = 2;
    if (columns.column.empty() && columns.channels.size() <= 1 && heads.size() <= plain_columns) {
        std::istringstream in{std::string(text)};
        RecordSamples samples = read_record(in, name);
        data.record.times = std::move(samples.times);
        data.record.channels.push_back(
            {columns.channels.empty() ? "1" : columns.channels.front(), std::move(samples.values)});
        return data;
    }
    bool has_heads = false;
    for (const std::string& head : heads) has_heads = has_heads || !is_number(head);
    std::vector<std::size_t> wanted;
    if (!columns.column.empty()) {
        wanted.push_back(column_index(name, heads, columns.column));
    } else {
        for (std::size_t i = 1; i < std::max<std::size_t>(heads.size(), 2); ++i) wanted.push_back(i);
    }
    if (!columns.channels.empty() && columns.channels.size() != wanted.size()) {
        throw std::invalid_argument(fmt::format("{}: the record has {} columns of values, and --channels names {}",
                                                name, wanted.size(), columns.channels.size()));
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        RecordSamples samples = column_of(text, name, wanted[k]);
        const bool is_only = wanted.size() == 1;
        const std::string head = wanted[k] < heads.size() ? heads[wanted[k]] : "";
        std::string place = is_only ? "1" : place_of(head, has_heads, k + 1);
        if (!columns.channels.empty()) place = columns.channels[k];
        if (k == 0) data.record.times = std::move(samples.times);
        data.record.channels.push_back({std::move(place), std::move(samples.values)});
    }
    return data;
}

MeasuredData read_measurement(const std::string& path, const MeasurementColumns& columns) {
    if (is_peer_record(path)) {
        RecordSamples samples = read_record_file(path);
        return {{std::move(samples.times), {{"1", std::move(samples.values)}}, columns.quantity}, {}};
    }
    return measurement_in(read_input_file(path, "record file", largest_table), path, columns);
}

}  // namespace stickslip::cli
