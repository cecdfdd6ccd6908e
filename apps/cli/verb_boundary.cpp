#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "boundary_plot.hpp"
#include "boundary_report.hpp"
#include "case_or_ratios.hpp"
#include "help_text.hpp"
#include "interruption.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "kinds/case_boundaries.hpp"
#include "progress.hpp"
#include "region_labels.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/version.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct BoundaryRequest {
    CaseOrRatios problem;
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

void print_crossings(const std::string& key, const std::vector<Crossing>& crossings,
                     const std::vector<BoundaryKind>& kinds) {
    const bool has_contacts = std::ranges::any_of(crossings, [](const Crossing& c) { return !c.contact.empty(); });
    fmt::print("{:>22}  {:<7} {:>11} {:>11}{}\n", key, "kind", "stops below", "stops above",
               has_contacts ? "  contact" : "");
    for (const Crossing& c : crossings) {
        if (!contains(kinds, c.kind)) continue;
        fmt::print("{:>22.15g}  {:<7} {:>11} {:>11}{}\n", c.value, name(c.kind), c.stops_below, c.stops_above,
                   has_contacts ? "  " + printable(c.contact) : "");
    }
}

int find_crossings(const BoundaryRequest& request) {
    if (!request.y.empty())
        throw std::invalid_argument("--at and --y exclude each other: one gives crossings, the other curves");
    if (!request.data_file.empty() || !request.plot_file.empty()) {
        throw std::invalid_argument(
            "--out and --plot take curves: give --y instead of --at, or --json for the crossings");
    }
    const KeyRange x = open_range(request.x, "--x");
    const Setting at = setting(request.at, "--at");
    require_different_keys("--x", "--at", x.key, at.key);
    const std::vector<BoundaryKind> kinds = kinds_of(request.kinds);
    const CaseDocument document = request.problem.document({x.key, at.key});
    const BoundaryPlane plane{
        document, x.key, at.key, {x.from, x.to, at.value, at.value}, [] { throw_if_interrupted(); }};
    const CaseKind& kind = kind_of(plane.at(x.to, at.value)).studies();
    ProgressBar bar("boundary");
    const std::vector<Crossing> crossings =
        case_crossings(kind, plane, {.progress = [&](double part) { return bar.show(part); }});
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
        if (!c.contact.empty()) j["crossings"].back()["contact"] = c.contact;
    }
    if (request.is_json) {
        fmt::print("{}\n", j.dump());
        return done;
    }
    print_crossings(x.key, crossings, kinds);
    return done;
}

int trace_curves(const BoundaryRequest& request) {
    if (request.y.empty())
        throw std::invalid_argument("boundary needs --y KEY=a:b for curves, or --at KEY=value for crossings");
    const KeyRange x = open_range(request.x, "--x");
    const KeyRange y = open_range(request.y, "--y");
    require_different_keys("--x", "--y", x.key, y.key);
    const std::vector<BoundaryKind> kinds = kinds_of(request.kinds);
    const CaseDocument document = request.problem.document({x.key, y.key});
    const BoundaryPlane plane{document, x.key, y.key, {x.from, x.to, y.from, y.to}};
    const CaseDocument corner = plane.at(x.to, y.to);
    const Kind& kind = kind_of(corner);
    static_cast<void>(kind.studies().boundaries(plane));
    ResultFiles files(request.data_file, request.plot_file, {".csv", ".json"});
    ProgressBar bar("tracing");
    std::vector<BoundaryCurve> curves = case_boundaries(
        kind.studies(), plane, {.progress = [&](double part) { return bar.show(part) && !is_stop_wanted(); }});
    bar.finish();
    throw_if_interrupted();
    std::erase_if(curves, [&](const BoundaryCurve& c) { return !contains(kinds, c.kind); });
    if (files.data) {
        files.data->write(files.data_suffix == ".csv" ? boundary_csv(x.key, y.key, curves)
                                                      : boundary_json(x.key, y.key, curves));
    }
    files.finish([&] {
        const std::string title = kind.title(corner, {x.key, y.key});
        const auto words_at = [&](double a, double b) {
            const CaseResponse::Motion m = kind.studies().motion(plane.at(a, b));
            return regime_words(m.regime, static_cast<int>(m.stops_per_cycle));
        };
        BoundaryPicture picture{title, x, y, curves};
        if (kind.studies().motion != nullptr) picture.words_at = words_at;
        return plot_boundaries(picture);
    });
    if (request.is_json) {
        fmt::print("{}", boundary_json(x.key, y.key, curves));
    } else if (!files.data && !files.plot) {
        for (const BoundaryKind letter : kinds) {
            const auto is_kind = [&](const BoundaryCurve& c) { return c.kind == letter; };
            fmt::print("{:<7} {} curves\n", name(letter), std::count_if(curves.begin(), curves.end(), is_kind));
        }
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_boundary(CLI::App& app) {
    auto request = std::make_shared<BoundaryRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "boundary", "Trace the curves between regimes of the steady motion");
    command->add_option("--x", request->x, "The horizontal key and its range")->type_name("KEY=a:b")->required();
    command->add_option("--y", request->y, "The vertical key and its range, for curves in the plane")
        ->type_name("KEY=a:b");
    command
        ->add_option("--at", request->at, "A key with a fixed value instead of --y, for all crossings along this line")
        ->type_name("KEY=value");
    command->add_option("--kind", request->kinds, "Only these kinds: A, B, C, Cprime or all (all)")
        ->type_name("A,B,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", request->data_file, "Write the curves to F.csv or F.json")->type_name("F");
    command->add_option("--plot", request->plot_file, "Draw the curves to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "Kinds of boundary: at A a slide shrinks to nothing at the peak of the load; at B a stop in passing appears; "
        "at C the stop at a reversal vanishes; at Cprime a stop becomes a reversal with a short back-slide, and the "
        "number of stops stays the same.\n" +
        words_of_kinds("boundary") +
        "Examples:\n"
        "  stickslip boundary --x friction_ratio=0:1.1 --at frequency_ratio=0.25\n"
        "  stickslip boundary --x friction_ratio=0:1.1 --y frequency_ratio=0.1:1.5 --plot regimes.svg\n"
        "  stickslip boundary liu-fig6 --x friction.bound=70000:90000 --at frequency_ratio=6\n"
        "  stickslip boundary three-mass-chain --x contact.wall.bound=0.02:2 --at load.frequency=1.2");
    return {command, [request] { return request->at.empty() ? trace_curves(*request) : find_crossings(*request); }};
}

}  // namespace stickslip::cli
