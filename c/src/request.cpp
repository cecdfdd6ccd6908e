#include "request.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "decimal.hpp"
#include "failure.hpp"
#include "model/nearest_name.hpp"

namespace stickslip::c {

namespace {

constexpr std::string_view threads = "threads";

[[noreturn]] void refuse(std::string_view name, const std::string& value, std::string_view allowed) {
    throw std::invalid_argument(std::string(name) + " = " + value + " must be " + std::string(allowed));
}

/// "[1, 2, 3]", the first few.
std::string shown(std::span<const double> values) {
    constexpr std::size_t most = 4;
    std::string text = "[";
    for (std::size_t i = 0; i < std::min(values.size(), most); ++i) text += (i > 0 ? ", " : "") + decimal(values[i]);
    return text + (values.size() > most ? ", …]" : "]");
}

std::string shown(const std::variant<std::vector<double>, std::string>& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    const auto& numbers = std::get<std::vector<double>>(value);
    return numbers.size() == 1 ? decimal(numbers.front()) : shown(std::span<const double>(numbers));
}

const stickslip_request& empty_request() {
    static const stickslip_request none;
    return none;
}

}  // namespace

Options::Options(const stickslip_request* request, std::span<const std::string_view> known)
    : request_(request == nullptr ? &empty_request() : request) {
    std::vector<std::string_view> names(known.begin(), known.end());
    names.push_back(threads);
    for (const auto& [name, value] : request_->options) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            throw std::invalid_argument(unknown_name("option", name, names));
        }
    }
    static_cast<void>(whole(threads, 1));
}

bool Options::has(std::string_view name) const { return request_->options.find(name) != request_->options.end(); }

std::vector<double> Options::numbers(std::string_view name) const {
    const auto found = request_->options.find(name);
    if (found == request_->options.end()) return {};
    const auto* values = std::get_if<std::vector<double>>(&found->second);
    if (values == nullptr) refuse(name, shown(found->second), "a number or an array of numbers");
    return *values;
}

std::optional<double> Options::number(std::string_view name) const {
    if (!has(name)) return std::nullopt;
    const std::vector<double> values = numbers(name);
    if (values.size() != 1) refuse(name, shown(std::span<const double>(values)), "one number");
    return values.front();
}

double Options::required_number(std::string_view name) const {
    const std::optional<double> value = number(name);
    if (!value) throw std::invalid_argument("the option " + std::string(name) + " is missing");
    return *value;
}

std::string Options::text(std::string_view name, std::string_view otherwise) const {
    const auto found = request_->options.find(name);
    if (found == request_->options.end()) return std::string(otherwise);
    if (const auto* value = std::get_if<std::string>(&found->second)) return *value;
    const auto& numbers = std::get<std::vector<double>>(found->second);
    if (numbers.size() == 1) return decimal(numbers.front());  // a degree of freedom may be called by its number
    refuse(name, shown(found->second), "a text");
}

std::string Options::required_text(std::string_view name) const {
    if (!has(name)) throw std::invalid_argument("the option " + std::string(name) + " is missing");
    return text(name);
}

std::vector<std::string> Options::list(std::string_view name) const {
    std::vector<std::string> parts;
    std::string part;
    int depth = 0;
    const std::string all = text(name);
    for (const char c : all) {
        if (c == '[') ++depth;
        if (c == ']') --depth;
        if (c == ',' && depth == 0) {
            parts.push_back(std::move(part));
            part.clear();
        } else if (c != ' ' || !part.empty()) {
            part += c;
        }
    }
    if (!all.empty()) parts.push_back(std::move(part));
    return parts;
}

bool Options::flag(std::string_view name, bool otherwise) const {
    const std::optional<double> value = number(name);
    if (!value) return otherwise;
    if (*value != 0.0 && *value != 1.0) refuse(name, decimal(*value), "0 or 1");
    return *value == 1.0;
}

std::optional<std::size_t> Options::whole(std::string_view name, std::size_t least) const {
    const std::optional<double> value = number(name);
    if (!value) return std::nullopt;
    constexpr double most = 1e9;
    if (*value != std::floor(*value) || *value < static_cast<double>(least) || *value > most) {
        refuse(name, decimal(*value), "a whole number from " + std::to_string(least) + " to 1e9");
    }
    return static_cast<std::size_t>(*value);
}

Range Options::range(std::string_view name) const {
    if (!has(name)) throw std::invalid_argument("the option " + std::string(name) + " is missing");
    const std::vector<double> values = numbers(name);
    const bool rises =
        values.size() == 2 && std::isfinite(values[0]) && std::isfinite(values[1]) && values[0] < values[1];
    if (!rises) refuse(name, shown(std::span<const double>(values)), "two finite numbers, the smaller one first");
    return {values[0], values[1]};
}

Options::Cells Options::cells(std::string_view name) const {
    if (!has(name)) throw std::invalid_argument("the option " + std::string(name) + " is missing");
    const std::vector<double> v = numbers(name);
    constexpr double most = 1e6;
    const bool is_good = v.size() == 3 && std::isfinite(v[0]) && std::isfinite(v[1]) && v[0] < v[1] &&
                         v[2] == std::floor(v[2]) && v[2] >= 1.0 && v[2] <= most;
    if (!is_good) {
        refuse(name, shown(std::span<const double>(v)),
               "[from, to, count] with from below to and a count from 1 to 1e6");
    }
    return {{v[0], v[1]}, static_cast<std::size_t>(v[2])};
}

}  // namespace stickslip::c

using namespace stickslip::c;

extern "C" {

int stickslip_request_create(stickslip_request** request) {
    return guarded([&] {
        require(request, "request");
        *request = nullptr;
        *request = new stickslip_request;
        return STICKSLIP_OK;
    });
}

int stickslip_request_number(stickslip_request* request, const char* name, double value) {
    return stickslip_request_numbers(request, name, 1, &value);
}

int stickslip_request_numbers(stickslip_request* request, const char* name, size_t count, const double* values) {
    return guarded([&] {
        require(request, "request");
        require(name, "name");
        if (count > 0) require(values, "values");
        request->options[name] = std::vector<double>(values, values + count);
        return STICKSLIP_OK;
    });
}

int stickslip_request_text(stickslip_request* request, const char* name, const char* value) {
    return guarded([&] {
        require(request, "request");
        require(name, "name");
        require(value, "value");
        request->options[name] = std::string(value);
        return STICKSLIP_OK;
    });
}

int stickslip_request_interruption(stickslip_request* request, int (*is_wanted)(void* user), void* user) {
    return guarded([&] {
        require(request, "request");
        request->is_interruption_wanted = is_wanted;
        request->interruption_user = user;
        return STICKSLIP_OK;
    });
}

int stickslip_request_progress(stickslip_request* request, void (*progress)(void* user, double done), void* user) {
    return guarded([&] {
        require(request, "request");
        request->progress = progress;
        request->progress_user = user;
        return STICKSLIP_OK;
    });
}

void stickslip_request_free(stickslip_request* request) { delete request; }
}
