#include "case_choices.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace stickslip {

CaseChoices::CaseChoices(const CaseKind& kind, ChoiceQuestion question) : kind_(kind), question_(std::move(question)) {
    require_different_keys();
    if (question_.choices.empty()) throw std::invalid_argument("a design needs a key that is varied");
    if (question_.observables.empty()) throw std::invalid_argument("a design needs something to minimise");
    question_.records.empty() ? open_steady_state() : open_records();
    for (const ObservableName& o : observables_) {
        if (o.unit == observables_.front().unit) continue;
        throw std::invalid_argument("the largest of " + observables_.front().name + " [" + observables_.front().unit +
                                    "] and " + o.name + " [" + o.unit + "] has no meaning: the units differ");
    }
}

void CaseChoices::require_different_keys() const {
    std::set<std::string> seen;
    if (question_.over) seen.insert(*question_.over);
    for (const CaseChoice& choice : question_.choices) {
        for (const std::string& key : choice.keys) {
            if (!seen.insert(key).second) throw std::invalid_argument(key + " is varied twice: the keys must differ");
        }
    }
}

void CaseChoices::open_records() {
    static_cast<void>(kind_.motion_response(chosen(ends(&Interval::low)), question_.observables));  // a case, too
    motions_.emplace(kind_, chosen(ends(&Interval::high)), question_.observables, "a design");
    observables_ = motions_->response().observables;
}

void CaseChoices::open_steady_state() {
    const std::vector<double> low = ends(&Interval::low), high = ends(&Interval::high);
    static_cast<void>(kind_.response(chosen(low), place_key(), band_for(low.front()).low, {}, 0.0));
    const double at = band_for(high.front()).high;
    const auto response = kind_.response(chosen(high), place_key(), at, {}, 0.0);
    for (const std::string& name : question_.observables) observables_.push_back(response->observable(name, at, 0.0));
}

std::vector<Interval> CaseChoices::ranges() const {
    std::vector<Interval> ranges;
    for (const CaseChoice& choice : question_.choices) ranges.push_back(choice.range);
    return ranges;
}

std::vector<double> CaseChoices::ends(double Interval::*end) const {
    std::vector<double> values;
    for (const CaseChoice& choice : question_.choices) values.push_back(choice.range.*end);
    return values;
}

const std::string& CaseChoices::place_key() const {
    return question_.over ? *question_.over : question_.choices.front().keys.front();
}

Interval CaseChoices::band_for(double first_value) const {
    return question_.over ? question_.band : Interval{first_value, first_value};
}

CaseDocument CaseChoices::chosen(std::span<const double> values) const {
    CaseDocument document = question_.document;
    for (std::size_t i = 0; i < question_.choices.size(); ++i) {
        for (const std::string& key : question_.choices[i].keys) document = document.with_value(key, values[i]);
    }
    return document;
}

std::vector<CaseChoices::Part> CaseChoices::parts(const CaseDocument& document, std::size_t scenario,
                                                  const Interval& band) const {
    if (question_.records.empty()) return steady_parts(document, band);
    const std::vector<double> values = motions_->values(document, question_.records[scenario].samples);
    std::vector<Part> parts;
    for (std::size_t i = 0; i < values.size(); ++i)
        parts.push_back({values[i], motions_->response().observable_of[i], 0.0});
    return parts;
}

std::vector<CaseChoices::Part> CaseChoices::steady_parts(const CaseDocument& document, const Interval& band) const {
    const auto response = kind_.response(document, place_key(), band.high, {}, 0.0);
    std::vector<Part> parts;
    for (std::size_t i = 0; i < question_.observables.size(); ++i) {
        const auto at = [&](double /*choice*/, double place) {
            return response->value(question_.observables[i], place, 0.0);
        };
        const WorstCase worst = worst_over(at, 0.0, band, response->usual_options());
        parts.push_back({worst.response, i, worst.over});
    }
    return parts;
}

std::vector<double> CaseChoices::responses(std::span<const double> values) const {
    const CaseDocument document = chosen(values);
    std::vector<double> all;
    for (std::size_t k = 0; k < scenarios(); ++k) {
        for (const Part& part : parts(document, k, band_for(values.front()))) all.push_back(part.response);
    }
    return all;
}

std::vector<ScenarioResponse> CaseChoices::largest_parts(const CaseDocument& document, const Interval& band) const {
    std::vector<ScenarioResponse> largest;
    for (std::size_t k = 0; k < scenarios(); ++k) {
        const std::vector<Part> all = parts(document, k, band);
        const Part& part = *std::ranges::max_element(all, {}, &Part::response);
        largest.push_back({part.response, part.observable, part.over});
    }
    return largest;
}

std::vector<ScenarioResponse> CaseChoices::scenario_responses(std::span<const double> values) const {
    return largest_parts(chosen(values), band_for(values.front()));
}

std::optional<std::vector<ScenarioResponse>> CaseChoices::as_given() const {
    if (question_.records.empty() && !question_.over) return std::nullopt;
    try {
        return largest_parts(question_.document, question_.band);
    } catch (const CaseError&) {
        return std::nullopt;  // a number that is chosen has no value in the case
    }
}

}  // namespace stickslip
