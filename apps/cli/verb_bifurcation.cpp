#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "chaos_plot.hpp"
#include "chaos_report.hpp"
#include "estimate.hpp"
#include "key_range.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "search_options.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct BifurcationRequest {
    CaseOptions problem;
    std::string over;
    std::vector<std::string> laws;
    BifurcationOptions options;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
    bool has_no_sweeps = false;
    std::size_t starts = 9;
};

/// "P1 + P1 + chaotic": what is met at one value.
std::string labels_of_column(const BifurcationColumn& column) {
    std::vector<std::string> labels;
    for (const Branch& b : column.branches) labels.push_back(b.attractor.label());
    std::ranges::sort(labels);
    std::string text;
    for (const std::string& label : labels) text += (text.empty() ? "" : " + ") + label;
    return text;
}

/// Values with the same attractors become one line.
void print_table(const DiagramPanel& panel, const std::string& key) {
    if (!panel.title.empty()) fmt::print("{}\n", panel.title);
    fmt::print("{:>14} {:>14}   attractors\n", key + " from", "to");
    for (std::size_t i = 0; i < panel.columns.size();) {
        const std::string labels = labels_of_column(panel.columns[i]);
        std::size_t last = i;
        while (last + 1 < panel.columns.size() && labels_of_column(panel.columns[last + 1]) == labels) ++last;
        fmt::print("{:>14.6g} {:>14.6g}   {}\n", panel.columns[i].value, panel.columns[last].value, labels);
        i = last + 1;
    }
    fmt::print("\n");
}

void write_csv(const std::vector<DiagramPanel>& panels, std::FILE* file) {
    fmt::print(file, "law,value,attractor,label,x,v\n");
    for (const DiagramPanel& panel : panels) {
        for (const BifurcationColumn& c : panel.columns) {
            for (std::size_t k = 0; k < c.branches.size(); ++k) {
                const Attractor& a = c.branches[k].attractor;
                if (a.points.empty()) fmt::print(file, "{},{},{},{},,\n", panel.title, c.value, k, a.label());
                for (const LawState& p : a.points) {
                    fmt::print(file, "{},{},{},{},{},{}\n", panel.title, c.value, k, a.label(), p.position,
                               p.slip_velocity);
                }
            }
        }
    }
}

DiagramPanel make_panel(const CaseDocument& document, const KeyRange& range, const std::string& law,
                        const BifurcationOptions& options) {
    const CaseDocument base = law.empty() ? document : document.with_text("friction.law", law, "--set");
    const SystemFamily family = [&](double value) {
        const Case c = base.with_value(range.key, value).read();
        return std::pair{c.oscillator, c.load};
    };
    static_cast<void>(family(range.from));
    static_cast<void>(family(range.to));
    return {law, bifurcation_diagram(family, range.values(), options)};
}

/// From searches at a few values, the first law, the start of the case.
double estimate_for(const CaseDocument& document, const KeyRange& range, const BifurcationRequest& request) {
    constexpr int ways = 2;  // the sweeps upwards and downwards
    const std::string& law = request.laws.front();
    const CaseDocument base = law.empty() ? document : document.with_text("friction.law", law, "--laws");
    const std::vector<double> values = range.values();
    const auto search = [&](int i) {
        const Case c =
            base.with_value(range.key, values[values.size() * (2 * static_cast<std::size_t>(i) + 1) / 6]).read();
        const State& start = request.options.starts.front();
        static_cast<void>(find_attractor(c.oscillator, c.load,
                                         {start.position, start.velocity - c.oscillator.belt_velocity, 0.0, {}},
                                         request.options.attractor));
    };
    const std::size_t each = request.options.starts.size() + (request.options.sweeps ? ways : 0);
    return seconds_for_searches(search, values.size() * each * request.laws.size());
}

int run_bifurcation(BifurcationRequest request) {
    const KeyRange range = counted_range(request.over, "--over");
    ResultFiles files(request.data_file, request.plot_file);
    const CaseDocument document = request.problem.open();
    const Case problem = document.read();
    request.options.sweeps = !request.has_no_sweeps;
    request.options.starts.insert(request.options.starts.begin(), problem.start);
    if (request.starts < request.options.starts.size()) request.options.starts.resize(request.starts);
    if (request.laws.empty()) request.laws.emplace_back();
    std::vector<DiagramPanel> panels;
    tell_estimate(estimate_for(document, range, request), allowed_threads());
    for (const std::string& law : request.laws) {
        request.options.progress = parallel_progress("bifurcation");
        panels.push_back(make_panel(document, range, law, request.options));
        request.options.progress = {};
    }
    if (files.data) files.data->write([&](std::FILE* file) { write_csv(panels, file); });
    files.finish([&] { return plot_bifurcation(problem, panels, range.key, range.is_logarithmic); });
    if (request.is_json) {
        fmt::print("{}\n", bifurcation_json(problem, range.key, panels));
    } else {
        for (const DiagramPanel& panel : panels) print_table(panel, range.key);
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_bifurcation(CLI::App& app) {
    auto request = std::make_shared<BifurcationRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "bifurcation", "Attractors against a parameter, with their periods");
    command->add_option("--over", request->over, "The key that varies, both ends included")
        ->type_name("KEY=a:b:n[:log]")
        ->required();
    command->add_option("--laws", request->laws, "One diagram for each of these friction laws, side by side")
        ->type_name("LAW,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_search_options(*command, request->options.attractor);
    command->add_option("--points", request->options.attractor.points, "Record N points of a chaotic attractor")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--starts", request->starts, "Begin from N starts at each value; the first is that of the case")
        ->type_name("N")
        ->check(CLI::Range(1, 9))
        ->capture_default_str();
    command->add_flag("--no-sweeps", request->has_no_sweeps,
                      "Use only these starts, and do not follow attractors upwards and downwards");
    command->add_option("--out", request->data_file, "Write all points to F.csv")->type_name("F.csv");
    command->add_option("--plot", request->plot_file, "Draw the diagram to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON instead of a table");
    command->footer(
        "Example:\n"
        "  stickslip bifurcation stefanski-fig3b --over load.amplitude=0.5:15:291 --laws none,coulomb,stefanski "
        "--plot bifurcation.png");
    return {command, [request] { return run_bifurcation(*request); }};
}

}  // namespace stickslip::cli
