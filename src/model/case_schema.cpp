// Which keys a case may have. Everything else is refused by name, so that a misspelt key is never silently ignored.

#include "case_schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "stickslip/model/case.hpp"

namespace stickslip {

namespace {

struct KnownKey {
    std::string_view name;
};

struct KnownTable {
    std::string_view name;
    std::span<const KnownKey> keys;
};

constexpr KnownKey oscillator_keys[] = {{"mass"},        {"stiffness"},  {"damping"},
                                        {"equilibrium"}, {"dimensions"}, {"support_stiffness"}};
constexpr KnownKey spring_keys[] = {{"linear"}, {"cubic"}};
constexpr KnownKey friction_keys[] = {{"law"},    {"bound"},        {"mu"},        {"mu_kinetic"},
                                      {"normal"}, {"static_bound"}, {"mu_static"}, {"belt_velocity"}};
constexpr KnownKey load_keys[] = {{"kind"},     {"force"},        {"amplitude"},   {"frequency"}, {"frequency_hz"},
                                  {"phase"},    {"offset"},       {"file"},        {"scale"},     {"surface"},
                                  {"quantity"}, {"displacement"}, {"acceleration"}};
constexpr KnownKey start_keys[] = {{"position"}, {"velocity"}, {"friction_force"}};
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

/// "mass, stiffness, …": what a table takes.
std::string names_of(std::span<const KnownKey> keys) {
    std::string names;
    for (const KnownKey& key : keys) {
        if (!names.empty()) names += ", ";
        names += key.name;
    }
    return names;
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
}

}  // namespace

void check_keys(const CaseKeys& keys) {
    for (const auto& [table, origin] : keys.tables) {
        if (find_table(table) == nullptr) refuse_table(table, origin);
    }
    for (const auto& [key, value] : keys.values) check_key(key, value);
}

}  // namespace stickslip
