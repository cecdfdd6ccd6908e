#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "gnuplot.hpp"
#include "output_file.hpp"
#include "ratio_options.hpp"
#include "steady_plot.hpp"
#include "steady_points.hpp"
#include "steady_report.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

struct SteadyRequest {
    CaseOptions problem;
    RatioOptions ratios;
    std::string points_file;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

int solve_one(const SteadyRequest& request) {
    std::optional<OutputFile> data;
    std::optional<OutputFile> plot;
    std::string plot_suffix;
    if (!request.data_file.empty()) {
        static_cast<void>(required_suffix(request.data_file, "--out", {".csv"}));
        data.emplace(request.data_file);
    }
    if (!request.plot_file.empty()) {
        plot_suffix = required_suffix(request.plot_file, "--plot", {".svg", ".png", ".pdf"});
        plot.emplace(request.plot_file);
        require_gnuplot();
    }
    const Case problem = request.ratios.document(request.problem).read();
    const SteadyState s = steady_state(problem);
    const std::string problem_text = why_no_steady_state(s);
    if ((data || plot) && !s.cycle) {
        throw std::runtime_error("there is no steady cycle to write or draw: the regime is " +
                                 std::string(name(s.regime)));
    }
    if (data) write_cycle_csv(s, data->temporary_path());
    if (plot) plot_steady_cycle(problem, s, plot->temporary_path(), plot_suffix);
    if (data) data->commit();
    if (plot) plot->commit();
    if (request.is_json) {
        fmt::print("{}\n", steady_json(problem, s));
    } else {
        write_steady_card(problem, s, stdout);
    }
    if (problem_text.empty()) return done;
    fmt::print(stderr, "stickslip: {}\n", problem_text);
    return no_result;
}

int solve(const SteadyRequest& request) {
    if (request.points_file.empty()) return solve_one(request);
    if (!request.problem.name.empty() || request.ratios.any()) {
        throw std::invalid_argument(
            "--points takes all its points from the file; a CASE or ratios beside it have no place");
    }
    if (request.data_file.empty()) throw std::invalid_argument("--points needs --out OUT.csv for its answers");
    static_cast<void>(required_suffix(request.data_file, "--out", {".csv"}));
    solve_points(request.points_file, request.data_file);
    return done;
}

}  // namespace

Verb add_steady(CLI::App& app) {
    auto request = std::make_shared<SteadyRequest>();
    CLI::App* command = app.add_subcommand("steady", "The steady state of a case or of ratios, solved for directly");
    request->problem.add_to(*command, CaseOptions::Presence::optional);
    request->ratios.add_to(*command);
    command
        ->add_option(
            "--points", request->points_file,
            "Solve every row of a CSV file: header friction_ratio,frequency_ratio[,damping_ratio,static_ratio]")
        ->type_name("IN.csv");
    command
        ->add_option("--out", request->data_file,
                     "With --points: the answers, a row each. Else: the steady cycle as samples t,x,v,a,friction")
        ->type_name("F.csv");
    command->add_option("--plot", request->plot_file, "Draw the steady cycle to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON instead of a card");
    command->footer(
        "Examples:\n"
        "  stickslip steady --friction-ratio 0.6 --frequency-ratio 0.105 --json\n"
        "  stickslip steady riddoch-fig6 --plot cycle.svg\n"
        "  stickslip steady --points points.csv --out answers.csv\n"
        "Exit code 3: there is no steady state (unbounded, not converged).");
    return {command, [request] { return solve(*request); }};
}

}  // namespace stickslip::cli
