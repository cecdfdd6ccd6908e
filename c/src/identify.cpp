// Numbers of a case from a measured motion.

#include "stickslip/identify/identify.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "stickslip/maps/map_request.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 7> identify_options = {"times", "values", "quantity",  "fit",
                                                              "lower", "upper",  "confidence"};

MeasuredQuantity quantity_of(const Options& options) {
    const std::string text = options.text("quantity", name(MeasuredQuantity::displacement));
    for (const auto q : {MeasuredQuantity::displacement, MeasuredQuantity::velocity, MeasuredQuantity::acceleration}) {
        if (name(q) == text) return q;
    }
    throw std::invalid_argument("quantity = " + text + " must be displacement, velocity or acceleration");
}

std::string_view record_unit(MeasuredQuantity q) {
    if (q == MeasuredQuantity::velocity) return "m/s";
    return q == MeasuredQuantity::acceleration ? "m/s²" : "m";
}

/// The keys with their bounds: one number for each, NaN where there is none.
std::vector<FittedKey> keys_of(const Options& options) {
    std::vector<FittedKey> keys;
    for (const std::string& key : options.list("fit")) keys.push_back({key, {}, {}});
    for (const auto& [option, bound] : {std::pair{"lower", &FittedKey::lower}, std::pair{"upper", &FittedKey::upper}}) {
        if (!options.has(option)) continue;
        const std::vector<double> numbers = options.numbers(option);
        if (numbers.size() != keys.size()) {
            throw std::invalid_argument(std::string(option) + " has " + std::to_string(numbers.size()) +
                                        " numbers; it must have one for each key of fit, " +
                                        std::to_string(keys.size()));
        }
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (!std::isnan(numbers[i])) keys[i].*bound = numbers[i];
        }
    }
    return keys;
}

std::string unit_of_key(const std::string& key, MeasuredQuantity quantity) {
    if (key == sensor_offset) return std::string(record_unit(quantity));
    const std::string unit = readable_unit(key_meaning(key).unit);
    return unit.empty() ? "1" : unit;
}

void add_estimates(stickslip_result& r, const Identification& found, MeasuredQuantity quantity) {
    for (const Estimate& e : found.estimates) {
        const std::string unit = unit_of_key(e.key, quantity);
        const std::string at = "estimates." + e.key + ".";
        r.add(at + "value", unit, e.value);
        r.add(at + "lower", unit, finite(e.lower));
        r.add(at + "upper", unit, finite(e.upper));
        r.add(at + "standard_error", unit, finite(e.standard_error));
    }
    std::vector<double> correlation;
    for (const auto& row : found.correlation) correlation.insert(correlation.end(), row.begin(), row.end());
    r.add_table("correlation", "1", found.correlation.size(), found.correlation.size(), correlation);
}

/// The other models, and the best numbers of each; NaN where a model does not have that number.
void add_alternatives(stickslip_result& r, const Identification& found, MeasuredQuantity quantity) {
    const std::vector<ModelScore>& models = found.alternatives;
    r.add_words("alternatives.model", texts_of(models, [](const ModelScore& m) { return m.model; }));
    r.add("alternatives.bic", "1", values_of(models, [](const ModelScore& m) { return m.bic; }));
    r.add("alternatives.noise", record_unit(quantity), values_of(models, [](const ModelScore& m) { return m.noise; }));
    std::set<std::string> keys;
    for (const ModelScore& m : models) {
        for (const auto& [key, value] : m.numbers) keys.insert(key);
    }
    for (const std::string& key : keys) {
        r.add("alternatives.values." + key, unit_of_key(key, quantity), values_of(models, [&](const ModelScore& m) {
                  const auto number = std::ranges::find(m.numbers, key, &std::pair<std::string, double>::first);
                  return number == m.numbers.end() ? undefined : finite(number->second);
              }));
    }
}

Answer identify_case(const CaseDocument& document, const Options& options) {
    const Measurement measured{options.numbers("times"), options.numbers("values"), quantity_of(options)};
    const std::vector<FittedKey> keys = keys_of(options);
    const double confidence = options.number("confidence").value_or(0.95);
    const Identification found = watched(options, [&](Watch& watch) {
        watch.report_unknown();
        return identify(document, measured, keys, {.confidence = confidence});
    });
    Answer answer = titled(document.title());
    stickslip_result& r = *answer.result;
    r.add_word("quantity", name(measured.quantity));
    r.add("confidence", "1", confidence);
    r.add("found", "1", found.is_found ? 1.0 : 0.0);
    r.add("explained", "1", found.explained);
    r.add("samples", "1", static_cast<double>(found.samples));
    r.add("time_origin", "s", found.time_origin);
    r.add_words("warnings", found.warnings);
    if (!found.is_found) {
        answer.problem = found.reason;
        return answer;
    }
    const std::string_view unit = record_unit(measured.quantity);
    add_estimates(r, found, measured.quantity);
    r.add("noise", unit, found.noise);
    r.add("misfit", "1", found.is_misfit ? 1.0 : 0.0);
    r.add_word("model", found.model);
    add_alternatives(r, found, measured.quantity);
    r.add_word("case_text", found.result.front().text());
    r.add("record.t", "s", measured.times);
    r.add("record.measured", unit, measured.values);
    r.add("record.modelled", unit, found.modelled);
    return answer;
}

}  // namespace

const Verb verbs::identify{identify_options, identify_case};

}  // namespace stickslip::c
