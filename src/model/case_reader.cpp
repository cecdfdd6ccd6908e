#include "case_reader.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "case_key_path.hpp"

namespace stickslip {

namespace {

std::string list_of(const std::vector<std::string_view>& choices) {
    std::string list;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (i > 0) list += i + 1 == choices.size() ? " or " : ", ";
        list += choices[i];
    }
    return list;
}

std::string_view bound_of(Range range) {
    switch (range) {
        case Range::any: return "a finite number";
        case Range::not_negative: return "a finite number ≥ 0";
        case Range::positive: return "a finite number > 0";
    }
    return "";
}

}  // namespace

CaseReader CaseReader::entry(std::string_view list, std::size_t number) const {
    CaseReader reader(keys_, keys_.lists.find(list)->second[number - 1]);
    reader.list_ = list;
    reader.entry_name_ = stickslip::entry_name(list, number);
    return reader;
}

std::size_t CaseReader::entries(std::string_view list) const {
    const auto found = keys_.lists.find(list);
    return found == keys_.lists.end() ? 0 : found->second.size();
}

std::string CaseReader::full(std::string_view key) const {
    const bool is_of_entry = !list_.empty() && key.starts_with(list_) && key.substr(list_.size()).starts_with('.');
    return is_of_entry ? entry_name_ + std::string(key.substr(list_.size())) : std::string(key);
}

const CaseValue* CaseReader::find(std::string_view key) const {
    const auto found = list_.empty() ? keys_.values.find(key) : keys_.values.find(full(key));
    return found == keys_.values.end() ? nullptr : &found->second;
}

std::vector<double> CaseReader::numbers_at(std::string_view key) const {
    std::vector<double> found;
    for (const KeyPlace& at : key_places(keys_, key, name_)) {
        const auto value = keys_.values.find(at.key);
        if (value == keys_.values.end()) continue;
        const auto& content = value->second.content;
        if (!at.element) {
            if (const auto* number = std::get_if<double>(&content)) found.push_back(*number);
        } else if (const auto* list = std::get_if<std::vector<double>>(&content)) {
            if (*at.element < list->size()) found.push_back((*list)[*at.element]);
        }
    }
    return found;
}

bool CaseReader::is_overridden(std::string_view key) const {
    const CaseValue* value = find(key);
    return value != nullptr && value->is_override;
}

bool CaseReader::has_table(std::string_view table) const {
    if (keys_.tables.contains(table)) return true;
    const std::string prefix = std::string(table) + ".";
    const auto first = keys_.values.lower_bound(prefix);
    return first != keys_.values.end() && first->first.starts_with(prefix);
}

void CaseReader::refuse(std::string_view key, std::string_view must) const {
    const CaseValue* value = find(key);
    if (value == nullptr) refuse_case(full(key) + " " + std::string(must));
    throw CaseError(value->origin + ": " + full(key) + " = " + toml_from_value(*value) + " " + std::string(must));
}

void CaseReader::refuse_case(const std::string& sentence) const {
    const bool is_named = list_.empty() || sentence.find(entry_name_) != std::string::npos;
    throw CaseError(name_ + ": " + (is_named ? "" : "in " + entry_name_ + ", ") + sentence);
}

void CaseReader::check_range(std::string_view key, double value, Range range, std::string_view unit) const {
    const bool fits =
        std::isfinite(value) && (range == Range::any || value > 0.0 || (range == Range::not_negative && value == 0.0));
    if (!fits)
        refuse(key, "must be " + std::string(bound_of(range)) + (unit.empty() ? "" : " [" + std::string(unit) + "]"));
}

namespace {

/// A phase is brought into one turn before anything is added to it: ω·t + phase would lose as many digits as a large
/// phase has before its point. The sine and the cosine are exact for any size.
double of_unit(double number, std::string_view unit) {
    constexpr double turn = 2.0 * std::numbers::pi;
    if (unit != "rad" || std::abs(number) <= turn) return number;
    return std::atan2(std::sin(number), std::cos(number));
}

}  // namespace

std::optional<double> CaseReader::number_named(std::string_view key) const {
    for (const KeyPlace& at : key_places(keys_, key, name_)) {
        const auto found = keys_.values.find(at.key);
        if (found == keys_.values.end()) continue;
        if (const auto* number = std::get_if<double>(&found->second.content); number != nullptr && !at.element) {
            return *number;
        }
        const auto* list = std::get_if<std::vector<double>>(&found->second.content);
        if (list != nullptr && at.element && *at.element < list->size()) return (*list)[*at.element];
    }
    return std::nullopt;
}

std::optional<double> CaseReader::number(std::string_view key, Range range, std::string_view unit) const {
    const CaseValue* value = find(key);
    if (value == nullptr) return std::nullopt;
    const auto* number = std::get_if<double>(&value->content);
    if (number == nullptr) {
        refuse(key, "must be " + std::string(bound_of(range)) + (unit.empty() ? "" : " [" + std::string(unit) + "]"));
    }
    check_range(key, *number, range, unit);
    return of_unit(*number, unit);
}

double CaseReader::required_number(std::string_view key, Range range, std::string_view unit) const {
    const std::optional<double> value = number(key, range, unit);
    if (!value) {
        refuse_case(full(key) + " is missing: it must be " + std::string(bound_of(range)) +
                    (unit.empty() ? "" : " [" + std::string(unit) + "]"));
    }
    return *value;
}

std::optional<std::string> CaseReader::text(std::string_view key) const {
    const CaseValue* value = find(key);
    if (value == nullptr) return std::nullopt;
    const auto* text = std::get_if<std::string>(&value->content);
    if (text == nullptr) refuse(key, "must be a string");
    return *text;
}

std::vector<double> CaseReader::numbers(std::string_view key, Range range, std::string_view unit) const {
    const CaseValue* value = find(key);
    if (value == nullptr) return {};
    const auto* list = std::get_if<std::vector<double>>(&value->content);
    if (list == nullptr || list->empty()) refuse(key, "must be an array of numbers");
    std::vector<double> numbers;
    for (const double number : *list) {
        check_range(key, number, range, unit);
        numbers.push_back(of_unit(number, unit));
    }
    return numbers;
}

std::optional<WordList> CaseReader::words(std::string_view key) const {
    const CaseValue* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (const auto* numbers = std::get_if<std::vector<double>>(&value->content)) {
        return WordList(numbers->begin(), numbers->end());
    }
    const auto* words = std::get_if<WordList>(&value->content);
    if (words == nullptr) refuse(key, "must be an array of names");
    return *words;
}

std::string CaseReader::choice(std::string_view key, const std::vector<std::string_view>& choices,
                               std::optional<std::string_view> fallback) const {
    const std::optional<std::string> given = text(key);
    if (!given) {
        if (!fallback) refuse_case(full(key) + " is missing: it must be " + list_of(choices));
        return std::string(*fallback);
    }
    if (std::ranges::find(choices, *given) == choices.end()) refuse(key, "must be " + list_of(choices));
    return *given;
}

}  // namespace stickslip
