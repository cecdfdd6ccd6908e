#include "parser_sentence.hpp"

#include <array>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "model/nearest_name.hpp"

namespace stickslip::cli {

namespace {

/// "up,down,both" as three names.
std::vector<std::string> names_in(const std::string& list) {
    std::vector<std::string> names;
    std::istringstream text(list);
    for (std::string name; std::getline(text, name, ',');) names.push_back(name);
    return names;
}

}  // namespace

std::string parser_sentence(const CLI::ParseError& error) {
    // The parser writes a range without an end as one up to the largest double, which has 309 digits, and the ends of a
    // range of real numbers with a point. What is converted without a range is a number, or numbers with commas.
    static const std::array<std::pair<std::regex, const char*>, 7> rules{{
        {std::regex("(\\S+): Value (.*) not in range 0\\.0+ to \\d{300,}[\\d.]*"), "$1 = $2 must be greater than 0"},
        {std::regex("(\\S+): Value (.*) not in range (-?\\d+)\\.0+ to (-?\\d+)\\.0+"),
         "$1 = $2 must be a number from $3 to $4"},
        {std::regex("Could not convert: (\\S+) = (.*)"), "$1 = $2 is not a number"},
        {std::regex("(\\S+): Value (.*) not in range (\\S+) to (\\S+)"),
         "$1 = $2 must be a whole number from $3 to $4"},
        {std::regex("(\\S+): 1 required (\\S+) missing"), "$1 needs a value: $1 $2"},
        {std::regex("(\\S+): At Most 1 required but received \\d+"), "$1 may be given only once"},
        {std::regex("The following arguments? (?:was|were) not expected: (.*)"), "there is no place for $1"},
    }};
    static const std::regex choice("(\\S+): (.*) not in \\{(.*)\\}");
    const std::string text = error.what();
    std::smatch parts;
    for (const auto& [pattern, sentence] : rules)
        if (std::regex_match(text, parts, pattern)) return parts.format(sentence);
    if (!std::regex_match(text, parts, choice)) return text;
    const std::vector<std::string> names = names_in(parts[3]);
    return unknown_name(parts[1].str(), parts[2].str(), std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace stickslip::cli
