#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "motion_netcdf.hpp"
#include "motion_plot.hpp"
#include "motion_report.hpp"
#include "planar_report.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "structure_report.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t most_samples = 1'000'000'000;

struct SimulateOptions {
    CaseOptions problem;
    MotionRequest request;
    std::string data_file;
    std::string plot_file;
    std::string method = "exact";
    std::optional<double> step;
    std::string characteristic_file;
    bool is_json = false;
};

/// What a NetCDF file of a motion takes at most: up to nine numbers a sample, five an event, and its own tables.
std::size_t netcdf_bytes(std::size_t samples, std::size_t events) {
    constexpr std::size_t tables = 262'144;
    return tables + sizeof(double) * (9 * samples + 5 * events);
}

void write_data(const MotionReport& report, OutputFile& file, const std::string& suffix) {
    if (suffix == ".csv") file.write([&](std::FILE* out) { write_csv(report, out); });
    if (suffix == ".json") file.write([&](std::FILE* out) { write_json(report, out); });
    if (suffix != ".nc") return;
    file.require_room(netcdf_bytes(report.times.size(), report.trajectory.events.size()));
    write_netcdf(report, file.temporary_path());
}

void write_data(const PlanarReport& report, OutputFile& file, const std::string& suffix) {
    if (suffix == ".csv") file.write([&](std::FILE* out) { write_planar_csv(report, out); });
    if (suffix == ".json") file.write([&](std::FILE* out) { write_planar_json(report, out); });
    if (suffix != ".nc") return;
    file.require_room(netcdf_bytes(report.times.size(), report.trajectory.events.size()));
    write_planar_netcdf(report, file.temporary_path());
}

void write_data(const StructureReport& report, OutputFile& file, const std::string& suffix) {
    if (suffix == ".csv") file.write([&](std::FILE* out) { write_structure_csv(report, out); });
    if (suffix == ".json") file.write([&](std::FILE* out) { write_structure_json(report, out); });
    if (suffix != ".nc") return;
    const structure::Structure& s = report.problem.structure;
    file.require_room(netcdf_bytes(report.times.size() * (1 + 3 * s.size() + 3 * s.contacts.size()),
                                   report.trajectory.events.size()));
    write_structure_netcdf(report, file.temporary_path());
}

Drawing picture_of(const StructureReport& report) { return plot_structure(report); }

Drawing picture_of(const MotionReport& report) { return plot_motion(report); }

Drawing picture_of(const PlanarReport& report) { return plot_planar_motion(report.trajectory, report.problem.title); }

void print(const MotionReport& report, bool is_json) { (is_json ? write_json : write_table)(report, stdout); }

void print(const PlanarReport& report, bool is_json) {
    (is_json ? write_planar_json : write_planar_table)(report, stdout);
}

void print(const StructureReport& report, bool is_json) {
    (is_json ? write_structure_json : write_structure_table)(report, stdout);
}

bool is_complete(Termination termination) { return termination == Termination::reached_end; }
bool is_complete(structure::StructureTermination termination) {
    return termination == structure::StructureTermination::reached_end;
}
bool has_diverged(Termination termination) { return termination == Termination::diverged; }
bool has_diverged(structure::StructureTermination) { return false; }

/// Files first, then the answer on standard output.
template <class Report>
int tell(const Report& report, const SimulateOptions& options, ResultFiles& files) {
    const bool is_whole = is_complete(report.trajectory.termination);
    if (is_whole) {
        if (files.data) write_data(report, *files.data, files.data_suffix);
        if (files.plot) files.plot->draw(picture_of(report));
        files.commit();
    }
    print(report, options.is_json);
    if (is_whole) tell_written({options.data_file, options.plot_file, options.characteristic_file}, options.is_json);
    if (is_whole) return done;
    if (has_diverged(report.trajectory.termination)) {
        fmt::print(stderr, "stickslip: diverging: the motion grew beyond every bound at t = {} s\n",
                   report.trajectory.end_time());
        return no_result;
    }
    fmt::print(stderr, "stickslip: the motion reached the limit of {} events at t = {} s, before its end\n",
               report.trajectory.events.size(), report.trajectory.end_time());
    return no_result;
}

int simulate_case(const SimulateOptions& options) {
    const CaseDocument document = options.problem.open();
    ResultFiles files(options.data_file, options.plot_file, {".csv", ".json", ".nc"});
    std::optional<PictureFile> characteristic;
    if (!options.characteristic_file.empty()) characteristic.emplace(options.characteristic_file, "--characteristic");
    // The bar goes away with the request, before anything is told.
    const auto followed = [&](const auto& report_of) {
        MotionRequest request = options.request;
        request.progress = parallel_progress("simulate");
        return report_of(request);
    };
    if (document.is_planar()) {
        if (characteristic) {
            throw std::invalid_argument(
                "--characteristic is for one-dimensional cases: --plot draws the planar friction");
        }
        const PlanarReport report = followed([&](const MotionRequest& request) {
            return report_planar_motion(document, request, options.method, options.step);
        });
        return tell(report, options, files);
    }
    if (options.method != "exact" || options.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    if (document.is_structure()) {
        if (characteristic) {
            throw std::invalid_argument(
                "--characteristic is for cases of one mass: --plot draws the loop of each contact");
        }
        return tell(followed([&](const MotionRequest& request) { return report_structure(document, request); }),
                    options, files);
    }
    const MotionReport report =
        followed([&](const MotionRequest& request) { return report_motion(document, request); });
    if (characteristic && report.trajectory.termination == Termination::reached_end) {
        characteristic->draw(plot_characteristic(report.problem, report.trajectory));
        characteristic->commit();
    }
    return tell(report, options, files);
}

}  // namespace

Verb add_simulate(CLI::App& app) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = app.add_subcommand("simulate", "The exact motion of a case, event by event");
    options->problem.add_to(*command);
    MotionRequest& request = options->request;
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
        ->add_option("--method", options->method,
                     "Planar cases: exact, or the fixed-step schemes group-preserving and lorentz-composition")
        ->type_name("NAME");
    command->add_option("--step", options->step, "Step of a fixed-step scheme [s]; else 1/400 of the fastest period")
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
