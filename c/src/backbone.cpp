// Backbone curves: equivalent frequency and damping against amplitude, of a free decay or of forced motions.

#include <array>

#include "kinds/case_backbone.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/maps/map_request.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 8> backbone_options = {"of",   "until",  "from_steady", "ripple",
                                                              "over", "values", "resonance",   "resonance_range"};

/// What lengths are measured in.
std::string length_unit(const CaseDocument& document) {
    return document.is_structure() || !document.read().is_dimensionless ? "m" : "p₀/k";
}

Answer free_decay(const CaseDocument& document, const Options& options) {
    const DecayRequest request{options.text("of"), options.number("until"), options.flag("from_steady")};
    FreeDecay decay = watched(options, [&](Watch& watch) {
        watch.report_unknown();
        return follow_decay(kind_of(document), document, request);
    });
    decay.turns = without_ripples(decay.turns, options.number("ripple").value_or(usual_ripple));
    const std::vector<DecayCycle> cycles = decay_cycles(decay.turns);
    if (cycles.empty()) {
        throw NoResult(decay.of +
                       " turns less than three times: a free decay needs a start away from rest "
                       "(start.position, start.velocity), or from_steady");
    }
    const std::string length = length_unit(document);
    Answer answer;
    stickslip_result& r = *answer.result;
    r.add_word("of", decay.of);
    r.add("time", "s", values_of(cycles, [](const DecayCycle& c) { return c.time; }));
    r.add("amplitude", length, values_of(cycles, [](const DecayCycle& c) { return c.amplitude; }));
    r.add("frequency", "rad/s", values_of(cycles, [](const DecayCycle& c) { return c.frequency; }));
    r.add("damping_ratio", "1", values_of(cycles, [](const DecayCycle& c) { return finite(c.damping_ratio); }));
    r.add("energy_damping_ratio", "1",
          values_of(cycles, [](const DecayCycle& c) { return finite(c.energy_damping_ratio); }));
    r.add("turns.t", "s", values_of(decay.turns, [](const Turn& t) { return t.time; }));
    r.add("turns.x", length, values_of(decay.turns, [](const Turn& t) { return t.value; }));
    r.add("residual", length, finite(decay.residual));
    r.add("at_rest", "1", decay.is_at_rest ? 1.0 : 0.0);
    r.add("end", "s", decay.end_time);
    return answer;
}

Answer forced(const CaseDocument& document, const Options& options) {
    ForcedRequest request{.of = options.text("of"),
                          .over = options.required_text("over"),
                          .values = options.numbers("values"),
                          .resonance = {},
                          .band = {}};
    if (request.values.empty()) throw std::invalid_argument("values must be at least one number, of " + request.over);
    CaseDocument first = document.with_value(request.over, request.values.front());
    if (options.has("resonance")) {
        request.resonance = options.required_text("resonance");
        if (*request.resonance == request.over) {
            throw std::invalid_argument(
                "over and resonance need different keys: one is varied, the other one is found");
        }
        const Range band = options.range("resonance_range");
        request.band = {band.from, band.to};
        first = first.with_value(*request.resonance, band.from);
    }
    const auto points = watched(options, [&](Watch& watch) {
        request.progress = [&] { watch.count_one(request.values.size()); };
        return forced_backbone(kind_of(first), document, request);
    });
    const std::string length = length_unit(first);
    Answer answer;
    stickslip_result& r = *answer.result;
    const auto column = [&](const char* name, std::string_view unit, double ForcedPoint::*number) {
        r.add(name, unit, values_of(points, [&](const ForcedPoint& p) { return finite(p.*number); }));
    };
    r.add_word("key", request.over);
    column("values", readable_unit(key_meaning(request.over).unit), &ForcedPoint::value);
    add_regimes(r, "regime", values_of(points, [](const ForcedPoint& p) { return int(p.regime); }));
    column("frequency", "rad/s", &ForcedPoint::frequency);
    column("amplitude", length, &ForcedPoint::amplitude);
    column("fundamental", length, &ForcedPoint::fundamental);
    column("phase_lag", "rad", &ForcedPoint::phase_lag);
    column("loss", "J", &ForcedPoint::loss);
    column("energy", "J", &ForcedPoint::energy);
    column("damping_ratio", "1", &ForcedPoint::damping_ratio);
    return answer;
}

Answer backbone_case(const CaseDocument& document, const Options& options) {
    const bool is_forced = options.has("over");
    for (const char* name : {"until", "from_steady", "ripple"}) {
        if (is_forced && options.has(name)) {
            throw std::invalid_argument(std::string(name) + " is for free decays: leave out over");
        }
    }
    for (const char* name : {"values", "resonance", "resonance_range"}) {
        if (!is_forced && options.has(name)) {
            throw std::invalid_argument(std::string(name) + " needs over, the key that is varied");
        }
    }
    return is_forced ? forced(document, options) : free_decay(document, options);
}

}  // namespace

const Verb verbs::backbone{backbone_options, backbone_case};

}  // namespace stickslip::c
