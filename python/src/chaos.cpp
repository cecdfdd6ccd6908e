#include <pybind11/stl.h>

#include <cmath>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"

namespace stickslip::python {

namespace {

SectionKind section_named(const std::string& wanted) {
    for (const SectionKind kind :
         {SectionKind::stroboscopic, SectionKind::stop, SectionKind::release, SectionKind::turn}) {
        if (name(kind) == wanted) return kind;
    }
    throw std::invalid_argument("section " + wanted + " must be stroboscopic, stop, release or turn");
}

py::tuple poincare(const Problem& problem, const std::string& kind, long points, long transient, double phase,
                   const py::object& progress) {
    const Case& c = problem.on_line();
    SectionOptions options;
    options.kind = section_named(kind);
    options.points = points;
    options.transient = transient;
    options.phase = phase;
    const Section found = watched(progress, [&](Watch& watch) {
        options.series.progress = [&] { watch.check(); };
        options.progress = [&](double done) { watch.report(done); };
        return poincare_section(c.oscillator, c.load, c.start, options);
    });
    return py::make_tuple(column(found.points, [](const SectionPoint& p) { return p.time; }),
                          column(found.points, [](const SectionPoint& p) { return p.position; }),
                          column(found.points, [](const SectionPoint& p) { return p.velocity; }), found.has_diverged);
}

py::dict lyapunov(const Problem& problem, long periods, long transient, int runs, std::uint64_t seed,
                  const py::object& progress) {
    const Case& c = problem.on_line();
    const LyapunovExponent found = watched(progress, [&](Watch& watch) {
        LyapunovOptions options;
        options.periods = periods;
        options.transient = transient;
        options.runs = runs;
        options.seed = seed;
        options.series.progress = [&] { watch.check(); };
        options.progress = [&](double done) { watch.report(done); };
        return lyapunov_exponent(c.oscillator, c.load, c.start, options);
    });
    if (found.has_diverged) {
        throw NoResult("diverging: the motion grows beyond 1e9 m, so there is no exponent");
    }
    py::dict d;
    d["exponent"] = found.exponent;
    d["standard_error"] = found.standard_error;
    d["periods"] = found.periods;
    d["after"] = column(found.convergence, [](const ExponentAfter& e) { return e.periods; });
    d["exponents"] = column(found.convergence, [](const ExponentAfter& e) { return e.exponent; });
    return d;
}

py::tuple attractor_tuple(const Attractor& a, double belt) {
    const double undefined = std::nan("");
    return py::make_tuple(a.label(), a.kind == AttractorKind::periodic ? a.multiplier : undefined,
                          a.kind == AttractorKind::chaotic ? a.exponent : undefined,
                          column(a.points, [](const LawState& p) { return p.position; }),
                          column(a.points, [&](const LawState& p) { return p.slip_velocity + belt; }));
}

py::list met_from(const Branch& branch) {
    constexpr const char* names[] = {"fresh", "forward", "backward"};
    py::list list;
    for (const Continuation c : branch.met_from) list.append(names[static_cast<int>(c)]);
    return list;
}

py::list bifurcation(const CaseDocument& document, const std::string& key, const Numbers& given, bool sweeps,
                     int transient, int periods, int points, const py::object& progress) {
    const std::vector<double> values = vector_of(given);
    const Case first = document.read();
    const auto columns = watched(progress, [&](Watch& watch) {
        BifurcationOptions options;
        options.sweeps = sweeps;
        options.attractor.transient = transient;
        options.attractor.most_periods = periods;
        options.attractor.points = points;
        options.starts.insert(options.starts.begin(), first.start);
        options.attractor.series.progress = [&] { watch.check(); };
        options.progress = [&](double done) { watch.report(done); };
        const SystemFamily family = [&](double value) {
            watch.check();
            const Case c = document.with_value(key, value).read();
            return std::pair{c.oscillator, c.load};
        };
        return bifurcation_diagram(family, values, options);
    });
    py::list out;
    for (const BifurcationColumn& c : columns) {
        py::list branches;
        for (const Branch& b : c.branches) {
            branches.append(py::make_tuple(attractor_tuple(b.attractor, first.oscillator.belt_velocity), met_from(b)));
        }
        out.append(py::make_tuple(c.value, branches));
    }
    return out;
}

py::dict basins_of(const Problem& problem, const std::tuple<double, double, int>& position,
                   const std::tuple<double, double, int>& velocity, std::uint64_t seed, int transient, int periods,
                   const py::object& progress) {
    const Case& c = problem.on_line();
    const Basins found = watched(progress, [&](Watch& watch) {
        BasinOptions options;
        options.position = {std::get<0>(position), std::get<1>(position)};
        options.columns = std::get<2>(position);
        options.velocity = {std::get<0>(velocity), std::get<1>(velocity)};
        options.rows = std::get<2>(velocity);
        options.seed = seed;
        options.attractor.transient = transient;
        options.attractor.most_periods = periods;
        options.attractor.series.progress = [&] { watch.check(); };
        options.progress = [&](double done) { watch.report(done); };
        return basins(c.oscillator, c.load, options);
    });
    py::list attractors;
    for (const BasinShare& share : found.attractors) {
        attractors.append(py::make_tuple(attractor_tuple(share.attractor, c.oscillator.belt_velocity), share.fraction,
                                         share.standard_error));
    }
    py::dict d;
    d["attractors"] = attractors;
    d["x"] = column(found.cells, [](const BasinCell& cell) { return cell.start.position; });
    d["v"] = column(found.cells, [](const BasinCell& cell) { return cell.start.velocity; });
    d["attractor"] = column<int>(found.cells, [](const BasinCell& cell) { return cell.attractor; });
    return d;
}

}  // namespace

void bind_chaos(py::module_& m) {
    m.def("poincare", &poincare);
    m.def("lyapunov", &lyapunov);
    m.def("bifurcation", &bifurcation);
    m.def("basins", &basins_of);
}

}  // namespace stickslip::python
