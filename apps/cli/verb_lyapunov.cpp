#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "chaos_report.hpp"
#include "estimate.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct LyapunovRequest {
    CaseOptions problem;
    LyapunovOptions options;
    std::string plot_file;
    bool is_json = false;
};

void print_text(const Case& problem, const LyapunovExponent& found) {
    fmt::print("{}\n\n", printable(problem.title));
    fmt::print("largest exponent      {:.6g} ± {:.2g} per second (base e), over {} periods\n", found.exponent,
               found.standard_error, found.periods);
    if (std::isinf(found.exponent)) {
        fmt::print("                      small disturbances vanish completely at a stop\n");
    } else if (found.exponent > 3.0 * found.standard_error) {
        fmt::print("                      chaotic: small disturbances double every {:.4g} s\n",
                   std::log(2.0) / found.exponent);
    } else {
        fmt::print("                      regular: small disturbances do not grow\n");
    }
}

int run_lyapunov(LyapunovRequest request) {
    ResultFiles files("", request.plot_file);
    const Case problem = request.problem.open().read();
    tell_estimate(seconds_for_exponent(problem.oscillator, problem.load, problem.start, request.options),
                  allowed_threads());
    request.options.progress = parallel_progress("lyapunov");
    const LyapunovExponent found = lyapunov_exponent(problem.oscillator, problem.load, problem.start, request.options);
    request.options.progress = {};
    if (!found.has_diverged) files.finish([&] { return plot_convergence(problem, found); });
    if (request.is_json) {
        fmt::print("{}\n", lyapunov_json(problem, found));
    } else if (!found.has_diverged) {
        print_text(problem, found);
    }
    if (!found.has_diverged) tell_written({request.plot_file}, request.is_json);
    if (!found.has_diverged) return done;
    tell_on_stderr("stickslip: diverging: the motion grows beyond {} m, so there is no exponent\n",
                   request.options.series.largest_position);
    return no_result;
}

}  // namespace

Verb add_lyapunov(CLI::App& app) {
    auto request = std::make_shared<LyapunovRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "lyapunov", "The largest Lyapunov exponent, with its standard error");
    constexpr long most_periods = 1'000'000'000;
    command->add_option("--periods", request->options.periods, "Average over N load periods in total")
        ->type_name("N")
        ->check(CLI::Range(1L, most_periods))
        ->capture_default_str();
    command->add_option("--transient", request->options.transient, "Leave out the first N periods of each run")
        ->type_name("N")
        ->check(CLI::Range(0L, most_periods))
        ->capture_default_str();
    command
        ->add_option("--runs", request->options.runs, "Make N independent runs; their spread gives the standard error")
        ->type_name("N")
        ->check(CLI::Range(2, 100000))
        ->capture_default_str();
    command
        ->add_option("--seed", request->options.seed, "Seed of the random disturbances that make the runs independent")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--plot", request->plot_file, "Draw the convergence to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "Examples:\n"
        "  stickslip lyapunov stefanski-fig3b --json\n"
        "  stickslip lyapunov stefanski-fig3b --set friction.law=none --plot convergence.svg\n"
        "Exit code 3: the motion diverges.");
    return {command, [request] { return run_lyapunov(*request); }};
}

}  // namespace stickslip::cli
