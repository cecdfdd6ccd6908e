#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <memory>
#include <optional>

#include "capacity_report.hpp"
#include "case_options.hpp"
#include "ensemble_report.hpp"
#include "help_text.hpp"
#include "interruption.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "maps/run_map.hpp"
#include "netcdf/ensemble_netcdf.hpp"
#include "output_file.hpp"
#include "rank_link_module.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "tile_run.hpp"
#include "tile_target.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct EnsembleCommand {
    CaseOptions problem;
    std::vector<std::string> records;
    std::vector<std::string> scales;
    std::vector<std::string> vary;
    std::vector<std::string> observables;
    std::string limit;
    std::string data_file;
    std::string plot_file;
    bool is_resumed = false;
    bool is_json = false;
};

double scale_of(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value)) return value;
    throw std::invalid_argument("--scales " + text + ": must be a number, or from:to:count");
}

/// Numbers, and ranges a:b:n with both ends.
std::vector<double> scales_of(const std::vector<std::string>& texts) {
    if (texts.empty()) return {1.0};
    std::vector<double> scales;
    for (const std::string& text : texts) {
        if (text.find(':') == std::string::npos) {
            scales.push_back(scale_of(text));
        } else {
            for (const double scale : counted_interval(text, "--scales").values()) scales.push_back(scale);
        }
    }
    return scales;
}

/// The command that makes the same ensemble, whatever the threads, the files and the interruptions of this run.
std::string ensemble_command(const EnsembleCommand& command) {
    std::string text = "stickslip ensemble " + command.problem.name;
    for (const std::string& set : command.problem.overrides) text += " --set " + set;
    text += fmt::format(" --records {}", fmt::join(command.records, ","));
    if (!command.scales.empty()) text += fmt::format(" --scales {}", fmt::join(command.scales, ","));
    for (const std::string& vary : command.vary) text += " --vary " + vary;
    if (!command.observables.empty()) text += fmt::format(" --observables {}", fmt::join(command.observables, ","));
    if (!command.limit.empty()) text += " --limit " + command.limit;
    return text;
}

/// Says which records leave the ground with a velocity, where they are accelerations of the ground.
void warn_of_drift(const EnsembleRequest& request) {
    if (request.document.text().find("quantity = \"acceleration\"") == std::string::npos) return;
    std::string names;
    std::size_t count = 0;
    constexpr std::size_t most_named = 3;
    for (const SetRecord& record : request.records) {
        const std::optional<double> drift = baseline_drift(record.samples);
        if (!drift || ++count > most_named) continue;
        names += fmt::format("{}{} ({:.0f} %)", names.empty() ? "" : ", ", record.name, 100.0 * *drift);
    }
    if (count == 0) return;
    tell_on_stderr(
        "stickslip: warning: {} of {} records end with more than a tenth of their largest ground velocity, so that "
        "their "
        "baseline drifts: {}{}\n",
        count, request.records.size(), names, count > most_named ? ", …" : "");
}

EnsembleRequest ensemble_request(const EnsembleCommand& command) {
    if (command.is_resumed && command.data_file.empty()) {
        throw std::invalid_argument("--resume continues F.partial; give --out F too");
    }
    std::vector<EnsembleKey> vary;
    for (const std::string& text : command.vary) {
        const KeyRange range = counted_range(text, "--vary");
        vary.push_back({range.key, range.values(), text});
    }
    EnsembleRequest request{.document = command.problem.open(),
                            .records = {},
                            .scales = scales_of(command.scales),
                            .vary = std::move(vary),
                            .observables = command.observables,
                            .command = ensemble_command(command)};
    request.records = read_record_set(command.records, record_components(request.document));
    if (rank_in_environment() == 0) warn_of_drift(request);
    return request;
}

/// A table under the temporary name of a file.
void write_table(const std::string& path, const std::function<void(std::FILE*)>& write) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
    if (!file) throw std::runtime_error(path + ": cannot be written");
    write(file.get());
    if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0) {
        throw std::runtime_error(path + ": cannot be written: the disk may be full");
    }
}

/// The motions of an ensemble, or the scales at which its records reach a limit: what is told of either.
struct EnsembleWork {
    std::string_view name;
    std::string_view things;
    const CellEvaluator& evaluator;
    Tiling tiling;
    std::vector<RequestLine> lines;
    const EnsembleRequest& request;
    EnsembleScales scales;
    std::function<void(const TileStore&, std::FILE*)> write_csv;
    std::function<Json(const TileStore&, const MapSummary&, double seconds)> json;
    std::function<void(const TileStore&, const MapSummary&, double seconds)> print;
    std::function<Drawing(const TileStore&)> picture;
};

int lead_ensemble(const EnsembleCommand& command, const EnsembleWork& work) {
    const auto started = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    };
    ResultFiles pictures("", command.plot_file);
    TileTarget target(command.data_file, command.is_resumed ? Resumption::wanted : Resumption::refused,
                      {work.name, work.tiling, work.evaluator.quantities(), work.lines, {".nc", ".csv"}});
    const std::unique_ptr<RankLink> link = is_one_of_several() ? open_rank_link() : nullptr;
    const std::string title(work.name);
    const std::optional<MapSummary> summary = lead_tiles(work.evaluator, target, link.get(), title, work.things);
    if (!summary) return failed;
    const auto write = [&](const TileStore& store, const std::string& path,
                           const std::function<bool(double)>& progress) {
        if (!command.data_file.ends_with(".csv")) {
            return write_ensemble_netcdf(work.request, work.scales, store, path, progress);
        }
        write_table(path, [&](std::FILE* file) { work.write_csv(store, file); });
        return progress(1.0);
    };
    if (!target.finish(write)) return failed;
    promise_complete(command.data_file);
    pictures.finish([&] { return work.picture(target.store()); });
    if (command.is_json) {
        fmt::print("{}\n", json_text(work.json(target.store(), *summary, seconds())));
    } else {
        work.print(target.store(), *summary, seconds());
    }
    tell_written({command.data_file, command.plot_file}, command.is_json);
    return done;
}

EnsembleWork work_of(const Ensemble& e, const EnsembleCommand& command) {
    const auto rows = command.data_file.empty() ? EnsembleRows::told : EnsembleRows::left_out;
    return {.name = "ensemble",
            .things = "motions",
            .evaluator = e,
            .tiling = e.tiling(),
            .lines = e.lines(),
            .request = e.request(),
            .scales = EnsembleScales::along_a_dimension,
            .write_csv = [&e](const TileStore& store, std::FILE* file) { write_ensemble_csv(e, store, file); },
            .json = [&e, rows](const TileStore& store, const MapSummary& summary,
                               double s) { return ensemble_json(e, store, summary, s, rows); },
            .print = [&e](const TileStore& store, const MapSummary& summary,
                          double s) { write_ensemble_table(e, store, summary, s, stdout); },
            .picture = [&e](const TileStore& store) { return plot_ensemble(e, store); }};
}

EnsembleWork work_of(const Capacities& c) {
    return {.name = "ensemble",
            .things = "records",
            .evaluator = c,
            .tiling = c.tiling(),
            .lines = c.lines(),
            .request = c.ensemble().request(),
            .scales = EnsembleScales::left_out,
            .write_csv = [&c](const TileStore& store,
                              std::FILE* file) { write_capacity_csv(c, capacity_result(c, store), file); },
            .json = [&c](const TileStore& store, const MapSummary& summary,
                         double s) { return capacity_json(c, capacity_result(c, store), summary, s); },
            .print = [&c](const TileStore& store, const MapSummary& summary,
                          double s) { write_capacity_table(c, capacity_result(c, store), summary, s, stdout); },
            .picture = [&c](const TileStore& store) { return plot_fragility(c, capacity_result(c, store)); }};
}

/// What the command asks for; one of the two.
struct AskedEnsemble {
    std::unique_ptr<Ensemble> motions;
    std::unique_ptr<Capacities> capacities;

    explicit AskedEnsemble(const EnsembleCommand& command) {
        EnsembleRequest request = ensemble_request(command);
        const CaseKind& kind = kind_of(first_case(request)).studies();
        if (command.limit.empty()) {
            motions = std::make_unique<Ensemble>(kind, std::move(request));
            return;
        }
        if (!command.observables.empty()) {
            throw std::invalid_argument("--limit names the number of the motion that counts: leave --observables out");
        }
        const Setting limit = observable_setting(command.limit, "--limit");
        capacities = std::make_unique<Capacities>(kind, std::move(request), CapacityLimit{limit.key, limit.value});
    }
    [[nodiscard]] EnsembleWork work(const EnsembleCommand& command) const {
        return motions ? work_of(*motions, command) : work_of(*capacities);
    }
};

int run_ensemble(const EnsembleCommand& command) {
    if (rank_in_environment() == 0) {
        const AskedEnsemble asked(command);
        return lead_ensemble(command, asked.work(command));
    }
    std::optional<AskedEnsemble> asked;
    try {
        asked.emplace(command);
    } catch (const std::invalid_argument&) {
        return after_the_first_rank(bad_input);  // which says the same
    }
    const std::unique_ptr<RankLink> link = open_rank_link();
    std::signal(SIGINT, SIG_IGN);  // the leader stops the others
    const EnsembleWork work = asked->work(command);
    help_map(work.evaluator, work.tiling, *link);
    return done;
}

}  // namespace

Verb add_ensemble(CLI::App& app) {
    auto request = std::make_shared<EnsembleCommand>();
    CLI::App* command = request->problem.add_verb(
        app, "ensemble", "One case under many records: peaks, residuals, slip and losses, and their percentiles");
    command
        ->add_option("--records", request->records,
                     "Records in the place of the one that the case names: files, folders or patterns, each with "
                     "@FACTOR where wanted")
        ->type_name("F[@FACTOR][,F...]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->required();
    command
        ->add_option("--scales", request->scales,
                     "Multiply every record by each of these; from:to:count is as many equal steps, both ends "
                     "included. Without it, 1")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--vary", request->vary,
                     "Repeat it all for these values of a key of the case, both ends included; may be repeated for "
                     "all combinations of several keys")
        ->type_name("KEY=a:b:n[:log]")
        ->allow_extra_args(false);
    command
        ->add_option("--observables", request->observables,
                     "Other numbers of the motion than peak, residual, total_slip, peak_acceleration and dissipated, "
                     "as peak_velocity; of several degrees of freedom and contacts also peak[DOF], peak_drift, "
                     "contact.NAME.total_slip")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--limit", request->limit,
                     "Instead, find the scale at which this number of the motion reaches a value under each record, "
                     "between the first and the last of the scales, and fit a lognormal fragility curve")
        ->type_name("NAME=value");
    command
        ->add_option("--out", request->data_file,
                     "Write a row for each record, scale and value to F.csv, or the same as arrays to F.nc (NetCDF-4)")
        ->type_name("F");
    command
        ->add_option("--plot", request->plot_file,
                     "Draw the percentiles against the scale, or the fragility curves, to F.svg, F.png or F.pdf")
        ->type_name("F");
    command->add_flag("--resume", request->is_resumed, "Continue an interrupted ensemble from F.partial");
    command->add_flag("--json", request->is_json,
                      "Print the percentiles over the records as JSON; without --out, the rows too");
    command->footer(
        "Motions run from the start of the case to run.until, or to the end of their record. residual is the distance "
        "from x = 0 at that time: give run.until where the motion has to come to rest first. Of several degrees of "
        "freedom and contacts the largest counts. F appears when the ensemble is complete; until then the work is in "
        "F.partial, which survives Ctrl-C and kill. Under mpirun all ranks share it.\n"
        "Examples:\n"
        "  stickslip ensemble synthetic-earthquake --records motions --scales 0.5,1,2 --out table.csv\n"
        "  stickslip ensemble synthetic-earthquake --records 'motions/*.at2@9.80665' --scales 0.1:2:20 "
        "--vary friction.mu=0.03:0.12:4 --out motions.nc --plot motions.svg\n"
        "  stickslip ensemble synthetic-earthquake --records motions --scales 0.1:5:25 --limit peak=0.2 --plot "
        "fragility.svg\n"
        "  stickslip ensemble braced-building --records motions --observables 'peak_drift,residual[roof]' --json");
    return {command, [request] { return run_ensemble(*request); }};
}

}  // namespace stickslip::cli
