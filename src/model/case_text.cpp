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

CaseValue value_of(const toml::node& node, std::string origin) {
    CaseValue value{OddValue{kind_of(node)}, std::move(origin)};
    if (const auto number = node.value<double>(); number && node.is_number()) {
        value.content = *number;
    } else if (node.is_boolean()) {
        value.content = node.as_boolean()->get();
    } else if (node.is_string()) {
        value.content = node.as_string()->get();
    } else if (const toml::array* array = node.as_array()) {
        std::vector<double> numbers;
        for (const toml::node& element : *array) {
            if (!element.is_number()) return value;
            numbers.push_back(*element.value<double>());
        }
        value.content = std::move(numbers);
    }
    return value;
}

std::string origin_of(const toml::node& node, const std::string& name) {
    return name + ":" + std::to_string(node.source().begin.line);
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

struct TomlWriter {
    std::string operator()(double number) const { return shortest(number); }
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(const std::string& text) const { return quoted_text(text); }
    std::string operator()(const std::vector<double>& numbers) const {
        std::string out = "[";
        for (const double number : numbers) out += (out.size() > 1 ? ", " : "") + shortest(number);
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
        if (table != open_table) tables += "\n[" + table + "]\n";
        open_table = table;
        tables += key.substr(dot + 1) + " = " + toml_from_value(value) + "\n";
    }
    return top + tables;
}

}  // namespace stickslip
