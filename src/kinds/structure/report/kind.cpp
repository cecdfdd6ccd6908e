// Structures of many masses, as applications see them.

#include <stdexcept>
#include <utility>

#include "energy_json.hpp"
#include "kind.hpp"
#include "kinds/structure/case_kind.hpp"
#include "progress.hpp"
#include "structure_report.hpp"
#include "structure_steady_report.hpp"
#include "structure_sweep.hpp"

namespace stickslip::cli {

namespace {

using structure::StructureTermination;

Json final_json(const StructureReport& report) {
    const structure::StructureSample last = report.trajectory.at(report.trajectory.end_time());
    Json contacts = Json::array();
    for (const structure::ContactState& c : last.contacts) contacts.push_back(name(c.phase));
    return {{"t", last.time}, {"x", last.position}, {"v", last.velocity}, {"contacts", contacts}};
}

Json numbers_json(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(json_number(value));
    return list;
}

/// In the shape of the numbers they belong to.
Json derivatives_json(const StructureReport& report) {
    Json j = Json::object();
    for (const auto& [key, d] : report.derivatives) {
        j[key] = {{"events", Json::array()},
                  {"final", {{"x", numbers_json(d.final.position)}, {"v", numbers_json(d.final.velocity)}}}};
        for (const double time : d.event_times) j[key]["events"].push_back({{"t", json_number(time)}});
    }
    return j;
}

MotionAnswer simulate_structure(const CaseDocument& document, const MotionRequest& request) {
    if (request.method != "exact" || request.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    if (request.wants_proof) throw std::invalid_argument("--certify is for cases of one mass on a line");
    if (request.wants_characteristic) {
        throw std::invalid_argument(
            "--characteristic is for cases of one mass; --plot draws the friction loop of each contact");
    }
    const auto report = std::make_shared<StructureReport>(report_structure(document, request));
    const bool is_complete = report->trajectory.termination == StructureTermination::reached_end;
    const structure::StructurePeaks& p = report->peaks;
    MotionResult tables = structure_tables(report->problem, {report, &report->trajectory}, report->times);
    tables.case_text = document.text();
    tables.head = {{"termination", is_complete ? "reached-end" : "event-limit"},
                   {"dof_names", tables.dimensions[0].names},
                   {"contact_names", tables.dimensions[1].names}};
    tables.between = {{"final", final_json(*report)}};
    if (!report->derivatives.empty()) tables.between["derivatives"] = derivatives_json(*report);
    tables.tail = {{"energy", energy_json(report->energy)},
                   {"peak", {{"x", p.position}, {"v", p.velocity}, {"total_slip", p.total_slip}}}};
    return {.is_complete = is_complete,
            .tables = std::move(tables),
            .write_table = [report](std::FILE* file) { write_structure_table(*report, file); },
            .picture = [report] { return plot_structure(*report); }};
}

SteadyAnswer steady_structure(const CaseDocument& document, const SteadyRequest& request) {
    if (request.wants_all_orbits) throw std::invalid_argument("--all-orbits is for cases of one mass");
    const auto report =
        std::make_shared<StructureSteadyReport>(report_structure_steady_state(document, {}, request.derivatives));
    SteadyAnswer answer{.regime = report->state.regime,
                        .problem = why_no_structure_steady_state(*report),
                        .json = structure_steady_json(*report),
                        .write_card = [report](std::FILE* file) { write_structure_steady_card(*report, file); }};
    if (!report->state.cycle) return answer;
    const SampleTimes times{{}, cycle_samples, report->state.cycle->end_time()};
    answer.cycle = structure_tables(report->problem, report->state.cycle, times);
    answer.picture = [report] { return plot_structure(cycle_of(*report)); };
    return answer;
}

SweepAnswer sweep_structure(const CaseDocument& document, const SweepRequest& request) {
    if (request.direction != "none") throw std::invalid_argument("--direction is for cases of one mass");
    if (request.is_refined) throw std::invalid_argument("--refine is for cases of one mass; ask for more points");
    StructureSweep sweep =
        report_structure_sweep(document, request.over, request.observables,
                               counted_progress("sweep", static_cast<std::size_t>(request.over.count)));
    SweepAnswer answer{structure_sweep_table(sweep), {}};
    if (request.wants_picture) {
        add_shapes(sweep, document);
        answer.picture = plot_structure_sweep(sweep);
    }
    return answer;
}

}  // namespace

const Kind& structure_kind() {
    static constexpr Kind kind{.studies = stickslip::structure_kind,
                               .simulate = simulate_structure,
                               .steady = steady_structure,
                               .sweep = sweep_structure,
                               .title = title_of_case,
                               .length_unit = [](const CaseDocument&) -> std::string { return "m"; }};
    return kind;
}

}  // namespace stickslip::cli
