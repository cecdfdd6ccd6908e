#include "joint_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "estimate.hpp"
#include "joint_design_plot.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "kinds/case_choices.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/version.hpp"
#include "studies/joint_design.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

/// The parts between commas; a comma inside brackets or before a blank belongs to a name.
std::vector<std::string> listed(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
        const bool is_name = depth > 0 || (i + 1 < text.size() && text[i + 1] == ' ');
        if (text[i] == ',' && !is_name) {
            parts.emplace_back();
        } else {
            parts.back() += text[i];
        }
    }
    return parts;
}

/// KEY=a:b, or KEY,KEY=a:b for keys that get the same value.
CaseChoice choice_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) static_cast<void>(open_range(text, "--vary"));  // says the form
    CaseChoice choice;
    for (const std::string& key : listed(text.substr(0, equals))) {
        const KeyRange range = open_range(key + text.substr(equals), "--vary");
        choice.keys.push_back(range.key);
        choice.range = {range.from, range.to};
    }
    return choice;
}

std::string label_of(const CaseChoice& choice) { return fmt::format("{}", fmt::join(choice.keys, ",")); }

/// The same for people.
std::string short_label(const CaseChoice& choice) {
    const std::size_t more = choice.keys.size() - 1;
    return choice.keys.front() + (more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string with_unit(double value, const std::string& unit) {
    const std::string readable = readable_unit(unit);
    return fmt::format("{:.10g}{}", value, readable.empty() || readable == "1" ? "" : " " + readable);
}

struct Answer {
    JointOptimum optimum;
    std::vector<ScenarioResponse> responses;
    std::optional<std::vector<ScenarioResponse>> as_given;
    std::size_t worst = 0;  ///< the scenario whose response is largest
};

/// Of values at an end of their range, which ends there; nothing else.
std::string end_note(double value, const Interval& range) {
    constexpr double close = 1e-6;  // of the range
    const double near = close * (range.high - range.low);
    if (value - range.low < near) return " (the lower end of its range)";
    if (range.high - value < near) return " (the upper end of its range)";
    return "";
}

void print_text(const CaseChoices& choices, const Answer& answer, const std::string& minimised) {
    const ChoiceQuestion& asked = choices.question();
    const std::string& unit = choices.observables().front().unit;
    std::vector<std::pair<std::string, std::string>> rows;
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
        const CaseChoice& choice = asked.choices[i];
        const double value = answer.optimum.best.values[i];
        rows.emplace_back("best " + short_label(choice),
                          with_unit(value, key_meaning(choice.keys.front()).unit) + end_note(value, choice.range));
    }
    const ScenarioResponse& worst = answer.responses[answer.worst];
    rows.emplace_back("largest " + minimised, with_unit(worst.response, unit));
    if (asked.observables.size() > 1) rows.emplace_back("which is", asked.observables[worst.observable]);
    if (asked.over) {
        rows.emplace_back("reached at " + *asked.over, with_unit(worst.over, key_meaning(*asked.over).unit));
    }
    if (!asked.records.empty()) rows.emplace_back("reached under", printable(asked.records[answer.worst].name));
    if (answer.as_given) {
        const auto& given = *std::ranges::max_element(*answer.as_given, {}, &ScenarioResponse::response);
        rows.emplace_back("with the case as it is", with_unit(given.response, unit));
    }
    rows.emplace_back("choices tried", fmt::format("{}", answer.optimum.evaluations));
    std::size_t width = 0;
    for (const auto& [label, text] : rows) width = std::max(width, label.size());
    for (const auto& [label, text] : rows) fmt::print("{:<{}}  {}\n", printable(label), width, printable(text));
    if (asked.records.size() < 2) return;
    std::size_t name_width = std::string_view("record").size();
    for (const SetRecord& record : asked.records) name_width = std::max(name_width, record.name.size());
    const std::string readable = readable_unit(unit);
    fmt::print("\n{:<{}}  {:>14}{}   [{}]\n", "record", name_width, "best",
               answer.as_given ? fmt::format("  {:>14}", "case as it is") : "", readable);
    for (std::size_t k = 0; k < asked.records.size(); ++k) {
        fmt::print("{:<{}}  {:>14.8g}{}\n", printable(asked.records[k].name), name_width, answer.responses[k].response,
                   answer.as_given ? fmt::format("  {:>14.8g}", (*answer.as_given)[k].response) : "");
    }
}

Json record_responses(const CaseChoices& choices, const std::vector<ScenarioResponse>& responses) {
    const ChoiceQuestion& asked = choices.question();
    Json list = Json::array();
    for (std::size_t k = 0; k < asked.records.size(); ++k) {
        list.push_back({{"record", asked.records[k].name},
                        {"response", json_number(responses[k].response)},
                        {"observable", asked.observables[responses[k].observable]}});
    }
    return list;
}

void print_json(const CaseChoices& choices, const Answer& answer, const std::string& minimised) {
    const ChoiceQuestion& asked = choices.question();
    const ScenarioResponse& worst = answer.responses[answer.worst];
    Json j{{"version", version()}, {"vary", Json::array()}, {"minimise", minimised}, {"values", Json::array()}};
    for (const CaseChoice& choice : asked.choices) j["vary"].push_back(label_of(choice));
    j["values"] = answer.optimum.best.values;
    j["worst"] = json_number(worst.response);
    j["unit"] = choices.observables().front().unit;
    j["observable"] = asked.observables[worst.observable];
    j["over"] = asked.over ? Json(*asked.over) : Json(nullptr);
    j["at"] = asked.over ? Json(worst.over) : Json(nullptr);
    j["record"] = asked.records.empty() ? Json(nullptr) : Json(asked.records[answer.worst].name);
    j["responses"] = record_responses(choices, answer.responses);
    j["as_given"] = nullptr;
    if (answer.as_given) {
        const auto& given = *std::ranges::max_element(*answer.as_given, {}, &ScenarioResponse::response);
        j["as_given"] = {{"worst", json_number(given.response)},
                         {"responses", record_responses(choices, *answer.as_given)}};
    }
    j["evaluations"] = answer.optimum.evaluations;
    j["searches"] = Json::array();
    for (const JointChoice& end : answer.optimum.ends) {
        j["searches"].push_back({{"values", end.values}, {"worst", json_number(end.worst)}});
    }
    fmt::print("{}\n", json_text(j));
}

/// How long one choice takes [s]: that in the middle of all ranges.
double seconds_of_one(const CaseChoices& choices) {
    std::vector<double> middle;
    for (const Interval& range : choices.ranges()) middle.push_back(0.5 * (range.low + range.high));
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(choices.responses(middle));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

ChoiceQuestion question_of(const JointDesignRequest& request) {
    std::vector<CaseChoice> choices;
    std::vector<std::string> keys;
    for (const std::string& text : request.vary) {
        choices.push_back(choice_of(text));
        keys.insert(keys.end(), choices.back().keys.begin(), choices.back().keys.end());
    }
    std::optional<KeyRange> over;
    if (!request.over.empty()) {
        over = open_range(request.over, "--over");
        keys.push_back(over->key);
    }
    if (over && !request.records.empty()) {
        throw std::invalid_argument(
            "--over and --records do not go together: the worst is that of a band, or of records");
    }
    ChoiceQuestion question{.document = request.problem.document(keys),
                            .choices = std::move(choices),
                            .observables = listed(request.minimise)};
    if (over) {
        question.over = over->key;
        question.band = {over->from, over->to};
    }
    if (!request.records.empty()) {
        question.records = read_record_set(request.records, record_components(question.document));
    }
    return question;
}

}  // namespace

bool is_design_of_one(const std::vector<std::string>& vary, const std::string& minimise,
                      const std::vector<std::string>& records) {
    return vary.size() == 1 && listed(vary.front().substr(0, vary.front().find('='))).size() == 1 &&
           listed(minimise).size() == 1 && records.empty();
}

int design_jointly(const JointDesignRequest& request) {
    ChoiceQuestion question = question_of(request);
    const std::size_t numbers = question.choices.size();
    if (request.evaluations != 0 && request.evaluations < least_evaluations(numbers)) {
        throw std::invalid_argument(fmt::format("--evaluations {}: a design of {} number{} needs at least {}",
                                                request.evaluations, numbers, numbers == 1 ? "" : "s",
                                                least_evaluations(numbers)));
    }
    CaseDocument there = question.document;
    for (const CaseChoice& choice : question.choices) {
        for (const std::string& key : choice.keys) there = there.with_value(key, choice.range.high);
    }
    const CaseKind& kind = kind_of(there).studies();
    const CaseChoices choices(kind, std::move(question));
    ResultFiles files("", request.plot_file);

    JointDesignOptions options{.evaluations = request.evaluations};
    const int total = request.evaluations != 0 ? request.evaluations : usual_evaluations(numbers);
    tell_estimate(seconds_of_one(choices) * total / std::min(total, allowed_threads()), allowed_threads());
    options.progress = parallel_progress("design");
    Answer answer;
    answer.optimum = minimise_jointly(
        [&](std::span<const double> values) {
            throw_if_interrupted();
            return choices.responses(values);
        },
        choices.ranges(), options);
    options.progress = {};
    if (!std::isfinite(answer.optimum.best.worst)) {
        fmt::print(stderr, "stickslip: the response is unbounded for all {} choices that were tried\n",
                   answer.optimum.evaluations);
        return no_result;
    }
    answer.responses = choices.scenario_responses(answer.optimum.best.values);
    answer.as_given = choices.as_given();
    answer.worst = static_cast<std::size_t>(
        std::ranges::max_element(answer.responses, {}, &ScenarioResponse::response) - answer.responses.begin());
    files.finish([&] {
        return plot_joint_design(
            {choices, answer.optimum.best.values, answer.responses, answer.as_given ? &*answer.as_given : nullptr});
    });
    request.is_json ? print_json(choices, answer, request.minimise) : print_text(choices, answer, request.minimise);
    tell_written({request.plot_file}, request.is_json);
    return done;
}

}  // namespace stickslip::cli
