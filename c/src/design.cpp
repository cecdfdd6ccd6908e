// Designs: the value of a key that minimises the worst response over a band, that never sticks, or that gives a wanted
// response.

#include <array>
#include <cmath>

#include "decimal.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/maps/map_request.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 8> design_options = {"vary",     "vary_range",  "over",   "over_range",
                                                            "minimise", "avoid_stick", "target", "target_value"};

/// What is varied, and the band in which it is looked at.
struct Choice {
    std::string vary;
    Interval choices;
    std::optional<std::string> over;
    Interval band;
    std::string unit;       ///< of `vary`
    std::string over_unit;  ///< of `over`
};

Choice choice_of(const Options& options) {
    Choice c{.vary = options.required_text("vary"), .choices = {}, .over = {}, .band = {}, .unit = {}, .over_unit = {}};
    const Range choices = options.range("vary_range");
    c.choices = {choices.from, choices.to};
    c.unit = readable_unit(key_meaning(c.vary).unit);
    if (!options.has("over")) return c;
    c.over = options.required_text("over");
    const Range band = options.range("over_range");
    c.band = {band.from, band.to};
    c.over_unit = readable_unit(key_meaning(*c.over).unit);
    return c;
}

std::unique_ptr<CaseResponse> response_of(const CaseDocument& document, const Choice& c) {
    CaseDocument there = document.with_value(c.vary, c.choices.high);
    if (c.over) there = there.with_value(*c.over, c.band.high);
    return kind_of(there).response(document, c.vary, c.choices.high, c.over, c.over ? c.band.high : 0.0);
}

DesignOptions told_to(Watch& watch, const CaseResponse& response) {
    DesignOptions how = response.usual_options();
    how.progress = [&watch](double done) { watch.report(done); };
    return how;
}

struct Best {
    ObservableName target;
    Optimum optimum;
    CaseResponse::Motion motion;
    std::optional<Crossing> boundary;
};

Best best_of(const CaseDocument& document, const Choice& c, const std::string& minimised, Watch& watch) {
    const auto response = response_of(document, c);
    const ResponseAt at = [&](double vary, double over) {
        watch.check();
        const InterruptionScope scope(watch.wanted());
        return response->value(minimised, vary, over);
    };
    Best found;
    found.target = response->observable(minimised, c.choices.high, c.band.high);
    found.optimum = minimise_worst(at, c.choices, c.band, told_to(watch, *response));
    const WorstCase& best = found.optimum.best;
    if (!std::isfinite(best.response)) throw NoResult("the response is unbounded for every value of " + c.vary);
    found.motion = response->motion(best.vary, best.over);
    found.boundary = response->nearest_boundary(c.choices, best);
    return found;
}

Answer minimise(const CaseDocument& document, const Choice& c, const Options& options) {
    const std::string minimised = options.required_text("minimise");
    const Best d = watched(options, [&](Watch& watch) { return best_of(document, c, minimised, watch); });
    const std::string unit = readable_unit(d.target.unit);
    Answer answer;
    stickslip_result& r = *answer.result;
    r.add_word("vary", c.vary);
    r.add_word("minimise", minimised);
    r.add("value", c.unit, d.optimum.best.vary);
    r.add("worst", unit, d.optimum.best.response);
    r.columns.back().description = d.target.description;
    r.add("at", c.over_unit, c.over ? d.optimum.best.over : undefined);
    r.add_word("regime", name(d.motion.regime));
    r.add("stops_per_cycle", "1", d.motion.stops_per_cycle);
    r.add("nearest_boundary.value", c.unit, d.boundary ? d.boundary->value : undefined);
    if (d.boundary) r.add_word("nearest_boundary.kind", name(d.boundary->kind));
    r.add("values", c.unit, values_of(d.optimum.curve, [](const WorstCase& w) { return w.vary; }));
    r.add("worsts", unit, values_of(d.optimum.curve, [](const WorstCase& w) { return w.response; }),
          d.target.description);
    return answer;
}

Answer avoid_stick(const CaseDocument& document, const Choice& c, const Options& options) {
    std::string side = "largest";
    const auto limit = watched(options, [&](Watch& watch) {
        const auto response = response_of(document, c);
        const auto sticks = [&](double vary, double over) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response->sticks(vary, over);
        };
        const DesignOptions how = told_to(watch, *response);
        auto found = largest_without_stick(sticks, c.choices, c.band, how);
        if (found) return found;
        // It sticks at the lower end: a force, not a friction, that must be large enough.
        side = "least";
        return least_without_stick(sticks, c.choices, c.band, how);
    });
    if (!limit) {
        throw NoResult("it sticks for " + c.vary + " = " + decimal(c.choices.low) + " and for " + c.vary + " = " +
                       decimal(c.choices.high));
    }
    Answer answer;
    answer.result->add_word("vary", c.vary);
    answer.result->add("value", c.unit, limit->vary);
    answer.result->add("at", c.over_unit, c.over ? limit->over : undefined);
    answer.result->add("end_of_range", "1", limit->is_end_of_range ? 1.0 : 0.0);
    answer.result->add_word("limit", side);
    return answer;
}

/// The choices for which an observable has this value.
Answer reach(const CaseDocument& document, const Choice& c, const Options& options) {
    if (c.over) throw std::invalid_argument("target asks about the case as it is: leave over out");
    const std::string wanted = options.required_text("target");
    const double value = options.required_number("target_value");
    const auto found = watched(options, [&](Watch& watch) {
        const auto response = response_of(document, c);
        static_cast<void>(response->observable(wanted, c.choices.high, 0.0));
        const auto at = [&](double vary) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response->value(wanted, vary, 0.0);
        };
        return choices_reaching(value, at, c.choices, told_to(watch, *response));
    });
    if (found.empty()) throw NoResult("no value of " + c.vary + " in this range gives that " + wanted);
    Answer answer;
    answer.result->add_word("vary", c.vary);
    answer.result->add("value", c.unit, found.front());
    answer.result->add("values", c.unit, found);
    return answer;
}

Answer design_case(const CaseDocument& document, const Options& options) {
    const bool avoids = options.flag("avoid_stick");
    if (int(avoids) + int(options.has("minimise")) + int(options.has("target")) != 1) {
        throw std::invalid_argument("design needs one of minimise, avoid_stick and target");
    }
    const Choice choice = choice_of(options);
    if (avoids) return avoid_stick(document, choice, options);
    return options.has("target") ? reach(document, choice, options) : minimise(document, choice, options);
}

}  // namespace

const Verb verbs::design{design_options, design_case};

}  // namespace stickslip::c
