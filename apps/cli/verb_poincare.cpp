#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "chaos_report.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct PoincareRequest {
    CaseOptions problem;
    SectionOptions options;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

void write_points(const Section& section, std::FILE* file) {
    fmt::print(file, "t,x,v\n");
    for (const SectionPoint& p : section.points) fmt::print(file, "{},{},{}\n", p.time, p.position, p.velocity);
}

int run_poincare(const PoincareRequest& request) {
    ResultFiles files(request.data_file, request.plot_file);
    const Case problem = request.problem.open().read();
    const Section section = [&] {
        SectionOptions options = request.options;
        options.progress = parallel_progress("poincare");
        return poincare_section(problem.oscillator, problem.load, problem.start, options);
    }();
    if (files.data) files.data->write([&](std::FILE* file) { write_points(section, file); });
    const bool is_empty = section.points.empty();
    if (is_empty) files.plot.reset();
    files.finish([&] { return plot_section(problem, section, std::string(name(request.options.kind))); });
    if (request.is_json) {
        fmt::print("{}\n", section_json(problem, section, request.options.kind));
    } else if (request.data_file.empty() && request.plot_file.empty()) {
        write_points(section, stdout);
    }
    tell_written({request.data_file, is_empty ? "" : request.plot_file}, request.is_json);
    if (section.has_diverged) {
        tell_on_stderr("stickslip: diverging: the motion grew beyond {} m after {} points\n",
                       request.options.series.largest_position, section.points.size());
        return no_result;
    }
    if (!section.points.empty()) return done;
    tell_on_stderr("stickslip: the motion never meets the {} section\n", name(request.options.kind));
    return no_result;
}

}  // namespace

Verb add_poincare(CLI::App& app) {
    auto request = std::make_shared<PoincareRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "poincare", "A Poincaré section: the state once a load period, or at events");
    SectionOptions& options = request->options;
    static const std::map<std::string, SectionKind> kinds{{"stroboscopic", SectionKind::stroboscopic},
                                                          {"stop", SectionKind::stop},
                                                          {"release", SectionKind::release},
                                                          {"turn", SectionKind::turn}};
    command
        ->add_option_function<std::string>(
            "--section", [&options](const std::string& kind) { options.kind = kinds.at(kind); },
            "When to record the state: stroboscopic (once a load period), or at each stop, release or turn (the "
            "velocity reaches 0)")
        ->type_name("KIND")
        ->check(CLI::IsMember({"stroboscopic", "stop", "release", "turn"}));
    constexpr long most_points = 100'000'000;
    command->add_option("--points", options.points, "Record N points")
        ->type_name("N")
        ->check(CLI::Range(1L, most_points))
        ->capture_default_str();
    command->add_option("--transient", options.transient, "Leave out the first N load periods, or the first N events")
        ->type_name("N")
        ->check(CLI::Range(0L, most_points))
        ->capture_default_str();
    command
        ->add_option("--phase", options.phase,
                     "For stroboscopic: take the state at this part of the load period, from 0 to 1")
        ->type_name("P")
        ->capture_default_str();
    command->add_option("--out", request->data_file, "Write the points to F.csv: t,x,v")->type_name("F.csv");
    command->add_option("--plot", request->plot_file, "Draw the section to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "Examples:\n"
        "  stickslip poincare stefanski-fig3b --points 20000 --plot section.png\n"
        "  stickslip poincare block-on-belt --section release --points 5\n"
        "Exit code 3: the motion diverges, or never meets the section.");
    return {command, [request] { return run_poincare(*request); }};
}

}  // namespace stickslip::cli
