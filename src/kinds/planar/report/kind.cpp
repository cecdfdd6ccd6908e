// One mass in the plane, as applications see it.

#include <stdexcept>
#include <utility>

#include "energy_json.hpp"
#include "kind.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "sweep.hpp"

namespace stickslip::cli {

namespace {

Json final_json(const PlanarReport& report) {
    const planar::Sample s = report.trajectory.at(report.trajectory.end_time());
    return {{"t", s.time},
            {"x", planar_pair(s.position)},
            {"v", planar_pair(s.velocity)},
            {"friction", planar_pair(s.friction)},
            {"phase", name(s.phase)}};
}

MotionAnswer simulate_in_plane(const CaseDocument& document, const MotionRequest& request) {
    if (!request.derivatives.empty()) {
        throw std::invalid_argument("--derivatives is for cases of one mass on a line and for structures");
    }
    if (request.wants_proof) throw std::invalid_argument("--certify is for cases of one mass on a line");
    if (request.wants_characteristic) {
        throw std::invalid_argument(
            "--characteristic is for one-dimensional cases; --plot draws the friction of planar ones");
    }
    const auto report = std::make_shared<PlanarReport>(report_planar_motion(document, request));
    const Termination end = report->trajectory.termination;
    const planar::Peaks& p = report->peaks;
    MotionResult tables = planar_tables(report->problem, {report, &report->trajectory}, report->times);
    tables.case_text = document.text();
    tables.head = {{"method", name(report->method)}, {"termination", name(end)}};
    tables.between = {{"period", report->period ? Json(*report->period) : Json(nullptr)},
                      {"final", final_json(*report)}};
    tables.tail = {{"energy", energy_json(report->energy)},
                   {"peak", {{"x", p.position}, {"v", p.velocity}, {"total_slip", p.total_slip}}}};
    return {.is_complete = end == Termination::reached_end,
            .has_diverged = end == Termination::diverged,
            .tables = std::move(tables),
            .write_table = [report](std::FILE* file) { write_planar_table(*report, file); },
            .picture = [report] { return plot_planar_motion(report->trajectory, report->problem.title); }};
}

SteadyAnswer steady_in_plane(const CaseDocument& document, const SteadyRequest& request) {
    if (!request.derivatives.empty()) {
        throw std::invalid_argument("--derivatives is for cases of one mass on a line and for structures");
    }
    const auto problem = std::make_shared<planar::Case>(document.read_planar());
    const auto state =
        std::make_shared<planar::SteadyState>(planar::steady_state(problem->oscillator, problem->load, problem->start));
    SteadyAnswer answer{.regime = state->regime,
                        .problem = why_no_planar_steady_state(*state),
                        .json = planar_steady_json(*problem, *state),
                        .write_card = [=](std::FILE* file) { write_planar_steady_card(*problem, *state, file); }};
    if (!state->cycle) return answer;
    const SampleTimes times{{}, cycle_samples, state->cycle->end_time()};
    answer.cycle = planar_tables(*problem, {state, &*state->cycle}, times);
    answer.picture = [=] { return plot_planar_motion(*state->cycle, problem->title + ", steady cycle"); };
    return answer;
}

SweepAnswer sweep_in_plane(const CaseDocument& document, const SweepRequest& request) {
    if (request.direction != "none") throw std::invalid_argument("--direction is for one-dimensional cases");
    if (request.is_refined) throw std::invalid_argument("--refine is for one-dimensional cases; ask for more points");
    const KeyRange& range = request.over;
    static_cast<void>(document.with_value(range.key, range.from).read_planar());
    static_cast<void>(document.with_value(range.key, range.to).read_planar());
    const std::vector<PlanarObservable> chosen = planar_observables(request.observables);
    const std::vector<PlanarSweepPoint> points = sweep_planar(
        document, range.key, range.values(), counted_progress("sweep", static_cast<std::size_t>(range.count)));
    SweepAnswer answer{planar_sweep_table(range.key, chosen, points), {}};
    if (request.wants_picture) answer.picture = plot_planar_sweep(document.title(), range, chosen, points);
    return answer;
}

}  // namespace

const Kind& planar_kind() {
    static constexpr Kind kind{.studies = stickslip::planar_kind,
                               .simulate = simulate_in_plane,
                               .steady = steady_in_plane,
                               .sweep = sweep_in_plane,
                               .title = title_of_case,
                               .length_unit = [](const CaseDocument& document) -> std::string {
                                   return document.read_planar().is_dimensionless ? "p₀/k" : "m";
                               }};
    return kind;
}

}  // namespace stickslip::cli
