#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "gnuplot.hpp"
#include "motion_netcdf.hpp"
#include "motion_plot.hpp"
#include "motion_report.hpp"
#include "output_file.hpp"
#include "planar_report.hpp"
#include "verb.hpp"

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

template <class Report>
void write_text_file(const Report& report, const std::string& path, void (*write)(const Report&, std::FILE*)) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) throw std::runtime_error(path + ": cannot be written");
    write(report, file);
    const bool is_written = std::ferror(file) == 0;
    if (std::fclose(file) != 0 || !is_written) throw std::runtime_error(path + ": cannot be written completely");
}

void write_data(const MotionReport& report, const std::string& path, const std::string& suffix) {
    if (suffix == ".csv") write_text_file(report, path, write_csv);
    if (suffix == ".json") write_text_file(report, path, write_json);
    if (suffix == ".nc") write_netcdf(report, path);
}

void write_data(const PlanarReport& report, const std::string& path, const std::string& suffix) {
    if (suffix == ".csv") write_text_file(report, path, write_planar_csv);
    if (suffix == ".json") write_text_file(report, path, write_planar_json);
    if (suffix == ".nc") write_planar_netcdf(report, path);
}

void draw(const MotionReport& report, const std::string& path, const std::string& suffix) {
    plot_motion(report, path, suffix);
}

void draw(const PlanarReport& report, const std::string& path, const std::string& suffix) {
    plot_planar_motion(report.trajectory, report.problem.title, path, suffix);
}

void print(const MotionReport& report, bool is_json) { (is_json ? write_json : write_table)(report, stdout); }

void print(const PlanarReport& report, bool is_json) {
    (is_json ? write_planar_json : write_planar_table)(report, stdout);
}

/// Files first, then the answer on standard output.
template <class Report>
int tell(const Report& report, const SimulateOptions& options, std::optional<OutputFile>& data,
         const std::string& data_suffix, std::optional<OutputFile>& plot, const std::string& plot_suffix) {
    const bool is_complete = report.trajectory.termination == Termination::reached_end;
    if (is_complete && data) write_data(report, data->temporary_path(), data_suffix);
    if (is_complete && plot) draw(report, plot->temporary_path(), plot_suffix);
    if (is_complete && data) data->commit();
    if (is_complete && plot) plot->commit();
    print(report, options.is_json);
    if (is_complete) return done;
    if (report.trajectory.termination == Termination::diverged) {
        fmt::print(stderr, "stickslip: diverging: the motion grew beyond every bound at t = {} s\n",
                   report.trajectory.end_time());
        return no_result;
    }
    fmt::print(stderr, "stickslip: the motion reached the limit of {} events at t = {} s, before its end\n",
               report.trajectory.events.size(), report.trajectory.end_time());
    return no_result;
}

int simulate_case(const SimulateOptions& options) {
    std::optional<OutputFile> data;
    std::optional<OutputFile> plot;
    std::string data_suffix;
    std::string plot_suffix;
    std::string characteristic_suffix;
    if (!options.characteristic_file.empty()) {
        characteristic_suffix =
            required_suffix(options.characteristic_file, "--characteristic", {".svg", ".png", ".pdf"});
    }
    if (!options.data_file.empty()) data_suffix = required_suffix(options.data_file, "--out", {".csv", ".json", ".nc"});
    if (!options.plot_file.empty())
        plot_suffix = required_suffix(options.plot_file, "--plot", {".svg", ".png", ".pdf"});
    const CaseDocument document = options.problem.open();
    if (!data_suffix.empty()) data.emplace(options.data_file);
    if (!plot_suffix.empty()) {
        plot.emplace(options.plot_file);
        require_gnuplot();
    }
    if (document.is_planar()) {
        if (!characteristic_suffix.empty()) {
            throw std::invalid_argument(
                "--characteristic is for one-dimensional cases: --plot draws the planar friction");
        }
        const PlanarReport report = report_planar_motion(document, options.request, options.method, options.step);
        return tell(report, options, data, data_suffix, plot, plot_suffix);
    }
    std::optional<OutputFile> characteristic;
    if (!characteristic_suffix.empty()) {
        characteristic.emplace(options.characteristic_file);
        require_gnuplot();
    }
    if (options.method != "exact" || options.step) {
        throw std::invalid_argument("--method and --step are for planar cases (oscillator.dimensions = 2)");
    }
    const MotionReport report = report_motion(document, options.request);
    if (characteristic && report.trajectory.termination == Termination::reached_end) {
        plot_characteristic(report.problem, report.trajectory, characteristic->temporary_path(), characteristic_suffix);
        characteristic->commit();
    }
    return tell(report, options, data, data_suffix, plot, plot_suffix);
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
