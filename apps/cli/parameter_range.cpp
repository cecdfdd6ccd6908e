#include "parameter_range.hpp"

#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace stickslip::cli {

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& must) {
    throw std::invalid_argument(option + " " + text + ": " + must);
}

double number_of(const std::string& part, const std::string& option, const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size() || !std::isfinite(value)) {
        refuse(option, text, "\"" + part + "\" must be a finite number");
    }
    return value;
}

}  // namespace

ParameterRange parse_parameter_range(const std::string& text, const std::string& option) {
    const std::string form = "must be KEY=from:to:count, or KEY=from:to:count:log";
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) refuse(option, text, form);
    std::vector<std::string> parts;
    std::istringstream rest(text.substr(equals + 1));
    for (std::string part; std::getline(rest, part, ':');) parts.push_back(part);
    ParameterRange range{text.substr(0, equals), {}, parts.size() == 4 && parts[3] == "log"};
    if (parts.size() < 3 || (parts.size() == 4 && !range.is_logarithmic) || parts.size() > 4) {
        refuse(option, text, form);
    }
    const double from = number_of(parts[0], option, text);
    const double to = number_of(parts[1], option, text);
    const double count = number_of(parts[2], option, text);
    constexpr double most_values = 1e6;
    if (count != std::floor(count) || count < 2.0 || count > most_values) {
        refuse(option, text, "the count must be an integer from 2 to 1000000");
    }
    if (range.is_logarithmic && !(from > 0.0 && to > 0.0)) refuse(option, text, "a logarithmic range must be positive");
    for (double i = 0.0; i < count; i += 1.0) {
        const double part = i / (count - 1.0);
        if (i + 1.0 == count) {
            range.values.push_back(to);
        } else {
            range.values.push_back(range.is_logarithmic ? from * std::pow(to / from, part) : from + part * (to - from));
        }
    }
    return range;
}

}  // namespace stickslip::cli
