#include "key_range.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "stickslip/model/case.hpp"

namespace stickslip::cli {

namespace {

constexpr int most_values = 100'000'000;

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const std::size_t colon = text.find(':', begin);
        parts.push_back(text.substr(begin, colon == std::string_view::npos ? colon : colon - begin));
        if (colon == std::string_view::npos) return parts;
        begin = colon + 1;
    }
}

/// The pieces of "KEY=a:b:…", with what is wrong said in terms of the option.
struct Reader {
    const std::string& text;
    const std::string& option;
    const char* form;

    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument(fmt::format("{} {}: {}; the form is {}", option, text, why, form));
    }

    /// The key in front of "=": one that cases have, else it is named before anything else.
    [[nodiscard]] std::string key() const {
        std::string name = text.substr(0, equals());
        require_case_key(name, option.substr(2));
        return name;
    }

    [[nodiscard]] std::size_t equals() const {
        const std::size_t at = text.find('=');
        if (at == std::string::npos || at == 0) refuse("has no key");
        return at;
    }

    [[nodiscard]] double number(std::string_view part) const {
        double value = 0.0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc{} || end != part.data() + part.size() || !std::isfinite(value)) {
            refuse(fmt::format("\"{}\" is not a number", part));
        }
        return value;
    }

    [[nodiscard]] int count(std::string_view part) const {
        int value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc{} || end != part.data() + part.size() || value < 1 || value > most_values) {
            refuse(fmt::format("\"{}\" is not a count from 1 to {}", part, most_values));
        }
        return value;
    }
};

KeyRange counted(const Reader& r, const std::string& key, const std::vector<std::string_view>& parts) {
    KeyRange range{key, r.number(parts[0]), r.number(parts[1]), r.count(parts[2])};
    if (!(range.from < range.to) && !(range.count == 1 && range.from == range.to)) r.refuse("from must be below to");
    return range;
}

}  // namespace

std::vector<double> KeyRange::values() const {
    std::vector<double> v;
    for (int i = 0; i < count; ++i) {
        const double part = count == 1 ? 0.0 : static_cast<double>(i) / (count - 1);
        const double inner = is_logarithmic ? from * std::pow(to / from, part) : from + part * (to - from);
        v.push_back(i + 1 == count && count > 1 ? to : inner);
    }
    return v;
}

KeyRange counted_range(const std::string& text, const std::string& option) {
    const Reader r{text, option, "KEY=from:to:count[:log]"};
    const std::string key = r.key();
    const std::size_t equals = r.equals();
    const std::vector<std::string_view> parts = parts_of(std::string_view(text).substr(equals + 1));
    if (parts.size() != 3 && parts.size() != 4) r.refuse("does not have three parts");
    KeyRange range = counted(r, key, parts);
    range.is_logarithmic = parts.size() == 4;
    if (range.is_logarithmic && parts[3] != "log") r.refuse(fmt::format("\"{}\" is not log", parts[3]));
    if (range.is_logarithmic && !(range.from > 0.0)) r.refuse("a logarithmic axis must start above 0");
    return range;
}

KeyRange counted_interval(const std::string& text, const std::string& option) {
    const Reader r{text, option, "from:to:count"};
    const std::vector<std::string_view> parts = parts_of(text);
    if (parts.size() != 3) r.refuse("does not have three parts");
    return counted(r, "", parts);
}

void require_different_keys(const std::string& one, const std::string& other, const std::string& key,
                            const std::string& other_key) {
    if (key != other_key) return;
    throw std::invalid_argument(fmt::format("{} and {} name the same key, {}", one, other, key));
}

KeyRange open_range(const std::string& text, const std::string& option) {
    const Reader r{text, option, "KEY=from:to"};
    const std::string key = r.key();
    const std::size_t equals = r.equals();
    const std::vector<std::string_view> parts = parts_of(std::string_view(text).substr(equals + 1));
    if (parts.size() != 2) r.refuse("does not have two parts");
    KeyRange range{key, r.number(parts[0]), r.number(parts[1])};
    if (!(range.from < range.to)) r.refuse("from must be below to");
    return range;
}

Setting observable_setting(const std::string& text, const std::string& option) {
    const Reader r{text, option, "NAME=value"};
    const std::size_t equals = r.equals();
    return {text.substr(0, equals), r.number(std::string_view(text).substr(equals + 1))};
}

Setting setting(const std::string& text, const std::string& option) {
    const Reader r{text, option, "KEY=value"};
    const std::string key = r.key();
    const std::size_t equals = r.equals();
    return {key, r.number(std::string_view(text).substr(equals + 1))};
}

}  // namespace stickslip::cli
