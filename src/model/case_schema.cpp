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
constexpr std::string_view friction_keys[] = {"law",          "bound",         "mu",
                                              "mu_kinetic",   "normal",        "static_bound",
                                              "mu_static",    "belt_velocity", "normal_amplitude",
                                              "normal_ratio", "normal_phase",  "normal_frequency",
                                              "normal_record"};
constexpr std::string_view load_keys[] = {"kind",     "force",        "amplitude",    "frequency", "frequency_hz",
                                          "phase",    "offset",       "file",         "scale",     "surface",
                                          "quantity", "displacement", "acceleration", "axis"};
constexpr std::string_view start_keys[] = {"position", "velocity", "friction_force"};
constexpr std::string_view run_keys[] = {"until", "samples"};
constexpr std::string_view ratio_keys[] = {"friction",     "frequency",    "damping",         "static",     "offset",
                                           "dimensions",   "force",        "stiffness",       "axis_ratio", "phase",
                                           "normal_ratio", "normal_phase", "normal_frequency"};

constexpr KnownTable known_tables[] = {
    {"oscillator", oscillator_keys}, {"spring", spring_keys}, {"friction", friction_keys}, {"load", load_keys},
    {"start", start_keys},           {"run", run_keys},       {"ratios", ratio_keys},
};

// Of a structure. [[load]] takes the keys of [load] and its own.
constexpr std::string_view structure_keys[] = {"masses",  "springs",       "dampers",  "mass", "stiffness",
                                               "damping", "modal_damping", "rayleigh", "names"};
constexpr std::string_view contact_keys[] = {"name",
                                             "on",
                                             "between",
                                             "direction",
                                             "bound",
                                             "mu",
                                             "normal",
                                             "static_bound",
                                             "mu_static",
                                             "stiffness",
                                             "surface_velocity",
                                             "normal_amplitude",
                                             "normal_frequency",
                                             "normal_phase",
                                             "normal_ratio",
                                             "normal_record",
                                             "normal_on",
                                             "normal_between",
                                             "normal_direction",
                                             "normal_stiffness",
                                             "preload",
                                             "gap"};
constexpr std::string_view structure_load_keys[] = {
    "name",  "on",           "direction", "influence", "kind",  "force",    "amplitude",    "frequency",
    "phase", "frequency_hz", "offset",    "file",      "scale", "quantity", "displacement", "acceleration"};
constexpr std::string_view structure_start_keys[] = {"position", "velocity", "contact_deflection"};

constexpr KnownTable structure_tables[] = {
    {"structure", structure_keys},   {"contact", contact_keys}, {"load", structure_load_keys},
    {"start", structure_start_keys}, {"run", run_keys},
};
constexpr std::string_view structure_lists[] = {"contact", "load"};

const KnownTable* find_structure_table(std::string_view name) {
    const auto* found = std::ranges::find(structure_tables, name, &KnownTable::name);
    return found == std::end(structure_tables) ? nullptr : found;
}

const KnownTable* find_table(std::string_view name) {
    const auto* found = std::ranges::find(known_tables, name, &KnownTable::name);
    return found == std::end(known_tables) ? nullptr : found;
}

constexpr std::string_view ratio_names[] = {"friction_ratio", "frequency_ratio", "damping_ratio",
                                            "static_ratio",   "normal_ratio",    "normal_phase"};

/// "; did you mean load.frequency?" among all keys of a case, or nothing.
std::string guess_for(std::string_view key) {
    const std::vector<std::string> known = known_case_keys();
    const std::vector<std::string_view> names(known.begin(), known.end());
    return did_you_mean(key, names);
}

/// The same of a name without its table: mass is probably oscillator.mass.
std::string guess_for_bare(const std::string& name) {
    for (const std::string& key : known_case_keys()) {
        if (key.ends_with("." + name)) return "; did you mean " + key + "?";
    }
    return guess_for(name);
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
    throw CaseError(
        origin + ": unknown table [" + table + "]" + guess + (guess.empty() ? "; the" : " The") +
        " tables are oscillator, spring, friction, load, start, run, or ratios; of a structure: structure, contact, "
        "load, start, run");
}

void check_key(const std::string& key, const CaseValue& value) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) {
        if (key == "title") return;
        if (const KnownTable* named = find_table(key)) {
            throw CaseError(value.origin + ": " + key + " is a table; name one of its keys: " + names_of(named->keys));
        }
        const std::string guess = guess_for_bare(key);
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

std::vector<std::string> known_structure_keys() {
    std::vector<std::string> keys;
    for (const KnownTable& table : structure_tables) {
        const bool is_list = std::ranges::find(structure_lists, table.name) != std::end(structure_lists);
        const std::string prefix = std::string(table.name) + (is_list ? "[]." : ".");
        for (const std::string_view key : table.keys) keys.push_back(prefix + std::string(key));
    }
    return keys;
}

namespace {

/// "contact[2].bound", "contact.NAME.bound" and "structure.springs[2]" as the lists of keys have them:
/// "contact[].bound", "structure.springs".
std::vector<std::string> forms_in_lists(std::string_view key) {
    const std::string_view whole = key.ends_with(']') ? key.substr(0, key.rfind('[')) : key;
    const std::size_t last = whole.rfind('.');
    if (last == std::string_view::npos) return {};
    const std::string table(whole.substr(0, std::min(whole.find('['), whole.find('.'))));
    const std::string name(whole.substr(last + 1));
    return {table + "." + name, table + "[]." + name};
}

}  // namespace

void require_case_key(std::string_view key, const std::string& field) {
    const std::string_view whole = key.ends_with(']') ? key.substr(0, key.find('[')) : key;
    const std::vector<std::string> known = known_case_keys();
    if (std::ranges::find(known, whole) != known.end()) return;
    const std::vector<std::string> of_structures = known_structure_keys();
    for (const std::string& form : forms_in_lists(key)) {
        if (std::ranges::find(of_structures, form) != of_structures.end()) return;
    }
    const std::string guess = guess_for(whole);
    throw FieldError(field, " names the unknown key " + std::string(key) + guess + (guess.empty() ? "; a" : " A") +
                                " key is table.key of a case file, or friction_ratio, frequency_ratio, "
                                "damping_ratio, static_ratio, normal_ratio, normal_phase");
}

void check_keys(const CaseKeys& keys) {
    for (const auto& [table, origin] : keys.tables) {
        if (find_table(table) == nullptr) refuse_table(table, origin);
    }
    for (const auto& [list, origins] : keys.lists) {
        throw CaseError(origins.front() + ": [[" + list + "]] is for a structure; a case of one mass has one table [" +
                        (list == "load" ? "load" : "friction") + "]");
    }
    for (const auto& [key, value] : keys.values) check_key(key, value);
}

void check_structure_keys(const CaseKeys& keys) {
    const auto refuse = [](const std::string& origin, const std::string& name) {
        throw CaseError(origin + ": unknown table " + name +
                        "; a structure has [structure], [[contact]], [[load]], [start] and [run]");
    };
    for (const auto& [table, origin] : keys.tables) {
        const bool is_list = std::ranges::find(structure_lists, table) != std::end(structure_lists);
        if (is_list) {
            throw CaseError(origin + ": [" + table + "] must be written [[" + table +
                            "]]: a structure may have several");
        }
        if (find_structure_table(table) == nullptr) refuse(origin, "[" + table + "]");
    }
    for (const auto& [list, origins] : keys.lists) {
        if (std::ranges::find(structure_lists, list) == std::end(structure_lists)) {
            refuse(origins.front(), "[[" + list + "]]");
        }
    }
    for (const auto& [key, value] : keys.values) {
        if (key == "title") continue;
        const std::size_t dot = key.find('.');
        const std::string name = key.substr(0, std::min(dot, key.find('[')));
        const KnownTable* table = dot == std::string::npos ? nullptr : find_structure_table(name);
        if (table == nullptr) {
            throw CaseError(value.origin + ": unknown key " + key + "; a structure has none of that name");
        }
        const bool is_entry = key.find('[') < dot;
        if (!is_entry && std::ranges::find(structure_lists, name) != std::end(structure_lists)) {
            throw CaseError(value.origin + ": " + key + " needs a table [[" + name + "]] in the case");
        }
        if (std::ranges::find(table->keys, std::string_view(key).substr(dot + 1)) != table->keys.end()) continue;
        std::vector<std::string_view> names(table->keys.begin(), table->keys.end());
        const std::string guess = did_you_mean(key.substr(dot + 1), names);
        throw CaseError(value.origin + ": unknown key " + key + guess + (guess.empty() ? "; [" : " [") + name +
                        "] takes " + names_of(table->keys));
    }
}

}  // namespace stickslip
