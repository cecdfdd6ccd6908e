#include "question.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "stickslip/model/built_in_cases.hpp"

namespace stickslip::explorer {

namespace {

constexpr std::size_t longest_case = 65536;  // bytes; real ones have a few hundred

[[noreturn]] void refuse(std::string_view key, const std::string& must) {
    throw std::invalid_argument(fmt::format("{} {}", key, must));
}

}  // namespace

Question::Question(const std::string& body, MapDevice* device) : device_(device) {
    json_ = nlohmann::json::parse(body, nullptr, /*allow_exceptions=*/false);
    if (!json_.is_object()) throw std::invalid_argument("the body must be one JSON object");
}

double Question::number(std::string_view key, double low, double high) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse(key, fmt::format("is missing: it must be a number from {} to {}", low, high));
    if (!found->is_number()) refuse(key, fmt::format("must be a number from {} to {}", low, high));
    const double value = found->get<double>();
    if (!(value >= low && value <= high)) refuse(key, fmt::format("= {} must be from {} to {}", value, low, high));
    return value;
}

double Question::number_or(std::string_view key, double low, double high, double fallback) const {
    return has(key) ? number(key, low, high) : fallback;
}

long Question::whole(std::string_view key, long low, long high) const {
    const double value = number(key, static_cast<double>(low), static_cast<double>(high));
    if (value != std::floor(value)) refuse(key, fmt::format("= {} must be an integer", value));
    return static_cast<long>(value);
}

long Question::whole_or(std::string_view key, long low, long high, long fallback) const {
    return has(key) ? whole(key, low, high) : fallback;
}

std::string Question::text(std::string_view key, std::size_t longest) const {
    const auto found = json_.find(key);
    if (found == json_.end() || !found->is_string()) refuse(key, "must be a string");
    const auto& value = found->get_ref<const std::string&>();
    if (value.size() > longest) refuse(key, fmt::format("has {} bytes; at most {} are taken", value.size(), longest));
    return value;
}

std::string Question::text_or(std::string_view key, std::size_t longest, const std::string& fallback) const {
    return has(key) ? text(key, longest) : fallback;
}

std::vector<double> Question::numbers(std::string_view key, std::size_t most) const {
    const auto found = json_.find(key);
    if (found == json_.end() || !found->is_array()) refuse(key, "must be an array of numbers");
    if (found->size() > most) refuse(key, fmt::format("has {} numbers; at most {} are taken", found->size(), most));
    std::vector<double> values;
    for (const nlohmann::json& entry : *found) {
        if (!entry.is_number() || !std::isfinite(entry.get<double>())) refuse(key, "must hold finite numbers only");
        values.push_back(entry.get<double>());
    }
    return values;
}

CaseDocument Question::problem() const {
    return CaseDocument::parse(text("case", longest_case), "case", only_built_in_records());
}

}  // namespace stickslip::explorer
