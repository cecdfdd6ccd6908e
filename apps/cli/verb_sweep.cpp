#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "case_or_ratios.hpp"
#include "help_text.hpp"
#include "kind.hpp"
#include "result_files.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct SweepOptions {
    CaseOrRatios problem;
    std::string over;
    SweepRequest request;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

int run_sweep(const SweepOptions& options) {
    SweepRequest request = options.request;
    request.over = counted_range(options.over, "--over");
    request.wants_picture = !options.plot_file.empty();
    const CaseDocument document = options.problem.document({request.over.key});
    const Kind& kind = kind_of(document.with_value(request.over.key, request.over.from));
    ResultFiles files(options.data_file, options.plot_file, {".csv", ".json"});
    const SweepAnswer answer = kind.sweep(document, request);
    if (files.data) {
        files.data->write(files.data_suffix == ".csv" ? sweep_csv(answer.table) : sweep_json(answer.table));
    }
    files.finish([&] { return answer.picture; });
    if (options.is_json) {
        fmt::print("{}", sweep_json(answer.table));
    } else if (!files.data && !files.plot) {
        fmt::print("{}", sweep_csv(answer.table));
    }
    tell_written({options.data_file, options.plot_file}, options.is_json);
    return done;
}

}  // namespace

Verb add_sweep(CLI::App& app) {
    auto options = std::make_shared<SweepOptions>();
    CLI::App* command =
        options->problem.add_verb(app, "sweep", "The steady response against one key: a response curve");
    command->add_option("--over", options->over, "The key and its values, both ends included")
        ->type_name("KEY=from:to:count[:log]")
        ->required();
    command
        ->add_option("--observables", options->request.observables,
                     "What to report; without it, the most usual observables")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", options->data_file, "Write the curve to F.csv or F.json")->type_name("F");
    command->add_option("--plot", options->plot_file, "Draw the curve to F.svg, F.png or F.pdf")->type_name("F");
    command
        ->add_option(
            "--direction", options->request.direction,
            "Start each motion where the previous one ended: up, down or both; without it, where the case says")
        ->type_name("D")
        ->check(CLI::IsMember({"none", "up", "down", "both"}));
    command->add_flag("--refine", options->request.is_refined,
                      "Add points where the curve bends or the regime changes");
    command->add_flag("--json", options->is_json, "Print the curve as JSON instead of CSV");
    command->footer(
        names_of_observables() +
        "KEY is table.key of the case, or friction_ratio, frequency_ratio, damping_ratio, static_ratio, normal_ratio, "
        "normal_phase.\n" +
        words_of_kinds("sweep") +
        "Examples:\n"
        "  stickslip sweep --friction-ratio 0.3 --over frequency_ratio=0.1:2:200 --plot response.svg\n"
        "  stickslip sweep --friction-ratio 0.1 --static-ratio 0.4 --over frequency_ratio=0.3:1.2:181 --direction both "
        "--plot hysteresis.svg\n"
        "  stickslip sweep riddoch-fig5 --over friction_ratio=0.05:0.95:91 --observables transmissibility --out t.csv\n"
        "  stickslip sweep three-mass-chain --over load.frequency=0.3:2.4:400 --plot chain.svg\n"
        "  stickslip sweep three-mass-chain --over contact.wall.bound=0.1:2:100 --observables 'amplitude[2-1]'");
    return {command, [options] { return run_sweep(*options); }};
}

}  // namespace stickslip::cli
