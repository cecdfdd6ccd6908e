// One mass on a line, as applications see it.

#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "chaos_plot.hpp"
#include "energy_json.hpp"
#include "kind.hpp"
#include "motion_plot.hpp"
#include "motion_report.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "steady_plot.hpp"
#include "steady_report.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/motion/simulate.hpp"
#include "sweep_plot.hpp"
#include "sweep_report.hpp"

namespace stickslip::cli {

namespace {

using SteadyFrom = std::function<SteadyState(double value, const std::optional<State>& start)>;

Json final_json(const MotionReport& report) {
    const Sample s = report.trajectory.at(report.trajectory.end_time());
    Json j{{"t", s.time}, {"x", s.position}, {"v", s.velocity}, {"phase", name(s.phase)}};
    if (const auto& base = report.problem.base) {
        j["x_absolute"] = base->absolute_position(s.time, s.position);
        j["x_relative"] = base->relative_position(s.time, s.position);
        j["base"] = base->displacement.value(s.time);
    }
    return j;
}

/// In the shape of the numbers they belong to.
Json derivatives_json(const MotionReport& report) {
    Json j = Json::object();
    for (const auto& [key, d] : report.derivatives) {
        j[key] = {{"events", Json::array()},
                  {"final", {{"x", json_number(d.final.position)}, {"v", json_number(d.final.velocity)}}}};
        for (const double time : d.event_times) j[key]["events"].push_back({{"t", json_number(time)}});
    }
    return j;
}

/// Every event with bounds of its time and position.
Json proof_json(const MotionProof& proof) {
    Json events = Json::array();
    for (const ProvedEvent& e : proof.events) {
        events.push_back({{"t", {json_number(e.time.low), json_number(e.time.high)}},
                          {"kind", name(e.kind)},
                          {"x", {json_number(e.position.low), json_number(e.position.high)}},
                          {"direction", e.direction}});
    }
    return {{"proved", proof.is_complete},
            {"until", json_number(proof.until)},
            {"reason", proof.is_complete ? Json(nullptr) : Json(proof.reason)},
            {"events", std::move(events)}};
}

void add_derivatives(MotionReport& report, const CaseDocument& document, const std::vector<std::string>& keys) {
    if (keys.empty()) return;
    std::vector<ProblemRate> rates;
    for (const std::string& key : keys) rates.push_back(rate_of(document, key));
    const std::vector<MotionDerivative> found = motion_derivatives(report.trajectory, rates);
    for (std::size_t i = 0; i < keys.size(); ++i) report.derivatives.emplace_back(keys[i], found[i]);
}

MotionAnswer simulate_on_line(const CaseDocument& document, const MotionRequest& request) {
    if (request.method != "exact" || request.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    check_times(request);
    const auto report = std::make_shared<MotionReport>();
    report->problem = document.read();
    const Case& problem = report->problem;
    const double until = end_of(request, [&] { return problem.end_time(); });
    SimulationOptions options;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.most_phases) options.most_phases = *request.most_phases;
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report->trajectory = simulate(problem.oscillator, problem.load, problem.start, until, options);
    report->energy = energy_balance(report->trajectory);
    report->peaks = peaks(report->trajectory);
    report->period = common_period(problem.load, problem.oscillator.normal);
    add_derivatives(*report, document, request.derivatives);
    if (request.wants_proof) {
        report->proof = prove_motion(problem.oscillator, problem.load, problem.start, report->trajectory.end_time());
    }
    const Termination end = report->trajectory.termination;
    const Peaks& p = report->peaks;
    MotionResult tables = tables_of(problem, {report, &report->trajectory}, times_of(request, problem.run, until));
    tables.case_text = document.text();
    tables.head = {{"termination", name(end)}};
    tables.between = {{"period", report->period ? Json(*report->period) : Json(nullptr)},
                      {"final", final_json(*report)}};
    if (!report->derivatives.empty()) tables.between["derivatives"] = derivatives_json(*report);
    if (report->proof) tables.between["proof"] = proof_json(*report->proof);
    tables.tail = {{"energy", energy_json(report->energy)},
                   {"peak", {{"x", p.position}, {"v", p.velocity}, {"total_slip", p.total_slip}, {"slips", p.slips}}}};
    return {.is_complete = end == Termination::reached_end,
            .has_diverged = end == Termination::diverged,
            .why_unproved = report->proof ? report->proof->reason : "",
            .tables = std::move(tables),
            .write_table = [report](std::FILE* file) { write_table(*report, file); },
            .picture = [report] { return plot_motion(*report); },
            .characteristic = [report] { return plot_characteristic(report->problem, report->trajectory); }};
}

SteadyAnswer steady_on_line(const CaseDocument& document, const SteadyRequest& request) {
    const auto problem = std::make_shared<Case>(document.read());
    const auto state =
        std::make_shared<SteadyState>(steady_state(*problem, {.with_all_orbits = request.wants_all_orbits}));
    std::vector<ProblemRate> rates;
    for (const std::string& key : request.derivatives) rates.push_back(rate_of(document, key));
    NamedSteadyDerivatives derivatives;
    const std::vector<SteadyDerivative> found = steady_derivatives(*state, rates);
    for (std::size_t i = 0; i < rates.size(); ++i) derivatives.emplace_back(request.derivatives[i], found[i]);
    SteadyAnswer answer{.regime = state->regime,
                        .problem = why_no_steady_state(*state),
                        .json = steady_json(*problem, *state, derivatives),
                        .write_card = [=](std::FILE* file) { write_steady_card(*problem, *state, file, derivatives); }};
    if (!state->cycle) return answer;
    const SampleTimes times{{}, cycle_samples, state->cycle->end_time()};
    answer.cycle = tables_of(*problem, {state, &*state->cycle}, times);
    answer.picture = [=] { return plot_steady_cycle(*problem, *state); };
    return answer;
}

/// The steady states that a sweep asks for, one after the other or in any order.
std::vector<SweepPoint> line_points(const SweepRequest& request, const std::function<SteadyState(double)>& steady_at,
                                    const SteadyFrom& steady_from) {
    if (request.direction == "none") return sweep(steady_at, request.over.values());
    std::vector<SweepPoint> points;
    for (const SweepDirection direction : {SweepDirection::up, SweepDirection::down}) {
        if (request.direction != name(direction) && request.direction != "both") continue;
        const std::vector<SweepPoint> run = continued_sweep(steady_from, request.over.values(), direction);
        points.insert(points.end(), run.begin(), run.end());
    }
    return points;
}

SweepAnswer sweep_line(const CaseDocument& document, const SweepRequest& request) {
    const KeyRange& range = request.over;
    const auto case_at = [&](double value) { return document.with_value(range.key, value).read(); };
    const Case first = case_at(range.from);
    static_cast<void>(case_at(range.to));
    const std::vector<const Observable*> chosen = sweep_observables(request.observables, first);
    const bool is_continued = request.direction != "none";
    if (is_continued && request.is_refined) {
        throw std::invalid_argument(
            "--refine adds points in any order, but --direction needs them one after the other; "
            "leave out one of the two");
    }
    std::function<void()> progress = counted_progress("sweep", static_cast<std::size_t>(range.count));
    const SteadyFrom steady_from = [&](double value, const std::optional<State>& start) {
        throw_if_interrupted();
        Case problem = case_at(value);
        if (start) problem.start = *start;
        SteadyState s = steady_state(problem, {.with_coexisting = false});
        s.cycle.reset();  // thousands of trajectories are not needed
        progress();
        return s;
    };
    const std::function<SteadyState(double)> steady_at = [&](double value) { return steady_from(value, {}); };
    std::vector<SweepPoint> points = line_points(request, steady_at, steady_from);
    // A resonance must not make everything else look straight.
    const RefineOptions refine{.curve = [&](const SteadyState& s) { return std::asinh(chosen.front()->value(s)); }};
    std::vector<SweepPoint> fine;
    if (request.is_refined || request.wants_picture) fine = is_continued ? points : refined(steady_at, points, refine);
    if (request.is_refined) points = fine;
    SweepAnswer answer{sweep_table(range.key, chosen, points), {}};
    if (request.wants_picture) answer.picture = plot_sweep({first, range.key, range.is_logarithmic, chosen, fine});
    return answer;
}

std::string title_on_line(const CaseDocument& document, const std::vector<std::string>& keys) {
    return picture_title(document.read(), keys);
}

}  // namespace

const Kind& line_kind() {
    static constexpr Kind kind{.studies = stickslip::line_kind,
                               .simulate = simulate_on_line,
                               .steady = steady_on_line,
                               .sweep = sweep_line,
                               .title = title_on_line,
                               .length_unit = [](const CaseDocument& document) -> std::string {
                                   return document.read().is_dimensionless ? "p₀/k" : "m";
                               }};
    return kind;
}

}  // namespace stickslip::cli
