// Which keys a case may have. Everything else is refused by name, so that a misspelt key is never silently ignored.

#include "case_schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "stickslip/model/case.hpp"

namespace stickslip {

namespace {

/// A key that is read today, or reserved for something that is not supported yet.
struct KnownKey {
    std::string_view name;
    std::string_view reserved_for = {};
};

struct KnownTable {
    std::string_view name;
    std::span<const KnownKey> keys;
};

constexpr std::string_view planar = "the two-dimensional oscillator";

constexpr KnownKey oscillator_keys[] = {{"mass"},        {"stiffness"},  {"damping"},
                                        {"equilibrium"}, {"dimensions"}, {"support_stiffness", planar}};
constexpr KnownKey spring_keys[] = {{"linear"}, {"cubic"}};
constexpr KnownKey friction_keys[] = {{"law"},    {"bound"},        {"mu"},        {"mu_kinetic"},
                                      {"normal"}, {"static_bound"}, {"mu_static"}, {"belt_velocity"}};
constexpr KnownKey load_keys[] = {{"kind"},     {"force"},        {"amplitude"},   {"frequency"}, {"frequency_hz"},
                                  {"phase"},    {"offset"},       {"file"},        {"scale"},     {"surface"},
                                  {"quantity"}, {"displacement"}, {"acceleration"}};
constexpr KnownKey start_keys[] = {{"position"}, {"velocity"}, {"friction_force", planar}};
constexpr KnownKey run_keys[] = {{"until"}, {"samples"}};
constexpr KnownKey ratio_keys[] = {{"friction"}, {"frequency"}, {"damping"}, {"static"}, {"offset"}};

constexpr KnownTable known_tables[] = {
    {"oscillator", oscillator_keys}, {"spring", spring_keys}, {"friction", friction_keys}, {"load", load_keys},
    {"start", start_keys},           {"run", run_keys},       {"ratios", ratio_keys},
};

const KnownTable* find_table(std::string_view name) {
    const auto* found = std::ranges::find(known_tables, name, &KnownTable::name);
    return found == std::end(known_tables) ? nullptr : found;
}

/// "mass, stiffness, …": what a table takes today.
std::string names_of(std::span<const KnownKey> keys) {
    std::string names;
    for (const KnownKey& key : keys) {
        if (!key.reserved_for.empty()) continue;
        if (!names.empty()) names += ", ";
        names += key.name;
    }
    return names;
}

[[noreturn]] void refuse_reserved(const CaseValue& value, const std::string& key, std::string_view subject) {
    throw CaseError(value.origin + ": " + key + " = " + toml_from_value(value) + " is for " + std::string(subject) +
                    ", not supported yet");
}

bool holds_text(const CaseKeys& keys, std::string_view key, std::string_view text) {
    const auto found = keys.values.find(key);
    if (found == keys.values.end()) return false;
    const auto* value = std::get_if<std::string>(&found->second.content);
    return value != nullptr && *value == text;
}

/// Choices that exist but are not supported yet; they are named before the keys that come with them.
void check_choices(const CaseKeys& keys) {
    const auto dimensions = keys.values.find("oscillator.dimensions");
    if (dimensions != keys.values.end()) {
        const auto* number = std::get_if<double>(&dimensions->second.content);
        if (number != nullptr && *number == 2.0) refuse_reserved(dimensions->second, dimensions->first, planar);
        if (number == nullptr || *number != 1.0) {
            throw CaseError(dimensions->second.origin +
                            ": oscillator.dimensions = " + toml_from_value(dimensions->second) + " must be 1");
        }
    }
    if (holds_text(keys, "load.kind", "rotating")) {
        refuse_reserved(keys.values.at("load.kind"), "load.kind", planar);
    }
}

[[noreturn]] void refuse_table(const std::string& table, const std::string& origin) {
    throw CaseError(origin + ": unknown table [" + table +
                    "]; the tables are oscillator, spring, friction, load, start, run, or ratios");
}

void check_key(const std::string& key, const CaseValue& value) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) {
        if (key == "title") return;
        throw CaseError(value.origin + ": unknown key " + key + "; outside its tables a case has only title");
    }
    const KnownTable* table = find_table(std::string_view(key).substr(0, dot));
    if (table == nullptr) {
        refuse_table(key.substr(0, dot), value.origin);
    }
    if (table->name == "friction" && is_law_coefficient(key.substr(dot + 1))) return;
    const auto found = std::ranges::find(table->keys, std::string_view(key).substr(dot + 1), &KnownKey::name);
    if (found == table->keys.end()) {
        throw CaseError(value.origin + ": unknown key " + key + "; [" + std::string(table->name) + "] takes " +
                        names_of(table->keys) + (table->name == "friction" ? ", and the coefficients of its law" : ""));
    }
    if (!found->reserved_for.empty()) refuse_reserved(value, key, found->reserved_for);
}

}  // namespace

void check_keys(const CaseKeys& keys) {
    check_choices(keys);
    for (const auto& [table, origin] : keys.tables) {
        if (find_table(table) == nullptr) refuse_table(table, origin);
    }
    for (const auto& [key, value] : keys.values) check_key(key, value);
}

}  // namespace stickslip
