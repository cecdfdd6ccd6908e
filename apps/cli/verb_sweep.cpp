#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "help_text.hpp"
#include "key_range.hpp"
#include "planar_sweep.hpp"
#include "progress.hpp"
#include "ratio_options.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/sweep.hpp"
#include "sweep_plot.hpp"
#include "sweep_report.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct SweepRequest {
    CaseOptions problem;
    RatioOptions ratios;
    std::string over;
    std::vector<std::string> observables;
    std::string data_file;
    std::string plot_file;
    std::string direction = "none";
    bool is_refined = false;
    bool is_json = false;
};

ResultFiles files_of(const SweepRequest& request) { return {request.data_file, request.plot_file, {".csv", ".json"}}; }

int run_planar_sweep(const SweepRequest& request, const CaseDocument& document, const KeyRange& range) {
    if (request.direction != "none") throw std::invalid_argument("--direction is for one-dimensional cases");
    if (request.is_refined) throw std::invalid_argument("--refine is for one-dimensional cases; ask for more points");
    static_cast<void>(document.with_value(range.key, range.from).read_planar());
    static_cast<void>(document.with_value(range.key, range.to).read_planar());
    const std::vector<PlanarObservable> chosen = planar_observables(request.observables);
    ResultFiles files = files_of(request);
    const std::vector<PlanarSweepPoint> points =
        sweep_planar(document, range, counted_progress("sweep", static_cast<std::size_t>(range.count)));
    if (files.data) {
        files.data->write(files.data_suffix == ".csv" ? planar_sweep_csv(range.key, chosen, points)
                                                      : planar_sweep_json(range.key, chosen, points));
    }
    if (files.plot) files.plot->draw(plot_planar_sweep(document.title(), range, chosen, points));
    files.commit();
    if (request.is_json) {
        fmt::print("{}", planar_sweep_json(range.key, chosen, points));
    } else if (!files.data && !files.plot) {
        fmt::print("{}", planar_sweep_csv(range.key, chosen, points));
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

int run_sweep(const SweepRequest& request) {
    const KeyRange range = counted_range(request.over, "--over");
    const CaseDocument document = request.ratios.document(request.problem, {range.key});
    if (document.with_value(range.key, range.from).is_planar()) {
        return run_planar_sweep(request, document, range);
    }
    const auto case_at = [&](double value) { return document.with_value(range.key, value).read(); };
    const Case first = case_at(range.from);
    static_cast<void>(case_at(range.to));
    const std::vector<const Observable*> chosen = sweep_observables(request.observables, first);
    ResultFiles files = files_of(request);
    std::function<void()> progress = counted_progress("sweep", static_cast<std::size_t>(range.count));
    const auto steady_from = [&](double value, const std::optional<State>& start) {
        throw_if_interrupted();
        Case problem = case_at(value);
        if (start) problem.start = *start;
        SteadyState s = steady_state(problem, {.with_coexisting = false});
        s.cycle.reset();  // thousands of trajectories are not needed
        progress();
        return s;
    };
    const std::function<SteadyState(double)> steady_at = [&](double value) { return steady_from(value, {}); };
    const bool is_continued = request.direction != "none";
    if (is_continued && request.is_refined) {
        throw std::invalid_argument(
            "--refine adds points in any order, --direction needs them one after the other; "
            "leave out one of the two");
    }
    std::vector<SweepPoint> points;
    for (const SweepDirection direction : {SweepDirection::up, SweepDirection::down}) {
        if (request.direction != name(direction) && request.direction != "both") continue;
        const std::vector<SweepPoint> run = continued_sweep(steady_from, range.values(), direction);
        points.insert(points.end(), run.begin(), run.end());
    }
    if (!is_continued) points = sweep(steady_at, range.values());
    // A resonance must not make everything else look straight.
    const RefineOptions refine{.curve = [&](const SteadyState& s) { return std::asinh(chosen.front()->value(s)); }};
    std::vector<SweepPoint> fine;
    if (request.is_refined || files.plot) fine = is_continued ? points : refined(steady_at, points, refine);
    if (request.is_refined) points = fine;
    progress = {};
    if (files.data) {
        files.data->write(files.data_suffix == ".csv" ? sweep_csv(range.key, chosen, points)
                                                      : sweep_json(range.key, chosen, points));
    }
    if (files.plot) files.plot->draw(plot_sweep({first, range.key, range.is_logarithmic, chosen, fine}));
    files.commit();
    if (request.is_json) {
        fmt::print("{}", sweep_json(range.key, chosen, points));
    } else if (!files.data && !files.plot) {
        fmt::print("{}", sweep_csv(range.key, chosen, points));
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_sweep(CLI::App& app) {
    auto request = std::make_shared<SweepRequest>();
    CLI::App* command = app.add_subcommand("sweep", "The steady response against one key: a response curve");
    request->problem.add_to(*command, CaseOptions::Presence::optional);
    request->ratios.add_to(*command);
    command->add_option("--over", request->over, "The key and its values, both ends included")
        ->type_name("KEY=from:to:count[:log]")
        ->required();
    command->add_option("--observables", request->observables, "What to report; else the usual ones")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", request->data_file, "Write the curve to F.csv or F.json")->type_name("F");
    command->add_option("--plot", request->plot_file, "Draw the curve to F.svg, F.png or F.pdf")->type_name("F");
    command
        ->add_option("--direction", request->direction,
                     "Start each motion where the one before has come to: up, down or both; else where the case says")
        ->type_name("D")
        ->check(CLI::IsMember({"none", "up", "down", "both"}));
    command->add_flag("--refine", request->is_refined, "Add points where the curve bends or the regime changes");
    command->add_flag("--json", request->is_json, "Print the curve as JSON instead of CSV");
    command->footer(
        names_of_observables() +
        "KEY is table.key of the case, or friction_ratio, frequency_ratio, damping_ratio, static_ratio.\n"
        "Examples:\n"
        "  stickslip sweep --friction-ratio 0.3 --over frequency_ratio=0.1:2:200 --plot response.svg\n"
        "  stickslip sweep --friction-ratio 0.1 --static-ratio 0.4 --over frequency_ratio=0.3:1.2:181 --direction both "
        "--plot hysteresis.svg\n"
        "  stickslip sweep riddoch-fig5 --over friction_ratio=0.05:0.95:91 --observables transmissibility --out t.csv");
    return {command, [request] { return run_sweep(*request); }};
}

}  // namespace stickslip::cli
