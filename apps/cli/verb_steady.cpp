#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "case_or_ratios.hpp"
#include "help_text.hpp"
#include "kind.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "steady_points.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct SteadyOptions {
    CaseOrRatios problem;
    SteadyRequest request;
    std::string points_file;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

void write_cycle(const SteadyAnswer& answer, ResultFiles& files) {
    if ((files.data || files.plot) && !answer.cycle) {
        throw std::runtime_error("there is no steady cycle to write or draw: the regime is " +
                                 std::string(name(answer.regime)));
    }
    if (files.data) files.data->write([&](std::FILE* file) { write_csv(*answer.cycle, file); });
    files.finish([&] { return answer.picture(); });
}

int solve_one(const SteadyOptions& options) {
    const CaseDocument document = options.problem.document();
    const Kind& kind = kind_of(document);
    ResultFiles files(options.data_file, options.plot_file);
    const SteadyAnswer answer = [&] {
        const Waiting waiting("steady");
        return kind.steady(document, options.request);
    }();
    const std::string& problem = answer.problem;
    if (problem.empty()) write_cycle(answer, files);
    if (options.is_json) {
        fmt::print("{}\n", json_text(answer.json));
    } else {
        answer.write_card(stdout);
    }
    if (problem.empty()) {
        tell_written({options.data_file, options.plot_file}, options.is_json);
        return done;
    }
    tell_on_stderr("stickslip: {}\n", problem);
    return no_result;
}

int solve(const SteadyOptions& options) {
    if (options.points_file.empty()) return solve_one(options);
    if (options.problem.any()) {
        throw std::invalid_argument("--points takes all its points from the file; leave out CASE and the ratios");
    }
    if (options.data_file.empty()) throw std::invalid_argument("--points needs --out F.csv for its answers");
    static_cast<void>(required_suffix(options.data_file, "--out", {".csv"}));
    solve_points(options.points_file, options.data_file);
    tell_written({options.data_file}, options.is_json);
    return done;
}

}  // namespace

Verb add_steady(CLI::App& app) {
    auto options = std::make_shared<SteadyOptions>();
    CLI::App* command =
        options->problem.add_verb(app, "steady", "The steady state of a case or of ratios, solved for directly");
    command
        ->add_option("--points", options->points_file,
                     "Solve every row of a CSV file with the columns friction_ratio, frequency_ratio and, if wanted, "
                     "damping_ratio and static_ratio")
        ->type_name("IN.csv");
    command
        ->add_option("--out", options->data_file,
                     "Write the steady cycle as samples t,x,v,a,friction; with --points, write one row for each point")
        ->type_name("F.csv");
    command->add_option("--plot", options->plot_file, "Draw the steady cycle to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--all-orbits", options->request.wants_all_orbits,
                      "Also report the unstable periodic motions, where static friction exceeds sliding friction");
    command
        ->add_option("--derivatives", options->request.derivatives,
                     "Also report the derivatives of amplitude, phase lag and dissipated energy with respect to these "
                     "keys of the case; for one mass on a line with Coulomb friction, and for many masses")
        ->type_name("KEY,KEY")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_flag("--json", options->is_json, "Print the result as JSON instead of text");
    command->footer(
        "Examples:\n"
        "  stickslip steady --friction-ratio 0.6 --frequency-ratio 0.105 --json\n"
        "  stickslip steady riddoch-fig6 --plot cycle.svg\n"
        "  stickslip steady siconos-two-masses --set contact.floor.bound=0.4\n"
        "  stickslip steady --points points.csv --out answers.csv\n"
        "  stickslip steady --friction-ratio 0.2 --static-ratio 0.5 --frequency-ratio 0.55 --all-orbits\n"
        "The answer is the motion to which the start of the case leads (with ratios: rest at the origin). Where "
        "static friction exceeds sliding friction this motion may repeat only after several load periods, or never "
        "(regime chaotic); motions to which other starts lead are listed as coexisting.\n" +
        words_of_kinds("steady") +
        "Exit code 3: there is no steady state (unbounded, not converged). Ctrl-C: exit code 130.");
    return {command, [options] { return solve(*options); }};
}

}  // namespace stickslip::cli
