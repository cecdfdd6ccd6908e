#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "boundary_plot.hpp"
#include "boundary_report.hpp"
#include "interruption.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "ratio_options.hpp"
#include "region_labels.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/version.hpp"
#include "studies/case_boundaries.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct BoundaryRequest {
    CaseOptions problem;
    RatioOptions ratios;
    std::string x;
    std::string y;
    std::string at;
    std::vector<std::string> kinds{"all"};
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

constexpr BoundaryKind all_kinds[] = {BoundaryKind::slide_vanishes, BoundaryKind::stop_in_passing,
                                      BoundaryKind::reversal_stop, BoundaryKind::stop_to_back_slide};

std::vector<BoundaryKind> kinds_of(const std::vector<std::string>& names) {
    std::vector<BoundaryKind> kinds;
    for (const std::string& text : names) {
        bool is_known = text == "all";
        for (const BoundaryKind kind : all_kinds) {
            if (text != "all" && text != name(kind)) continue;
            kinds.push_back(kind);
            is_known = true;
        }
        if (!is_known) throw std::invalid_argument("--kind " + text + " is unknown; known are A, B, C, Cprime, all");
    }
    return kinds;
}

bool contains(const std::vector<BoundaryKind>& kinds, BoundaryKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

int find_crossings(const BoundaryRequest& request) {
    const KeyRange x = open_range(request.x, "--x");
    const Setting at = setting(request.at, "--at");
    const std::vector<BoundaryKind> kinds = kinds_of(request.kinds);
    const CaseDocument document = request.ratios.document(request.problem, {x.key, at.key});
    ProgressBar bar("boundary");
    CaseBoundaryOptions options;
    options.progress = [&](double part) { return bar.show(part); };
    options.at_each_point = [] { throw_if_interrupted(); };
    const std::vector<Crossing> crossings = case_crossings(document, x.key, {x.from, x.to}, at.key, at.value, options);
    bar.finish();
    Json j;
    j["version"] = version();
    j["x"] = x.key;
    j["at"] = Json{{at.key, at.value}};
    j["crossings"] = Json::array();
    for (const Crossing& c : crossings) {
        if (!contains(kinds, c.kind)) continue;
        j["crossings"].push_back({{"value", c.value},
                                  {"kind", name(c.kind)},
                                  {"stops_below", c.stops_below},
                                  {"stops_above", c.stops_above}});
    }
    if (request.is_json) {
        fmt::print("{}\n", j.dump());
        return done;
    }
    fmt::print("{:>22}  {:<7} {:>11} {:>11}\n", x.key, "kind", "stops below", "stops above");
    for (const Json& c : j["crossings"]) {
        fmt::print("{:>22.15g}  {:<7} {:>11} {:>11}\n", c["value"].get<double>(), c["kind"].get<std::string>(),
                   c["stops_below"].get<int>(), c["stops_above"].get<int>());
    }
    return done;
}

int trace_curves(const BoundaryRequest& request) {
    if (request.y.empty())
        throw std::invalid_argument("boundary needs --y KEY=a:b for curves, or --at KEY=value for crossings");
    const KeyRange x = open_range(request.x, "--x");
    const KeyRange y = open_range(request.y, "--y");
    const std::vector<BoundaryKind> kinds = kinds_of(request.kinds);
    const CaseDocument document = request.ratios.document(request.problem, {x.key, y.key});
    require_boundaries(document, x.key, x.to, y.key, y.to);
    ResultFiles files(request.data_file, request.plot_file, {".csv", ".json"});
    ProgressBar bar("tracing");
    CaseBoundaryOptions options;
    options.progress = [&](double part) { return bar.show(part) && !is_stop_wanted(); };
    std::vector<BoundaryCurve> curves = case_boundaries(document, x.key, y.key, {x.from, x.to, y.from, y.to}, options);
    bar.finish();
    throw_if_interrupted();
    std::erase_if(curves, [&](const BoundaryCurve& c) { return !contains(kinds, c.kind); });
    if (files.data) {
        files.data->write(files.data_suffix == ".csv" ? boundary_csv(x.key, y.key, curves)
                                                      : boundary_json(x.key, y.key, curves));
    }
    if (files.plot) {
        const CaseDocument somewhere = document.with_value(x.key, x.to).with_value(y.key, y.to);
        const std::string title =
            somewhere.is_planar() ? somewhere.title() : picture_title(somewhere.read(), {x.key, y.key});
        const auto words_at = [&](double a, double b) {
            const CaseResponse::Motion m = motion_at(document, x.key, a, y.key, b);
            return regime_words(m.regime, static_cast<int>(m.stops_per_cycle));
        };
        files.plot->draw(plot_boundaries({title, x, y, curves, words_at}));
    }
    files.commit();
    if (request.is_json) {
        fmt::print("{}", boundary_json(x.key, y.key, curves));
    } else if (!files.data && !files.plot) {
        for (const BoundaryKind kind : kinds) {
            const auto is_kind = [&](const BoundaryCurve& c) { return c.kind == kind; };
            fmt::print("{:<7} {} curves\n", name(kind), std::count_if(curves.begin(), curves.end(), is_kind));
        }
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_boundary(CLI::App& app) {
    auto request = std::make_shared<BoundaryRequest>();
    CLI::App* command = app.add_subcommand("boundary", "The curves between regimes of the steady motion, traced");
    request->problem.add_to(*command, CaseOptions::Presence::optional);
    request->ratios.add_to(*command);
    command->add_option("--x", request->x, "The horizontal key and its range")->type_name("KEY=a:b")->required();
    command->add_option("--y", request->y, "The vertical key and its range: curves in the plane")->type_name("KEY=a:b");
    command->add_option("--at", request->at, "A fixed key instead of --y: all crossings along this line")
        ->type_name("KEY=value");
    command->add_option("--kind", request->kinds, "A, B, C, Cprime or all, else all")
        ->type_name("A,B,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", request->data_file, "Write the curves to F.csv or F.json")->type_name("F");
    command->add_option("--plot", request->plot_file, "Draw the curves to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "Kinds: A a slide shrinks to nothing at the load's peak; B a stop in passing is born; C the stop at a "
        "reversal vanishes; Cprime a stop becomes a reversal with a short back-slide (the number of stops stays).\n"
        "Planar cases: A a slide vanishes, B a stick interval vanishes, C the same where the motion turns back; stops "
        "are stick intervals per cycle, and 0 is both rest for ever and sliding for ever.\n"
        "Examples:\n"
        "  stickslip boundary --x friction_ratio=0:1.1 --at frequency_ratio=0.25\n"
        "  stickslip boundary --x friction_ratio=0:1.1 --y frequency_ratio=0.1:1.5 --plot regimes.svg\n"
        "  stickslip boundary liu-fig6 --x friction.bound=70000:90000 --at frequency_ratio=6");
    return {command, [request] { return request->at.empty() ? trace_curves(*request) : find_crossings(*request); }};
}

}  // namespace stickslip::cli
