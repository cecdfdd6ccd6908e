#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "kind.hpp"
#include "motion_result.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t most_samples = 1'000'000'000;

/// JSON is put together in memory, with about 70 bytes for each sample.
constexpr std::size_t most_samples_in_json = 20'000'000;

struct SimulateOptions {
    CaseOptions problem;
    MotionRequest request;
    std::string data_file;
    std::string plot_file;
    std::string characteristic_file;
    bool is_json = false;
};

void write_data(const MotionResult& tables, OutputFile& file, const std::string& suffix) {
    if (suffix == ".csv") file.write([&](std::FILE* out) { write_csv(tables, out); });
    if (suffix == ".json") file.write([&](std::FILE* out) { write_json(tables, out); });
    if (suffix != ".nc") return;
    file.require_room(netcdf_bytes(tables));
    write_netcdf(tables, file.temporary_path());
}

int tell_end(const MotionAnswer& answer) {
    if (answer.is_complete && answer.why_unproved.empty()) return done;
    if (answer.is_complete) {
        fmt::print(stderr, "stickslip: the events are not proved to the end: {}\n", answer.why_unproved);
        return no_result;
    }
    const double end = answer.tables.end_time;
    if (answer.has_diverged) {
        tell_on_stderr("stickslip: diverging: the motion grew beyond every bound at t = {} s\n", end);
    } else {
        tell_on_stderr("stickslip: the motion reached the limit of {} events at t = {} s, before its end\n",
                       answer.tables.event_count, end);
    }
    return no_result;
}

/// Files first, then the answer on standard output.
int simulate_case(const SimulateOptions& options) {
    const bool has_json = options.is_json || options.data_file.ends_with(".json");
    if (has_json && options.request.samples.value_or(0) > most_samples_in_json) {
        throw std::invalid_argument(
            fmt::format("--samples = {} are too many for JSON, which takes {}; a CSV file takes more",
                        *options.request.samples, most_samples_in_json));
    }
    const CaseDocument document = options.problem.open();
    const Kind& kind = kind_of(document);
    ResultFiles files(options.data_file, options.plot_file, {".csv", ".json", ".nc"});
    std::optional<PictureFile> characteristic;
    if (!options.characteristic_file.empty()) characteristic.emplace(options.characteristic_file, "--characteristic");
    const auto answer = [&] {  // the bar goes away with the request, before anything is told
        MotionRequest request = options.request;
        request.wants_characteristic = characteristic.has_value();
        request.progress = parallel_progress("simulate");
        return kind.simulate(document, request);
    }();
    if (answer.is_complete) {
        if (files.data) write_data(answer.tables, *files.data, files.data_suffix);
        files.finish([&] { return answer.picture(); });
        if (characteristic) characteristic->draw(answer.characteristic(), options.data_file);
    }
    options.is_json ? write_json(answer.tables, stdout) : answer.write_table(stdout);
    if (answer.is_complete)
        tell_written({options.data_file, options.plot_file, options.characteristic_file}, options.is_json);
    return tell_end(answer);
}

}  // namespace

Verb add_simulate(CLI::App& app) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = options->problem.add_verb(app, "simulate", "The exact motion of a case, event by event");
    MotionRequest& request = options->request;
    command->add_option("--until", request.until, "Follow the motion to time T [s]; without it, as the case says")
        ->type_name("T");
    command
        ->add_option("--samples", request.samples,
                     "Report N equally spaced times, both ends included; without it, as the case says, or 1001")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{2}, most_samples));
    command->add_option("--times", request.times, "Report these times [s] instead; the run extends to the last one")
        ->type_name("T1,T2,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", options->data_file, "Write the samples to F.csv, or all results to F.json or F.nc")
        ->type_name("F");
    command->add_option("--plot", options->plot_file, "Draw the motion to F.svg, F.png or F.pdf")->type_name("F");
    command
        ->add_option("--characteristic", options->characteristic_file,
                     "Draw friction against velocity, over the second half of the run, to F.svg, F.png or F.pdf")
        ->type_name("F");
    command
        ->add_option("--max-events", request.most_events,
                     "Stop after N events with exit code 3; without it, after 50 million")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command
        ->add_option(
            "--method", request.method,
            "With two dimensions: exact, or one of the fixed-step schemes group-preserving and lorentz-composition")
        ->type_name("NAME");
    command
        ->add_option("--step", request.step,
                     "Step of a fixed-step scheme [s]; without it, 1/400 of the shortest period")
        ->type_name("H")
        ->check(CLI::PositiveNumber);
    command
        ->add_option("--derivatives", request.derivatives,
                     "Also report the derivatives of the final x and v and of all event times with respect to these "
                     "keys of the case; for one mass on a line with Coulomb friction, and for many masses")
        ->type_name("KEY,KEY")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_flag(
        "--certify", request.wants_proof,
        "Also prove which events there are, and between which two times each of them lies; for one mass on "
        "a line with Coulomb friction of one bound under at most one harmonic load");
    command->add_flag("--json", options->is_json, "Print the result as JSON instead of a table");
    command->footer(
        "Examples:\n"
        "  stickslip simulate dlubal-0116 --times 1,2,4 --json\n"
        "  stickslip simulate hong-liu-fig10 --until 10 --plot motion.svg\n"
        "  stickslip simulate hong-liu-fig10 --until 10 --certify --json\n"
        "  stickslip simulate my-case.toml --set friction.mu=0.2 --out motion.csv");
    return {command, [options] { return simulate_case(*options); }};
}

}  // namespace stickslip::cli
