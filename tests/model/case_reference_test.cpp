// docs/guide/case-file.md against the schema: every key with its unit and its default, and no key besides.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "model/bounds.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/model/friction_law.hpp"

namespace stickslip {
namespace {

struct Row {
    std::string unit;
    std::string fallback;
    std::string meaning;
};

struct Reference {
    std::map<std::string, Row> keys;          ///< "load.amplitude"
    std::map<std::string, Row> coefficients;  ///< "dahl.sigma0"
    std::set<std::string> twice;
};

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '|' && line[i - 1] != '\\') {
            const std::size_t first = cell.find_first_not_of(' ');
            cells.push_back(first == std::string::npos ? ""
                                                       : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    return cells;
}

std::string without_ticks(const std::string& cell) {
    const bool is_code = cell.size() > 2 && cell.front() == '`' && cell.back() == '`';
    return is_code ? cell.substr(1, cell.size() - 2) : "";
}

enum class Part { one_mass, structure };

/// "load" of "## [load]", and "load[]" of "## [[load]]", of which a case may have several.
std::string table_of(const std::string& heading) {
    const bool is_list = heading.starts_with("## [[");
    const std::size_t begin = is_list ? 5 : 4;
    return heading.substr(begin, heading.find(']') - begin) + (is_list ? "[]" : "");
}

Reference read_reference(Part part) {
    Reference out;
    std::ifstream in(STICKSLIP_CASE_REFERENCE);
    EXPECT_TRUE(in) << STICKSLIP_CASE_REFERENCE;
    std::string table;
    Part here = Part::one_mass;
    for (std::string line; std::getline(in, line);) {
        if (line == "# The case file of a structure") here = Part::structure;
        if (line.starts_with("## [")) table = table_of(line);
        if (here != part || !line.starts_with("| `")) continue;
        const std::vector<std::string> cells = cells_of(line);
        const bool is_coefficient = cells.size() == 5;
        if (!is_coefficient && cells.size() != 4) continue;
        const std::size_t first = is_coefficient ? 1 : 0;
        const std::string name = is_coefficient ? without_ticks(cells[0]) + "." + without_ticks(cells[1])
                                                : table + "." + without_ticks(cells[0]);
        auto& rows = is_coefficient ? out.coefficients : out.keys;
        if (!rows.emplace(name, Row{cells[first + 1], cells[first + 2], cells[first + 3]}).second)
            out.twice.insert(name);
    }
    return out;
}

/// The keys of a part, each once and with a unit, a default and a meaning.
std::set<std::string> keys_of(const Reference& reference) {
    EXPECT_TRUE(reference.twice.empty()) << *reference.twice.begin();
    std::set<std::string> written;
    for (const auto& [key, row] : reference.keys) {
        written.insert(key);
        EXPECT_NE(row.unit, "") << key;
        EXPECT_NE(row.fallback, "") << key;
        EXPECT_NE(row.meaning, "") << key;
    }
    return written;
}

TEST(CaseReference, HasEveryKeyOnceAndNoOther) {
    std::set<std::string> known;
    for (const std::string& key : known_case_keys()) {
        const std::size_t dot = key.find('.');
        const bool is_coefficient = key.starts_with("friction.") && is_law_coefficient(key.substr(dot + 1));
        if (dot != std::string::npos && !is_coefficient) known.insert(key);
    }
    EXPECT_EQ(keys_of(read_reference(Part::one_mass)), known);
}

TEST(CaseReference, HasEveryKeyOfStructuresOnceAndNoOther) {
    std::set<std::string> written = keys_of(read_reference(Part::structure));
    // What the page says of a structure in words: [[load]] takes the keys of [load] but two, [start] and [run] are
    // alike.
    for (const auto& [key, row] : read_reference(Part::one_mass).keys) {
        if (key.starts_with("load.") && key != "load.surface" && key != "load.axis")
            written.insert("load[]" + key.substr(4));
        if (key == "start.position" || key == "start.velocity" || key.starts_with("run.")) written.insert(key);
    }
    const std::vector<std::string> known = known_structure_keys();
    EXPECT_EQ(written, std::set<std::string>(known.begin(), known.end()));
}

/// "contact[1].bound", "structure.springs[2]": a number of a structure as an axis names it.
std::string as_axis(std::string key) {
    const std::set<std::string> arrays{"structure.masses", "structure.springs", "structure.dampers",
                                       "start.contact_deflection"};
    if (arrays.contains(key)) return key + "[2]";
    const std::size_t list = key.find("[]");
    if (list != std::string::npos) key.insert(list + 1, "1");
    return key;
}

TEST(CaseReference, HasWordsForEveryNumberOfAStructureThatAnAxisCanShow) {
    const std::set<std::string> never_an_axis{"structure.mass",      "structure.stiffness",        "structure.damping",
                                              "contact[].direction", "contact[].normal_direction", "load[].direction",
                                              "load[].influence"};
    for (const auto& [key, row] : read_reference(Part::structure).keys) {
        if (row.unit == "–" || row.unit.find(',') != std::string::npos || never_an_axis.contains(key)) continue;
        const KeyMeaning meaning = key_meaning(as_axis(key));
        EXPECT_NE(meaning.description, as_axis(key));
        EXPECT_EQ(readable_unit(meaning.unit), row.unit) << key;
    }
    for (const auto& [key, unit] : {std::pair{"structure.rayleigh[1]", "1/s"},
                                    {"structure.rayleigh[2]", "s"},
                                    {"start.position[1]", "m"},
                                    {"start.velocity[2]", "m/s"},
                                    {"load[1].phase[0]", "rad"},
                                    {"load[2].amplitude[1]", "N"},
                                    {"load.frequency", "rad/s"}}) {
        const KeyMeaning meaning = key_meaning(key);
        EXPECT_NE(meaning.description, key);
        EXPECT_EQ(readable_unit(meaning.unit), unit) << key;
    }
}

/// Pictures show these words beside an axis; a key without them stood there as it is typed.
TEST(CaseReference, HasWordsForEveryNumberThatAnAxisCanShow) {
    const std::set<std::string> never_an_axis{"oscillator.dimensions", "ratios.dimensions", "load.axis", "run.until",
                                              "run.samples"};
    const std::string depends_on_another = "m^-n";  // no unit of files and axes
    const Reference reference = read_reference(Part::one_mass);
    const auto expect_words = [&](const std::string& key, const Row& row) {
        if (row.unit == "–" || row.unit.find(',') != std::string::npos || never_an_axis.contains(key)) return;
        const KeyMeaning meaning = key_meaning(key);
        EXPECT_NE(meaning.description, key);
        if (row.unit == depends_on_another) return;
        EXPECT_EQ(readable_unit(meaning.unit), row.unit) << key;
    };
    for (const auto& [key, row] : reference.keys) expect_words(key, row);
    for (const auto& [key, row] : reference.coefficients) expect_words("friction" + key.substr(key.find('.')), row);
}

TEST(CaseReference, HasTheCoefficientsOfEveryLawWithTheirUnitsAndDefaults) {
    const Reference reference = read_reference(Part::one_mass);
    std::size_t count = 0;
    for (const std::string_view name : friction_law_names()) {
        std::visit(
            [&]<class Law>(const Law&) {
                for (const auto& c : Law::coefficients()) {
                    ++count;
                    std::string key(Law::name);
                    key.append(".").append(c.name);
                    ASSERT_TRUE(reference.coefficients.contains(key)) << key;
                    const Row& row = reference.coefficients.at(key);
                    EXPECT_EQ(row.unit, c.unit.empty() ? "1" : std::string(c.unit)) << key;
                    EXPECT_EQ(row.fallback, c.fallback ? shortest(*c.fallback) : "required") << key;
                }
            },
            friction_law_named(name));
    }
    EXPECT_EQ(reference.coefficients.size(), count);
}

}  // namespace
}  // namespace stickslip
