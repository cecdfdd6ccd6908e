#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "kind.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t most_samples = 1'000'000'000;

struct SimulateOptions {
    CaseOptions problem;
    SimulateRequest request;
    std::string data_file;
    std::string plot_file;
    std::string characteristic_file;
    bool is_json = false;
};

void write_data(const MotionAnswer& answer, OutputFile& file, const std::string& suffix) {
    if (suffix == ".csv") file.write([&](std::FILE* out) { answer.write_csv(out); });
    if (suffix == ".json") file.write([&](std::FILE* out) { answer.write_json(out); });
    if (suffix != ".nc") return;
    file.require_room(answer.netcdf_bytes());
    answer.write_netcdf(file.temporary_path());
}

int tell_end(const MotionAnswer& answer) {
    if (answer.is_complete()) return done;
    if (answer.has_diverged()) {
        fmt::print(stderr, "stickslip: diverging: the motion grew beyond every bound at t = {} s\n", answer.end_time());
    } else {
        fmt::print(stderr, "stickslip: the motion reached the limit of {} events at t = {} s, before its end\n",
                   answer.events(), answer.end_time());
    }
    return no_result;
}

/// Files first, then the answer on standard output.
int simulate_case(const SimulateOptions& options) {
    const CaseDocument document = options.problem.open();
    const Kind& kind = kind_of(document);
    ResultFiles files(options.data_file, options.plot_file, {".csv", ".json", ".nc"});
    std::optional<PictureFile> characteristic;
    if (!options.characteristic_file.empty()) characteristic.emplace(options.characteristic_file, "--characteristic");
    const auto answer = [&] {  // the bar goes away with the request, before anything is told
        SimulateRequest request = options.request;
        request.wants_characteristic = characteristic.has_value();
        request.motion.progress = parallel_progress("simulate");
        return kind.simulate(document, request);
    }();
    if (answer->is_complete()) {
        if (characteristic) characteristic->draw(answer->characteristic());
        if (characteristic) characteristic->commit();
        if (files.data) write_data(*answer, *files.data, files.data_suffix);
        if (files.plot) files.plot->draw(answer->picture());
        files.commit();
    }
    options.is_json ? answer->write_json(stdout) : answer->write_table(stdout);
    if (answer->is_complete())
        tell_written({options.data_file, options.plot_file, options.characteristic_file}, options.is_json);
    return tell_end(*answer);
}

}  // namespace

Verb add_simulate(CLI::App& app) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = app.add_subcommand("simulate", "The exact motion of a case, event by event");
    options->problem.add_to(*command);
    MotionRequest& request = options->request.motion;
    command->add_option("--until", request.until, "Follow the motion to time T [s]; else as the case says")
        ->type_name("T");
    command
        ->add_option("--samples", request.samples,
                     "Report N equally spaced times, both ends included; else as the case says, else 1001")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{2}, most_samples));
    command->add_option("--times", request.times, "Report these times [s] instead; the run is extended to the last one")
        ->type_name("T1,T2,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", options->data_file, "Write the samples to F.csv, or all results to F.json or F.nc")
        ->type_name("F");
    command->add_option("--plot", options->plot_file, "Draw the motion to F.svg, F.png or F.pdf")->type_name("F");
    command
        ->add_option("--characteristic", options->characteristic_file,
                     "Draw friction against velocity over the second half to F.svg, F.png or F.pdf")
        ->type_name("F");
    command->add_option("--max-events", request.most_events, "Stop after N events (exit code 3); else 50 million")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command
        ->add_option("--method", options->request.method,
                     "Planar cases: exact, or the fixed-step schemes group-preserving and lorentz-composition")
        ->type_name("NAME");
    command
        ->add_option("--step", options->request.step,
                     "Step of a fixed-step scheme [s]; else 1/400 of the fastest period")
        ->type_name("H")
        ->check(CLI::PositiveNumber);
    command->add_flag("--json", options->is_json, "Print the result as JSON instead of a table");
    command->footer(
        "Examples:\n"
        "  stickslip simulate dlubal-0116 --times 1,2,4 --json\n"
        "  stickslip simulate hong-liu-fig10 --until 10 --plot motion.svg\n"
        "  stickslip simulate my-case.toml --set friction.mu=0.2 --out motion.csv");
    return {command, [options] { return simulate_case(*options); }};
}

}  // namespace stickslip::cli
