// Which keys a case may have. Everything else is refused by name, so that a misspelt key is never silently ignored.

#include "case_schema.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "nearest_name.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

struct KnownTable {
    std::string_view name;
    std::span<const std::string_view> keys;
};

constexpr std::string_view oscillator_keys[] = {"mass",        "stiffness",  "damping",
                                                "equilibrium", "dimensions", "support_stiffness"};
constexpr std::string_view spring_keys[] = {"linear", "cubic"};
constexpr std::string_view friction_keys[] = {"law",    "bound",        "mu",        "mu_kinetic",
                                              "normal", "static_bound", "mu_static", "belt_velocity"};
constexpr std::string_view load_keys[] = {"kind",     "force",        "amplitude",    "frequency", "frequency_hz",
                                          "phase",    "offset",       "file",         "scale",     "surface",
                                          "quantity", "displacement", "acceleration", "axis"};
constexpr std::string_view start_keys[] = {"position", "velocity", "friction_force"};
constexpr std::string_view run_keys[] = {"until", "samples"};
constexpr std::string_view ratio_keys[] = {"friction",   "frequency", "damping",   "static",     "offset",
                                           "dimensions", "force",     "stiffness", "axis_ratio", "phase"};

constexpr KnownTable known_tables[] = {
    {"oscillator", oscillator_keys}, {"spring", spring_keys}, {"friction", friction_keys}, {"load", load_keys},
    {"start", start_keys},           {"run", run_keys},       {"ratios", ratio_keys},
};

const KnownTable* find_table(std::string_view name) {
    const auto* found = std::ranges::find(known_tables, name, &KnownTable::name);
    return found == std::end(known_tables) ? nullptr : found;
}

constexpr std::string_view ratio_names[] = {"friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio"};

/// "; did you mean load.frequency?" among all keys of a case, or nothing.
std::string guess_for(std::string_view key) {
    const std::vector<std::string> known = known_case_keys();
    const std::vector<std::string_view> names(known.begin(), known.end());
    return did_you_mean(key, names);
}

/// "mass, stiffness, …": what a table takes today.
std::string names_of(std::span<const std::string_view> keys) {
    std::string names;
    for (const std::string_view key : keys) {
        if (!names.empty()) names += ", ";
        names += key;
    }
    return names;
}

[[noreturn]] void refuse_table(const std::string& table, const std::string& origin) {
    std::vector<std::string_view> names;
    for (const KnownTable& known : known_tables) names.push_back(known.name);
    const std::string guess = did_you_mean(table, names);
    throw CaseError(origin + ": unknown table [" + table + "]" + guess + (guess.empty() ? "; the" : " The") +
                    " tables are oscillator, spring, friction, load, start, run, or ratios");
}

void check_key(const std::string& key, const CaseValue& value) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) {
        if (key == "title") return;
        const std::string guess = guess_for(key);
        throw CaseError(value.origin + ": unknown key " + key + guess + (guess.empty() ? "; outside" : " Outside") +
                        " its tables a case has only title");
    }
    const KnownTable* table = find_table(std::string_view(key).substr(0, dot));
    if (table == nullptr) {
        refuse_table(key.substr(0, dot), value.origin);
    }
    if (table->name == "friction" && is_law_coefficient(key.substr(dot + 1))) return;
    const auto found = std::ranges::find(table->keys, std::string_view(key).substr(dot + 1));
    if (found == table->keys.end()) {
        const std::string guess = guess_for(key);
        throw CaseError(value.origin + ": unknown key " + key + guess + (guess.empty() ? "; [" : " [") +
                        std::string(table->name) + "] takes " + names_of(table->keys) +
                        (table->name == "friction" ? ", and the coefficients of its law" : ""));
    }
}

}  // namespace

std::vector<std::string> known_case_keys() {
    std::vector<std::string> keys(std::begin(ratio_names), std::end(ratio_names));
    for (const KnownTable& table : known_tables) {
        for (const std::string_view key : table.keys) keys.push_back(std::string(table.name) + "." + std::string(key));
    }
    for (const std::string_view coefficient : law_coefficients())
        keys.push_back("friction." + std::string(coefficient));
    return keys;
}

void require_case_key(std::string_view key, const std::string& field) {
    const std::string_view whole = key.ends_with(']') ? key.substr(0, key.find('[')) : key;
    const std::vector<std::string> known = known_case_keys();
    if (std::ranges::find(known, whole) != known.end()) return;
    const std::string guess = guess_for(whole);
    throw FieldError(field, " names the unknown key " + std::string(key) + guess + (guess.empty() ? "; a" : " A") +
                                " key is table.key of a case file, or friction_ratio, frequency_ratio, "
                                "damping_ratio, static_ratio");
}

void check_keys(const CaseKeys& keys) {
    for (const auto& [table, origin] : keys.tables) {
        if (find_table(table) == nullptr) refuse_table(table, origin);
    }
    for (const auto& [key, value] : keys.values) check_key(key, value);
}

}  // namespace stickslip
