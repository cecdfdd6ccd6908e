#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "output_file.hpp"
#include "planar_report.hpp"
#include "progress.hpp"
#include "ratio_options.hpp"
#include "result_files.hpp"
#include "steady_plot.hpp"
#include "steady_points.hpp"
#include "steady_report.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct SteadyRequest {
    CaseOptions problem;
    RatioOptions ratios;
    std::string points_file;
    std::string data_file;
    std::string plot_file;
    bool wants_all_orbits = false;
    bool is_json = false;
};

void require_cycle(bool has_cycle, Regime regime) {
    if (has_cycle) return;
    throw std::runtime_error("there is no steady cycle to write or draw: the regime is " + std::string(name(regime)));
}

int exit_code(const std::string& problem) {
    if (problem.empty()) return done;
    fmt::print(stderr, "stickslip: {}\n", problem);
    return no_result;
}

int solve_planar(const SteadyRequest& request, const planar::Case& problem, ResultFiles& files) {
    const planar::SteadyState s = planar::steady_state(problem.oscillator, problem.load, problem.start);
    if (files.data || files.plot) require_cycle(s.cycle.has_value(), s.regime);
    if (files.data) files.data->write([&](std::FILE* file) { write_planar_cycle_csv(s, file); });
    if (files.plot) {
        files.plot->draw(plot_planar_motion(*s.cycle, problem.title + ", steady cycle"));
    }
    files.commit();
    if (request.is_json) {
        fmt::print("{}\n", planar_steady_json(problem, s));
    } else {
        write_planar_steady_card(problem, s, stdout);
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return exit_code(why_no_planar_steady_state(s));
}

int solve_one(const SteadyRequest& request) {
    ResultFiles files(request.data_file, request.plot_file);
    const CaseDocument document = request.ratios.document(request.problem);
    if (document.is_planar()) return solve_planar(request, document.read_planar(), files);
    const Case problem = document.read();
    const SteadyState s = [&] {
        const Waiting waiting("steady");
        return steady_state(problem, {.with_all_orbits = request.wants_all_orbits});
    }();
    if (files.data || files.plot) require_cycle(s.cycle.has_value(), s.regime);
    if (files.data) files.data->write([&](std::FILE* file) { write_cycle_csv(s, file); });
    if (files.plot) files.plot->draw(plot_steady_cycle(problem, s));
    files.commit();
    if (request.is_json) {
        fmt::print("{}\n", steady_json(problem, s));
    } else {
        write_steady_card(problem, s, stdout);
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return exit_code(why_no_steady_state(s));
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
    tell_written({request.data_file}, request.is_json);
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
    command->add_flag("--all-orbits", request->wants_all_orbits,
                      "Static friction above sliding friction: also the unstable periodic motions");
    command->add_flag("--json", request->is_json, "Print the result as JSON instead of a card");
    command->footer(
        "Examples:\n"
        "  stickslip steady --friction-ratio 0.6 --frequency-ratio 0.105 --json\n"
        "  stickslip steady riddoch-fig6 --plot cycle.svg\n"
        "  stickslip steady --points points.csv --out answers.csv\n"
        "  stickslip steady --friction-ratio 0.2 --static-ratio 0.5 --frequency-ratio 0.55 --all-orbits\n"
        "The answer is what the start of the case leads to (ratios: rest at the origin). Where static friction "
        "exceeds sliding friction it may repeat after several load periods, or never (regime chaotic); what other "
        "starts lead "
        "to is listed as coexisting.\n"
        "Exit code 3: there is no steady state (unbounded, not converged). Ctrl-C: exit code 130.");
    return {command, [request] { return solve(*request); }};
}

}  // namespace stickslip::cli
