// Response curves: steady states against the values of a key.

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/in_parallel.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/structure/response_curve.hpp"
#include "stickslip/studies/sweep.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

constexpr std::array<std::string_view, 6> sweep_options = {"over",      "values", "observables",
                                                           "direction", "refine", "shapes"};

/// The key that is varied, and its values.
struct Varied {
    std::string key;
    std::vector<double> values;
};

Varied varied_of(const Options& options) {
    Varied v{options.required_text("over"), options.numbers("values")};
    if (v.values.empty()) throw std::invalid_argument("values must be at least one number, of the key " + v.key);
    return v;
}

/// The key, its values and the regimes there.
void add_head(stickslip_result& r, const Varied& v, std::vector<double> values, std::vector<double> regimes) {
    r.add_word("key", v.key);
    const KeyMeaning meaning = key_meaning(v.key);
    r.add("values", readable_unit(meaning.unit), std::move(values), meaning.description);
    add_regimes(r, "regime", std::move(regimes));
}

using SteadyFrom = std::function<SteadyState(double, const std::optional<State>&)>;

std::vector<SweepPoint> line_points(const SteadyFrom& steady_from, const Varied& v, const std::string& direction) {
    const std::function<SteadyState(double)> steady_at = [&](double value) { return steady_from(value, {}); };
    if (direction == name(SweepDirection::none)) return sweep(steady_at, v.values);
    std::vector<SweepPoint> found;
    for (const SweepDirection d : {SweepDirection::up, SweepDirection::down}) {
        if (direction != name(d) && direction != "both") continue;
        const std::vector<SweepPoint> run = continued_sweep(steady_from, v.values, d);
        found.insert(found.end(), run.begin(), run.end());
    }
    return found;
}

Answer line_answer(const Varied& v, const Case& first, const std::vector<const Observable*>& chosen,
                   const std::vector<SweepPoint>& points, bool is_continued) {
    Answer answer;
    stickslip_result& r = *answer.result;
    add_head(r, v, values_of(points, [](const SweepPoint& p) { return p.value; }),
             values_of(points, [](const SweepPoint& p) { return int(p.state.regime); }));
    if (is_continued) {
        const auto directions = std::array{SweepDirection::none, SweepDirection::up, SweepDirection::down};
        r.add_counted("direction", values_of(points, [](const SweepPoint& p) { return int(p.direction); }),
                      texts_of(directions, [](SweepDirection d) { return name(d); }));
    }
    for (const Observable* o : chosen) {
        r.add(std::string(o->name), readable_unit(std::string(unit_of(*o, first))),
              values_of(points, [&](const SweepPoint& p) { return finite(o->value(p.state)); }), o->description);
    }
    return answer;
}

Answer sweep_line(const CaseDocument& document, const Varied& v, const Options& options) {
    const std::string direction = options.text("direction", "none");
    const auto known = std::array<std::string_view, 4>{"none", "up", "down", "both"};
    if (std::ranges::find(known, direction) == known.end()) {
        throw std::invalid_argument("direction = " + direction + " must be none, up, down or both");
    }
    const bool is_continued = direction != "none";
    if (is_continued && options.flag("refine")) {
        throw std::invalid_argument(
            "refine adds points in any order, but direction needs them one after the other; leave out one of the two");
    }
    const Case first = document.with_value(v.key, v.values.front()).read();
    std::vector<std::string> names = options.list("observables");
    if (names.empty()) names = usual_observables(first);
    std::vector<const Observable*> chosen;
    for (const std::string& name : names) chosen.push_back(&observable(name));
    const std::size_t count = v.values.size() * (direction == "both" ? 2 : 1);
    const auto points = watched(options, [&](Watch& watch) {
        const SteadyFrom steady_from = [&](double value, const std::optional<State>& start) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            Case problem = document.with_value(v.key, value).read();
            if (start) problem.start = *start;
            SteadyState s = steady_state(problem, {.with_coexisting = false});
            s.cycle.reset();
            watch.count_one(count);
            return s;
        };
        std::vector<SweepPoint> found = line_points(steady_from, v, direction);
        if (!options.flag("refine")) return found;
        // A resonance must not make everything else look straight.
        const RefineOptions how{.curve = [&](const SteadyState& s) { return std::asinh(chosen.front()->value(s)); }};
        return refined([&](double value) { return steady_from(value, {}); }, std::move(found), how);
    });
    return line_answer(v, first, chosen, points, is_continued);
}

/// What only cases on a line have. @throws std::invalid_argument where it was asked for
void refuse_continuation(const Options& options) {
    for (const char* name : {"direction", "refine"}) {
        if (options.has(name)) throw std::invalid_argument(std::string(name) + " is for one mass on a line");
    }
}

Answer sweep_plane(const CaseDocument& document, const Varied& v, const Options& options) {
    refuse_continuation(options);
    std::vector<std::string> names = options.list("observables");
    if (names.empty()) names = planar::usual_observables();
    std::vector<const planar::Observable*> chosen;
    for (const std::string& name : names) chosen.push_back(&planar::observable(name));
    const auto states = watched(options, [&](Watch& watch) {
        std::vector<planar::SteadyState> found(v.values.size());
        in_parallel(std::size_t{0}, v.values.size(), [&](std::size_t i) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            const planar::Case c = document.with_value(v.key, v.values[i]).read_planar();
            found[i] = planar::steady_state(c.oscillator, c.load, c.start);
            found[i].cycle.reset();
            watch.count_one(v.values.size());
        });
        return found;
    });
    Answer answer;
    add_head(*answer.result, v, v.values, values_of(states, [](const auto& s) { return int(s.regime); }));
    for (const planar::Observable* o : chosen) {
        answer.result->add(std::string(o->name), readable_unit(std::string(o->unit)),
                           values_of(states, [&](const auto& s) { return finite(o->value(s)); }), o->description);
    }
    return answer;
}

void add_shapes(stickslip_result& r, const std::vector<structure::PeakShape>& shapes, std::size_t size) {
    r.add("peaks.value", "", values_of(shapes, [](const auto& p) { return p.value; }));
    std::vector<double> amplitudes, displacements;
    for (const structure::PeakShape& p : shapes) {
        amplitudes.insert(amplitudes.end(), p.amplitude.begin(), p.amplitude.end());
        displacements.insert(displacements.end(), p.shape.begin(), p.shape.end());
    }
    r.add_table("peaks.amplitude", "m", shapes.size(), size, amplitudes);
    r.add_table("peaks.shape", "m", shapes.size(), size, displacements);
}

Answer sweep_structure(const CaseDocument& document, const Varied& v, const Options& options) {
    refuse_continuation(options);
    const auto case_at = [&](double value) { return structure::read_case(document.with_value(v.key, value)); };
    const structure::Case first = case_at(v.values.front());
    std::vector<structure::Observable> chosen;
    for (const std::string& name : options.list("observables")) {
        chosen.push_back(structure::observable(first.structure, name));
    }
    if (chosen.empty()) chosen = structure::usual_observables(first.structure);
    const auto [curve, shapes] = watched(options, [&](Watch& watch) {
        const std::size_t steps = v.values.size() + 1;  // the shapes are the last one
        structure::ResponseCurve found =
            structure::response_curve(case_at, v.values, chosen, [&] { watch.count_one(steps); });
        std::vector<structure::PeakShape> peaks;
        if (options.flag("shapes")) peaks = structure::shapes_at_peaks(case_at, found);
        return std::pair{std::move(found), std::move(peaks)};
    });
    Answer answer;
    stickslip_result& r = *answer.result;
    add_head(r, v, curve.values, values_of(curve.regimes, [](Regime regime) { return int(regime); }));
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        r.add(chosen[k].name, readable_unit(chosen[k].unit), values_of(curve.columns[k], finite),
              chosen[k].description);
    }
    if (options.flag("shapes")) add_shapes(r, shapes, first.structure.size());
    return answer;
}

Answer sweep_case(const CaseDocument& document, const Options& options) {
    const Varied v = varied_of(options);
    const CaseDocument first = document.with_value(v.key, v.values.front());
    if (first.is_structure()) return sweep_structure(document, v, options);
    if (options.has("shapes")) throw std::invalid_argument("shapes is for structures");
    return first.is_planar() ? sweep_plane(document, v, options) : sweep_line(document, v, options);
}

}  // namespace

const Verb verbs::sweep{sweep_options, sweep_case};

}  // namespace stickslip::c
