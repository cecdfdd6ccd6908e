// Case files as TOML. A case has two levels, tables and keys, so its keys become a flat map.

#include "case_text.hpp"

#include <optional>
#include <sstream>

#include "bounds.hpp"
#include "stickslip/model/case.hpp"
#include "toml_library.hpp"

namespace stickslip {

namespace {

std::string kind_of(const toml::node& node) {
    std::ostringstream out;
    out << node.type();
    return out.str();
}

std::optional<std::vector<double>> numbers_of(const toml::array& array) {
    std::vector<double> numbers;
    for (const toml::node& element : array) {
        if (!element.is_number()) return std::nullopt;
        numbers.push_back(*element.value<double>());
    }
    return numbers;
}

std::optional<WordList> words_of(const toml::array& array) {
    WordList words;
    for (const toml::node& element : array) {
        if (element.is_string()) {
            words.emplace_back(element.as_string()->get());
        } else if (element.is_number()) {
            words.emplace_back(*element.value<double>());
        } else {
            return std::nullopt;
        }
    }
    return words;
}

std::optional<NumberRows> rows_of(const toml::array& array) {
    NumberRows rows;
    for (const toml::node& element : array) {
        const toml::array* row = element.as_array();
        auto numbers = row == nullptr ? std::nullopt : numbers_of(*row);
        if (!numbers) return std::nullopt;
        rows.push_back(std::move(*numbers));
    }
    return rows;
}

CaseValue value_of(const toml::node& node, std::string origin) {
    CaseValue value{OddValue{kind_of(node)}, std::move(origin)};
    if (const auto number = node.value<double>(); number && node.is_number()) {
        value.content = *number;
    } else if (node.is_boolean()) {
        value.content = node.as_boolean()->get();
    } else if (node.is_string()) {
        value.content = node.as_string()->get();
    } else if (const toml::array* array = node.as_array()) {
        if (auto numbers = numbers_of(*array)) {
            value.content = std::move(*numbers);
        } else if (auto words = words_of(*array)) {
            value.content = std::move(*words);
        } else if (auto rows = rows_of(*array)) {
            value.content = std::move(*rows);
        }
    }
    return value;
}

std::string origin_of(const toml::node& node, const std::string& name) {
    return name + ":" + std::to_string(node.source().begin.line);
}

/// Written [[name]]: an empty array is none.
bool is_list_of_tables(const toml::array& array) {
    for (const toml::node& element : array) {
        if (!element.is_table()) return false;
    }
    return !array.empty();
}

std::string quoted_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        constexpr unsigned first_printable = 0x20;
        constexpr unsigned delete_character = 0x7F;
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (code < first_printable || code == delete_character) {
            constexpr std::string_view digits = "0123456789ABCDEF";
            out += "\\u00";
            out += digits[code / 16];
            out += digits[code % 16];
        } else {
            out += c;
        }
    }
    return out + '"';
}

/// In TOML -0 is a whole number and therefore 0, while -0.0 keeps its sign: both are written as 0.
std::string number_text(double number) { return shortest(number + 0.0); }

struct TomlWriter {
    std::string operator()(double number) const { return number_text(number); }
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(const std::string& text) const { return quoted_text(text); }
    std::string operator()(const std::vector<double>& numbers) const {
        std::string out = "[";
        for (const double number : numbers) out += (out.size() > 1 ? ", " : "") + number_text(number);
        return out + "]";
    }
    std::string operator()(const WordList& words) const {
        std::string out = "[";
        for (const auto& word : words) out += (out.size() > 1 ? ", " : "") + std::visit(*this, word);
        return out + "]";
    }
    std::string operator()(const NumberRows& rows) const {
        std::string out = "[";
        for (const std::vector<double>& row : rows) out += (out.size() > 1 ? ", " : "") + (*this)(row);
        return out + "]";
    }
    std::string operator()(const OddValue& odd) const { return "(" + odd.kind + ")"; }
};

}  // namespace

CaseKeys keys_from_toml(std::string_view text, const std::string& name) {
    CaseKeys keys;
    toml::table document;
    try {
        document = toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw CaseError(name + ":" + std::to_string(error.source().begin.line) +
                        ": not valid TOML: " + std::string(error.description()));
    }
    for (const auto& [key, node] : document) {
        const std::string table_name(key.str());
        const toml::table* table = node.as_table();
        if (const toml::array* list = node.as_array(); list != nullptr && is_list_of_tables(*list)) {
            for (const toml::node& entry : *list) {
                std::vector<std::string>& origins = keys.lists[table_name];
                origins.push_back(origin_of(entry, name));
                const std::string prefix = entry_name(table_name, origins.size()) + ".";
                for (const auto& [inner, value] : *entry.as_table()) {
                    keys.values[prefix + std::string(inner.str())] = value_of(value, origin_of(value, name));
                }
            }
            continue;
        }
        if (table == nullptr) {
            keys.values[table_name] = value_of(node, origin_of(node, name));
            continue;
        }
        keys.tables[table_name] = origin_of(node, name);
        for (const auto& [inner, value] : *table) {
            keys.values[table_name + "." + std::string(inner.str())] = value_of(value, origin_of(value, name));
        }
    }
    return keys;
}

CaseValue value_from_text(std::string_view text, const std::string& origin) {
    const auto parsed = [&](const std::string& value) -> std::optional<CaseValue> {
        try {
            const toml::table document = toml::parse("value = " + value);
            if (document.size() == 1) return value_of(document.begin()->second, origin);
        } catch (const toml::parse_error&) {
            // Not TOML.
        }
        return std::nullopt;
    };
    if (auto value = parsed(std::string(text))) return *value;
    if (auto value = parsed(quoted_text(text))) return *value;
    throw CaseError(origin + ": the value is not text in UTF-8");
}

std::string toml_from_value(const CaseValue& value) { return std::visit(TomlWriter{}, value.content); }

std::string toml_from_keys(const CaseKeys& keys) {
    std::string top;
    std::string tables;
    std::string open_table;
    for (const auto& [key, value] : keys.values) {
        const std::size_t dot = key.find('.');
        if (dot == std::string::npos) {
            top += key + " = " + toml_from_value(value) + "\n";
            continue;
        }
        const std::string table = key.substr(0, dot);
        if (table.ends_with(']')) continue;  // of a list, below
        if (table != open_table) tables += "\n[" + table + "]\n";
        open_table = table;
        tables += key.substr(dot + 1) + " = " + toml_from_value(value) + "\n";
    }
    for (const auto& [list, origins] : keys.lists) {
        for (std::size_t number = 1; number <= origins.size(); ++number) {
            tables += "\n[[" + list + "]]\n";
            const std::string prefix = entry_name(list, number) + ".";
            for (auto at = keys.values.lower_bound(prefix); at != keys.values.end() && at->first.starts_with(prefix);
                 ++at) {
                tables += at->first.substr(prefix.size()) + " = " + toml_from_value(at->second) + "\n";
            }
        }
    }
    return top + tables;
}

std::string entry_name(std::string_view list, std::size_t number) {
    return std::string(list) + "[" + std::to_string(number) + "]";
}

}  // namespace stickslip
