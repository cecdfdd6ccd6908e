// Sweeps, boundaries between regimes, and designs: the engine asks for one point at a time, so every point is a chance
// to stop.

#include <pybind11/stl.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <optional>

#include "binding.hpp"
#include "long_work.hpp"
#include "problem.hpp"
#include "stickslip/steady/boundary.hpp"
#include "stickslip/steady/boundary_plane.hpp"
#include "stickslip/steady/case_response.hpp"
#include "stickslip/steady/sweep.hpp"

namespace stickslip::python {

namespace {

py::dict columns_of(const std::vector<SweepPoint>& points) {
    py::dict columns;
    columns["values"] = column(points, [](const SweepPoint& p) { return p.value; });
    columns["regime"] = column<std::int8_t>(points, [](const SweepPoint& p) { return p.state.regime; });
    for (const Observable& o : observables()) {
        columns[py::str(std::string(o.name))] = column(points, [&](const SweepPoint& p) {
            const double value = o.value(p.state);
            return std::isfinite(value) ? value : undefined_value;
        });
    }
    return columns;
}

/// All observables at these values of the key; where `refine_for` names one, also at further values where it bends.
py::dict sweep_line(const CaseDocument& document, const std::string& key, const Numbers& given,
                    const std::optional<std::string>& refine_for, const py::object& progress) {
    const std::vector<double> values = vector_of(given);
    const auto points = watched(progress, [&](Watch& watch) {
        const std::function<SteadyState(double)> steady_at = [&](double value) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            SteadyState s = steady_state(document.with_value(key, value).read(), {.with_coexisting = false});
            s.cycle.reset();
            watch.count_one(values.size());
            return s;
        };
        std::vector<SweepPoint> found = sweep(steady_at, values);
        if (!refine_for) return found;
        const Observable& drawn = observable(*refine_for);
        // A resonance must not make everything else look straight.
        const RefineOptions refine{.curve = [&](const SteadyState& s) { return std::asinh(drawn.value(s)); }};
        return refined(steady_at, std::move(found), refine);
    });
    return columns_of(points);
}

py::tuple crossings(const CaseDocument& document, const std::string& x, double from, double to, const std::string& at,
                    double value, const py::object& progress) {
    const auto found = watched(progress, [&](Watch& watch) {
        const auto plane = boundary_plane(document, x, at);
        const auto line = [&](double v) {
            watch.check();
            return plane(v, value);
        };
        CrossingOptions options;
        options.progress = [&](double done) { watch.report(done); };
        return crossings_along(line, from, to, options);
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
        const auto plane = boundary_plane(document, x, y);
        const auto asked = [&](double a, double b) {
            watch.check();
            return plane(a, b);
        };
        TraceOptions options;
        options.progress = [&](double done) {
            watch.report(done);
            return true;
        };
        return trace_boundaries(asked, {x_from, x_to, y_from, y_to}, options);
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

struct Design {
    Optimum optimum;
    SteadyState state;
    std::optional<Crossing> boundary;
    std::vector<std::vector<double>> responses;  ///< over the band, for the best choice and both ends
    std::vector<double> places;
};

py::dict minimise(const CaseDocument& document, const py::tuple& vary_given, const std::string& minimised,
                  const py::object& over_given, const py::object& progress) {
    const Range vary = range_of(vary_given);
    const std::optional<Range> over = band_of(over_given);
    const Observable& target = observable(minimised);
    const Interval choices{vary.from, vary.to};
    const Interval band = over ? Interval{over->from, over->to} : Interval{};
    const Design d = watched(progress, [&](Watch& watch) {
        const CaseResponse response(document, vary.key, over ? std::optional(over->key) : std::nullopt);
        const ResponseAt at = [&](double v, double o) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return response.value(target, v, o);
        };
        Design found;
        DesignOptions options;
        options.progress = [&](double done) { watch.report(done); };
        found.optimum = minimise_worst(at, choices, band, options);
        if (!std::isfinite(found.optimum.best.response)) {
            throw NoResult("the response is unbounded for every value of " + vary.key);
        }
        const WorstCase& best = found.optimum.best;
        found.state = response.state(best.vary, best.over);
        found.boundary = nearest_boundary(response, choices, best);
        if (!over) return found;
        constexpr int places = 401;
        for (int i = 0; i < places; ++i) found.places.push_back(band.low + (band.high - band.low) * i / (places - 1));
        for (const double choice : {best.vary, vary.from, vary.to}) {
            std::vector<double> curve(places);
            tbb::parallel_for(0, places, [&](int i) {
                const auto k = static_cast<std::size_t>(i);
                curve[k] = at(choice, found.places[k]);
            });
            found.responses.push_back(std::move(curve));
        }
        return found;
    });
    py::dict result;
    result["value"] = d.optimum.best.vary;
    result["worst"] = d.optimum.best.response;
    result["at"] = over ? py::object(py::float_(d.optimum.best.over)) : py::none();
    result["regime"] = std::string(name(d.state.regime));
    result["stops_per_cycle"] = d.state.stops_per_cycle();
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
    const auto limit = watched(progress, [&](Watch& watch) {
        const CaseResponse response(document, vary.key, over ? std::optional(over->key) : std::nullopt);
        const auto sticks = [&](double v, double o) { return response.sticks(v, o); };
        DesignOptions options;
        options.progress = [&](double done) { watch.report(done); };
        return largest_without_stick(sticks, {vary.from, vary.to}, over ? Interval{over->from, over->to} : Interval{},
                                     options);
    });
    if (!limit)
        throw NoResult("it sticks for " + vary.key + " = " + std::string(py::repr(py::float_(vary.from))) + " already");
    return py::make_tuple(limit->vary, over ? py::object(py::float_(limit->over)) : py::none(), limit->is_end_of_range);
}

}  // namespace

void bind_curves(py::module_& m) {
    m.def("sweep", &sweep_line);
    m.def("crossings", &crossings);
    m.def("trace", &trace);
    m.def("minimise", &minimise);
    m.def("avoid_stick", &avoid_stick);
}

}  // namespace stickslip::python
