// What the page must know before the first question: the built-in cases, and the words and units of the program.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers.hpp"
#include "kind.hpp"
#include "plot_panels.hpp"
#include "question.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/units.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::explorer {

namespace {

using Json = nlohmann::ordered_json;

Json cases_json() {
    Json list = Json::array();
    for (const std::string_view name : built_in_case_names()) {
        const CaseDocument document = CaseDocument::open(std::string(name));
        list.push_back({{"name", name},
                        {"title", document.title()},
                        {"toml", document.text()},
                        {"kind", cli::kind_of(document).studies().name}});
    }
    return list;
}

/// What plots and files call each observable and each key, alone and on an axis.
Json words_json() {
    Json words = Json::object();
    for (const Observable& o : observables()) {
        words[std::string(o.name)] = {{"description", o.description}, {"axis", cli::axis_label(o)}};
    }
    for (const std::string& key : known_case_keys()) {
        const std::string description = key_meaning(key).description;
        if (description != key) words[key] = {{"description", description}, {"axis", cli::axis_label(key)}};
    }
    return words;
}

/// The units of both dimensionless forms for those of SI.
Json units_json() {
    Json units = Json::object();
    for (const std::string_view si : {"s", "m", "m/s", "N", "J"}) {
        units[std::string(si)] = {{"load", unit_in(UnitSystem::load, si)},
                                  {"friction_bound", unit_in(UnitSystem::friction_bound, si)}};
    }
    return units;
}

}  // namespace

Response answer_cases(const Question&) {
    std::vector<std::string> keys = known_case_keys();
    keys.emplace_back("title");
    for (const std::string& key : known_structure_keys()) {
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return as_json(
        Json{{"cases", cases_json()}, {"keys", keys}, {"words", words_json()}, {"units", units_json()}}.dump());
}

}  // namespace stickslip::explorer
