#include "text_lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace stickslip::structure {
namespace {

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

Lines::Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

std::optional<std::string_view> Lines::next(char comment) {
    while (!rest_.empty()) {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
        while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
        if (!line.empty() && line.front() != comment) return line;
    }
    return std::nullopt;
}

void Lines::refuse(const std::string& what) const {
    throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
}

void Lines::refuse_file(const std::string& what) const { throw std::invalid_argument(name_ + ": " + what); }

std::string quote(std::string_view text) {
    constexpr std::size_t longest = 40;
    return '"' + plain(text.substr(0, longest)) + (text.size() > longest ? "…\"" : "\"");
}

std::string plain(std::string_view text) {
    std::string shown(text);
    for (char& c : shown) {
        const bool is_plain = c >= ' ' && c <= '~';
        if (!is_plain) c = '?';
    }
    return shown;
}

std::string_view take_cell(std::string_view& row) {
    std::size_t size = 0;
    while (size < row.size() && !is_separator(row[size])) ++size;
    const std::string_view cell = row.substr(0, size);
    row.remove_prefix(size);
    const auto skip_blanks = [&] {
        while (!row.empty() && is_space(row.front())) row.remove_prefix(1);
    };
    skip_blanks();
    if (!row.empty() && (row.front() == ',' || row.front() == ';')) {
        row.remove_prefix(1);
        skip_blanks();
    }
    return cell;
}

double number_of(std::string_view cell, const Lines& lines) {
    const std::string_view digits = cell.starts_with('+') ? cell.substr(1) : cell;
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
        lines.refuse(quote(cell) + " must be a finite number");
    }
    return value;
}

std::size_t count_of(std::string_view cell, const Lines& lines) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) {
        lines.refuse(quote(cell) + " must be a whole number");
    }
    return value;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

}  // namespace stickslip::structure
