// Sweeps, boundaries between regimes, and designs: the engine asks for one point at a time, so every point is a chance
// to stop.

#include <pybind11/stl.h>

#include <cmath>
#include <optional>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "kernel/in_parallel.hpp"
#include "kinds/case_boundaries.hpp"
#include "long_work.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/sweep.hpp"

namespace stickslip::python {

namespace {

py::dict columns_of(const std::vector<SweepPoint>& points) {
    py::dict columns;
    columns["values"] = column(points, [](const SweepPoint& p) { return p.value; });
    columns["regime"] = column<std::int8_t>(points, [](const SweepPoint& p) { return p.state.regime; });
    columns["direction"] = column<std::int8_t>(points, [](const SweepPoint& p) { return p.direction; });
    for (const Observable& o : observables()) {
        columns[py::str(std::string(o.name))] = column(points, [&](const SweepPoint& p) {
            const double value = o.value(p.state);
            return std::isfinite(value) ? value : undefined_value;
        });
    }
    return columns;
}

/// All observables at these values of the key: up, down or both, each motion from where the one before has come to, or
/// none, each from where the case starts; then, where `refine_for` names one, also at further values where it bends.
py::dict sweep_line(const CaseDocument& document, const std::string& key, const Numbers& given,
                    const std::string& direction, const std::optional<std::string>& refine_for,
                    const py::object& progress) {
    const std::vector<double> values = vector_of(given);
    const std::size_t count = values.size() * (direction == "both" ? 2 : 1);
    const auto points = watched(progress, [&](Watch& watch) {
        const auto steady_from = [&](double value, const std::optional<State>& start) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            Case problem = document.with_value(key, value).read();
            if (start) problem.start = *start;
            SteadyState s = steady_state(problem, {.with_coexisting = false});
            s.cycle.reset();
            watch.count_one(count);
            return s;
        };
        const std::function<SteadyState(double)> steady_at = [&](double value) { return steady_from(value, {}); };
        std::vector<SweepPoint> found;
        for (const SweepDirection d : {SweepDirection::up, SweepDirection::down}) {
            if (direction != name(d) && direction != "both") continue;
            const std::vector<SweepPoint> run = continued_sweep(steady_from, values, d);
            found.insert(found.end(), run.begin(), run.end());
        }
        if (direction == name(SweepDirection::none)) found = sweep(steady_at, values);
        if (!refine_for) return found;
        const Observable& drawn = observable(*refine_for);
        // A resonance must not make everything else look straight.
        const RefineOptions refine{.curve = [&](const SteadyState& s) { return std::asinh(drawn.value(s)); }};
        return refined(steady_at, std::move(found), refine);
    });
    return columns_of(points);
}

CaseBoundaryOptions told_to(Watch& watch) {
    return {.progress = [&watch](double done) {
        watch.report(done);
        return true;
    }};
}

py::tuple crossings(const CaseDocument& document, const std::string& x, double from, double to, const std::string& at,
                    double value, const py::object& progress) {
    const auto found = watched(progress, [&](Watch& watch) {
        const BoundaryPlane plane{document, x, at, {from, to, value, value}, [&] { watch.check(); }};
        return case_crossings(kind_of(plane.at(to, value)), plane, told_to(watch));
    });
    py::list kinds;
    for (const Crossing& c : found) kinds.append(std::string(name(c.kind)));
    return py::make_tuple(column(found, [](const Crossing& c) { return c.value; }), kinds,
                          column<int>(found, [](const Crossing& c) { return c.stops_below; }),
                          column<int>(found, [](const Crossing& c) { return c.stops_above; }));
}

py::list trace(const CaseDocument& document, const std::string& x, const std::string& y, double x_from, double x_to,
               double y_from, double y_to, const py::object& progress) {
    const auto found = watched(progress, [&](Watch& watch) {
        const BoundaryPlane plane{document, x, y, {x_from, x_to, y_from, y_to}, [&] { watch.check(); }};
        return case_boundaries(kind_of(plane.at(x_to, y_to)), plane, told_to(watch));
    });
    py::list curves;
    for (const BoundaryCurve& c : found) {
        curves.append(py::make_tuple(std::string(name(c.kind)), c.is_closed, c.stops_change,
                                     column(c.points, [](const BoundaryPoint& p) { return p.x; }),
                                     column(c.points, [](const BoundaryPoint& p) { return p.y; })));
    }
    return curves;
}

struct Range {
    std::string key;
    double from;
    double to;
};

Range range_of(const py::tuple& t) { return {t[0].cast<std::string>(), t[1].cast<double>(), t[2].cast<double>()}; }

std::optional<Range> band_of(const py::object& t) {
    return t.is_none() ? std::nullopt : std::optional(range_of(py::cast<py::tuple>(t)));
}

std::unique_ptr<CaseResponse> response_of(const CaseDocument& document, const Range& vary,
                                          const std::optional<Range>& over) {
    CaseDocument there = document.with_value(vary.key, vary.to);
    if (over) there = there.with_value(over->key, over->to);
    return kind_of(there).response(document, vary.key, vary.to, over ? std::optional(over->key) : std::nullopt,
                                   over ? over->to : 0.0);
}

struct Design {
    ObservableName target;
    Optimum optimum;
    CaseResponse::Motion motion;
    std::optional<Crossing> boundary;
    std::vector<std::vector<double>> responses;  ///< over the band, for the best choice and both ends
    std::vector<double> places;
};

py::dict minimise(const CaseDocument& document, const py::tuple& vary_given, const std::string& minimised,
                  const py::object& over_given, const py::object& progress) {
    const Range vary = range_of(vary_given);
    const std::optional<Range> over = band_of(over_given);
    const Interval choices{vary.from, vary.to};
    const Interval band = over ? Interval{over->from, over->to} : Interval{};
    const Design d = watched(progress, [&](Watch& watch) {
        const auto response = response_of(document, vary, over);
        const ResponseAt at = [&](double v, double o) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response->value(minimised, v, o);
        };
        Design found;
        found.target = response->observable(minimised, choices.high, band.high);
        DesignOptions options = response->usual_options();
        options.progress = [&](double done) { watch.report(done); };
        found.optimum = minimise_worst(at, choices, band, options);
        if (!std::isfinite(found.optimum.best.response)) {
            throw NoResult("the response is unbounded for every value of " + vary.key);
        }
        const WorstCase& best = found.optimum.best;
        found.motion = response->motion(best.vary, best.over);
        found.boundary = response->nearest_boundary(choices, best);
        if (!over) return found;
        constexpr int places = 401;
        for (int i = 0; i < places; ++i) found.places.push_back(band.low + (band.high - band.low) * i / (places - 1));
        for (const double choice : {best.vary, vary.from, vary.to}) {
            std::vector<double> curve(places);
            in_parallel(0, places, [&](int i) {
                const auto k = static_cast<std::size_t>(i);
                curve[k] = at(choice, found.places[k]);
            });
            found.responses.push_back(std::move(curve));
        }
        return found;
    });
    py::dict result;
    result["unit"] = std::string(d.target.unit);
    result["description"] = std::string(d.target.description);
    result["value"] = d.optimum.best.vary;
    result["worst"] = d.optimum.best.response;
    result["at"] = over ? py::object(py::float_(d.optimum.best.over)) : py::none();
    result["regime"] = std::string(name(d.motion.regime));
    result["stops_per_cycle"] = d.motion.stops_per_cycle;
    result["nearest_boundary"] =
        d.boundary ? py::object(py::make_tuple(d.boundary->value, std::string(name(d.boundary->kind)))) : py::none();
    result["values"] = column(d.optimum.curve, [](const WorstCase& w) { return w.vary; });
    result["worsts"] = column(d.optimum.curve, [](const WorstCase& w) { return w.response; });
    result["places"] = array_of(d.places);
    py::list responses;
    for (const auto& curve : d.responses) responses.append(array_of(curve));
    result["responses"] = responses;
    return result;
}

py::tuple avoid_stick(const CaseDocument& document, const py::tuple& vary_given, const py::object& over_given,
                      const py::object& progress) {
    const Range vary = range_of(vary_given);
    const std::optional<Range> over = band_of(over_given);
    std::string side = "largest";
    const auto limit = watched(progress, [&](Watch& watch) {
        const auto response = response_of(document, vary, over);
        const auto sticks = [&](double v, double o) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response->sticks(v, o);
        };
        const Interval choices{vary.from, vary.to};
        const Interval band = over ? Interval{over->from, over->to} : Interval{};
        DesignOptions options = response->usual_options();
        options.progress = [&](double done) { watch.report(done); };
        auto found = largest_without_stick(sticks, choices, band, options);
        if (found) return found;
        // It sticks at the lower end: a force, not a friction, that must be large enough.
        side = "least";
        return least_without_stick(sticks, choices, band, options);
    });
    if (!limit) {
        const auto number = [](double value) { return std::string(py::repr(py::float_(value))); };
        throw NoResult("it sticks for " + vary.key + " = " + number(vary.from) + " and for " + vary.key + " = " +
                       number(vary.to));
    }
    return py::make_tuple(limit->vary, over ? py::object(py::float_(limit->over)) : py::none(), limit->is_end_of_range,
                          side);
}

/// The choices for which an observable has this value.
py::array_t<double> reach(const CaseDocument& document, const py::tuple& vary_given, const std::string& wanted,
                          double value, const py::object& progress) {
    const Range vary = range_of(vary_given);
    const auto found = watched(progress, [&](Watch& watch) {
        const auto response = response_of(document, vary, std::nullopt);
        static_cast<void>(response->observable(wanted, vary.to, 0.0));
        const auto at = [&](double v) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response->value(wanted, v, 0.0);
        };
        DesignOptions options = response->usual_options();
        options.progress = [&](double done) { watch.report(done); };
        return choices_reaching(value, at, {vary.from, vary.to}, options);
    });
    if (found.empty()) throw NoResult("no value of " + vary.key + " in this range gives that " + wanted);
    return array_of(found);
}

}  // namespace

void bind_curves(py::module_& m) {
    m.def("sweep", &sweep_line);
    m.def("crossings", &crossings);
    m.def("trace", &trace);
    m.def("minimise", &minimise);
    m.def("avoid_stick", &avoid_stick);
    m.def("reach", &reach);
}

}  // namespace stickslip::python
