#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "estimate.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "search_options.hpp"
#include "stickslip/version.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct BasinRequest {
    CaseOptions problem;
    std::string position = "-4:4:40";
    std::string velocity = "-6:6:40";
    BasinOptions options;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

Interval interval_of(const std::string& text, const std::string& option, int& count) {
    const KeyRange range = counted_interval(text, option);
    count = range.count;
    return {range.from, range.to};
}

void write_cells(const Basins& found, std::FILE* file) {
    fmt::print(file, "x,v,attractor,label\n");
    for (const BasinCell& cell : found.cells) {
        fmt::print(file, "{},{},{},{}\n", cell.start.position, cell.start.velocity, cell.attractor,
                   found.attractors[static_cast<std::size_t>(cell.attractor)].attractor.label());
    }
}

void print_json(const Case& problem, const Basins& found, const BasinOptions& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const BasinShare& share : found.attractors) {
        nlohmann::ordered_json x = nlohmann::ordered_json::array(), v = x;
        for (const LawState& p : share.attractor.points) {
            x.push_back(p.position);
            v.push_back(p.slip_velocity + problem.oscillator.belt_velocity);
        }
        list.push_back({{"label", share.attractor.label()},
                        {"fraction", share.fraction},
                        {"standard_error", share.standard_error},
                        {"x", x},
                        {"v", v}});
    }
    const nlohmann::ordered_json j{{"version", version()},
                                   {"title", problem.title},
                                   {"starts", found.cells.size()},
                                   {"seed", options.seed},
                                   {"attractors", list}};
    fmt::print("{}\n", json_text(j));
}

void print_text(const Case& problem, const Basins& found) {
    fmt::print("{}\n\n{} starts\n", printable(problem.title), found.cells.size());
    for (const BasinShare& share : found.attractors) {
        fmt::print("{:<12} {:6.2f} ± {:.2f} % of the starts", share.attractor.label(), 100.0 * share.fraction,
                   100.0 * share.standard_error);
        if (share.attractor.kind == AttractorKind::periodic) {
            const LawState& p = share.attractor.points.front();
            fmt::print(";  x = {:.8g}, v = {:.8g} at the start of its period, multiplier {:.4g}", p.position,
                       p.slip_velocity + problem.oscillator.belt_velocity, share.attractor.multiplier);
        }
        fmt::print("\n");
    }
}

int run_basins(BasinRequest request) {
    request.options.position = interval_of(request.position, "--position", request.options.columns);
    request.options.velocity = interval_of(request.velocity, "--velocity", request.options.rows);
    const std::size_t starts = starts_of(request.options);
    ResultFiles files(request.data_file, request.plot_file);
    const Case problem = request.problem.open().read();
    const auto search = [&](int i) {
        const double part = 0.25 * (i + 1);
        const Interval& x = request.options.position;
        const Interval& v = request.options.velocity;
        const double velocity = v.low + part * (v.high - v.low) - problem.oscillator.belt_velocity;
        static_cast<void>(find_attractor(problem.oscillator, problem.load,
                                         {x.low + part * (x.high - x.low), velocity, 0.0, {}},
                                         request.options.attractor));
    };
    tell_estimate(seconds_for_searches(search, starts), allowed_threads());
    request.options.progress = parallel_progress("basins");
    const Basins found = basins(problem.oscillator, problem.load, request.options);
    request.options.progress = {};
    if (files.data) files.data->write([&](std::FILE* file) { write_cells(found, file); });
    files.finish([&] { return plot_basins(problem, found, request.options); });
    if (request.is_json) {
        print_json(problem, found, request.options);
    } else {
        print_text(problem, found);
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_basins(CLI::App& app) {
    auto request = std::make_shared<BasinRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "basins", "Which attractor is reached from which start, and how often");
    command->add_option("--position", request->position, "Initial positions from a to b in n cells [m]")
        ->type_name("a:b:n")
        ->capture_default_str();
    command->add_option("--velocity", request->velocity, "Initial velocities from a to b in n cells [m/s]")
        ->type_name("a:b:n")
        ->capture_default_str();
    command->add_option("--seed", request->options.seed, "Seed of the random place of each start in its cell")
        ->type_name("N")
        ->capture_default_str();
    add_search_options(*command, request->options.attractor);
    command->add_option("--out", request->data_file, "Write every start to F.csv: x,v,attractor,label")
        ->type_name("F.csv");
    command->add_option("--plot", request->plot_file, "Draw the basins to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON instead of a table");
    command->footer(
        "Example:\n"
        "  stickslip basins stefanski-fig3b --set load.amplitude=4 --position=-4:4:100 --velocity=-6:6:100 "
        "--plot basins.png");
    return {command, [request] { return run_basins(*request); }};
}

}  // namespace stickslip::cli
