#include "result.hpp"

#include <algorithm>
#include <numeric>

#include "failure.hpp"
#include "model/nearest_name.hpp"

using stickslip::c::Column;

void stickslip_result::add(std::string name, std::string_view unit, double value) {
    columns.push_back({std::move(name), std::string(unit), {}, {}, {value}, {}});
}

void stickslip_result::add(std::string name, std::string_view unit, std::vector<double> values,
                           std::string_view description) {
    const std::size_t count = values.size();
    columns.push_back({std::move(name), std::string(unit), std::string(description), {count}, std::move(values), {}});
}

void stickslip_result::add_table(std::string name, std::string_view unit, std::size_t rows, std::size_t width,
                                 const std::vector<double>& row_after_row, std::string_view description) {
    std::vector<double> numbers(rows * width, stickslip::c::undefined);
    for (std::size_t i = 0; i < std::min(numbers.size(), row_after_row.size()); ++i) {
        numbers[(i % width) * rows + i / width] = row_after_row[i];
    }
    columns.push_back(
        {std::move(name), std::string(unit), std::string(description), {rows, width}, std::move(numbers), {}});
}

void stickslip_result::add_word(std::string name, std::string_view word) {
    columns.push_back({std::move(name), "", "", {}, {0.0}, {std::string(word)}});
}

void stickslip_result::add_words(std::string name, const std::vector<std::string>& words) {
    std::vector<double> numbers(words.size());
    std::iota(numbers.begin(), numbers.end(), 0.0);
    columns.push_back({std::move(name), "", "", {words.size()}, std::move(numbers), words});
}

void stickslip_result::add_counted(std::string name, std::vector<double> numbers, std::vector<std::string> words) {
    const std::size_t count = numbers.size();
    columns.push_back({std::move(name), "", "", {count}, std::move(numbers), std::move(words)});
}

std::size_t stickslip_result::index_of(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const Column& column : columns) {
        if (column.name == name) return names.size();
        names.emplace_back(column.name);
    }
    throw std::invalid_argument(stickslip::unknown_name("column", name, names));
}

namespace stickslip::c {

void add_regimes(stickslip_result& result, const std::string& name, std::vector<double> codes) {
    result.add_counted(name, std::move(codes), texts_of(all_regimes, [](Regime r) { return stickslip::name(r); }));
}

namespace {

const Column* column_at(const stickslip_result* result, std::size_t index) {
    return result == nullptr ? nullptr : result->at(index);
}

/// The only number of a column, or the only word.
const Column& single(const stickslip_result* result, const char* name) {
    require(result, "result");
    require(name, "name");
    const Column& column = result->columns[result->index_of(name)];
    if (column.numbers.size() == 1) return column;
    throw std::invalid_argument("column " + column.name + " has " + std::to_string(column.numbers.size()) +
                                " numbers, not one");
}

/// nullptr where the number counts none of the words.
const char* word_of(const Column& column, double number) {
    const bool is_word = number >= 0.0 && number < static_cast<double>(column.words.size());
    return is_word ? column.words[static_cast<std::size_t>(number)].c_str() : nullptr;
}

}  // namespace

}  // namespace stickslip::c

using namespace stickslip::c;

extern "C" {

size_t stickslip_column_count(const stickslip_result* result) { return result == nullptr ? 0 : result->columns.size(); }

int stickslip_column_find(const stickslip_result* result, const char* name, size_t* index) {
    return guarded([&] {
        require(result, "result");
        require(name, "name");
        require(index, "index");
        *index = result->index_of(name);
        return STICKSLIP_OK;
    });
}

const char* stickslip_column_name(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? nullptr : column->name.c_str();
}

const char* stickslip_column_unit(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? nullptr : column->unit.c_str();
}

const char* stickslip_column_description(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? nullptr : column->description.c_str();
}

size_t stickslip_column_length(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? 0 : column->numbers.size();
}

size_t stickslip_column_rank(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? 0 : column->dimensions.size();
}

size_t stickslip_column_dimension(const stickslip_result* result, size_t index, size_t which) {
    const Column* column = column_at(result, index);
    return column == nullptr || which >= column->dimensions.size() ? 0 : column->dimensions[which];
}

int stickslip_column_copy(const stickslip_result* result, size_t index, size_t capacity, double* to) {
    return guarded([&] {
        require(result, "result");
        const Column* column = result->at(index);
        if (column == nullptr) {
            throw std::invalid_argument("column " + std::to_string(index) + " must be below " +
                                        std::to_string(result->columns.size()) + ", the number of columns");
        }
        const std::size_t count = column->numbers.size();
        if (capacity < count) {
            throw std::invalid_argument("column " + column->name + " has " + std::to_string(count) +
                                        " numbers, and there is room for " + std::to_string(capacity));
        }
        if (count > 0) require(to, "to");
        std::copy(column->numbers.begin(), column->numbers.end(), to);
        return STICKSLIP_OK;
    });
}

size_t stickslip_column_words(const stickslip_result* result, size_t index) {
    const Column* column = column_at(result, index);
    return column == nullptr ? 0 : column->words.size();
}

const char* stickslip_column_word(const stickslip_result* result, size_t index, size_t word) {
    const Column* column = column_at(result, index);
    return column == nullptr || word >= column->words.size() ? nullptr : column->words[word].c_str();
}

int stickslip_value(const stickslip_result* result, const char* name, double* value) {
    return guarded([&] {
        require(value, "value");
        const Column& column = single(result, name);
        if (!column.words.empty()) throw std::invalid_argument("column " + column.name + " holds words, not numbers");
        *value = column.numbers.front();
        return STICKSLIP_OK;
    });
}

const char* stickslip_word(const stickslip_result* result, const char* name) {
    const char* word = nullptr;
    static_cast<void>(guarded([&] {
        const Column& column = single(result, name);
        if (column.words.empty()) throw std::invalid_argument("column " + column.name + " holds numbers, not words");
        word = word_of(column, column.numbers.front());
        if (word == nullptr) throw std::invalid_argument("column " + column.name + " has no word here");
        return STICKSLIP_OK;
    }));
    return word;
}

void stickslip_result_free(stickslip_result* result) { delete result; }
}
