#pragma once

// A result: named columns of numbers, with units and, for names and kinds, words.

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip.h"
#include "stickslip/motion/regime.hpp"

namespace stickslip::c {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// What the command line leaves empty is NaN here.
[[nodiscard]] inline double finite(double value) { return std::isfinite(value) ? value : undefined; }

struct Column {
    std::string name;
    std::string unit;
    std::string description;
    std::vector<std::size_t> dimensions;  ///< none for one number
    std::vector<double> numbers;          ///< those of the first dimension lie next to each other
    std::vector<std::string> words;       ///< what the numbers count, where they are not quantities
};

/// One value of each item.
template <class Items, class Value>
[[nodiscard]] std::vector<double> values_of(const Items& items, const Value& value) {
    std::vector<double> numbers;
    numbers.reserve(std::size(items));
    for (const auto& item : items) numbers.push_back(static_cast<double>(value(item)));
    return numbers;
}

/// Strings of whatever kind the items have.
template <class Items, class Text>
[[nodiscard]] std::vector<std::string> texts_of(const Items& items, const Text& text) {
    std::vector<std::string> texts;
    texts.reserve(std::size(items));
    for (const auto& item : items) texts.emplace_back(text(item));
    return texts;
}

}  // namespace stickslip::c

struct stickslip_result {
    std::vector<stickslip::c::Column> columns;

    void add(std::string name, std::string_view unit, double value);
    void add(std::string name, std::string_view unit, std::vector<double> values, std::string_view description = {});
    /// A table: `rows` numbers for each of the others, row after row as they come; NaN where there are too few.
    void add_table(std::string name, std::string_view unit, std::size_t rows, std::size_t width,
                   const std::vector<double>& row_after_row, std::string_view description = {});
    /// One word.
    void add_word(std::string name, std::string_view word);
    /// A list of words.
    void add_words(std::string name, const std::vector<std::string>& words);
    /// Numbers that count words.
    void add_counted(std::string name, std::vector<double> numbers, std::vector<std::string> words);

    [[nodiscard]] const stickslip::c::Column* at(std::size_t index) const {
        return index < columns.size() ? &columns[index] : nullptr;
    }
    /// @throws std::invalid_argument with the names that there are.
    [[nodiscard]] std::size_t index_of(std::string_view name) const;
};

namespace stickslip::c {

/// The regimes of many states.
void add_regimes(stickslip_result&, const std::string& name, std::vector<double> codes);

}  // namespace stickslip::c
