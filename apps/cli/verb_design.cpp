#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "design_plot.hpp"
#include "key_range.hpp"
#include "ratio_options.hpp"
#include "result_files.hpp"
#include "stickslip/steady/case_response.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/version.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

using Json = nlohmann::ordered_json;

struct DesignRequest {
    CaseOptions problem;
    RatioOptions ratios;
    std::string vary;
    std::string over;
    std::string minimise;
    std::string plot_file;
    bool avoids_stick = false;
    bool is_json = false;
};

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void print_optimum(const DesignRequest& request, const KeyRange& vary, const std::optional<KeyRange>& over,
                   const Optimum& optimum, const SteadyState& state, const std::optional<Crossing>& boundary) {
    const WorstCase& best = optimum.best;
    if (request.is_json) {
        Json j;
        j["version"] = version();
        j["vary"] = vary.key;
        j["minimise"] = request.minimise;
        j["value"] = best.vary;
        j["worst"] = number(best.response);
        j["over"] = over ? Json(over->key) : Json(nullptr);
        j["at"] = over ? Json(best.over) : Json(nullptr);
        j["regime"] = name(state.regime);
        j["stops_per_cycle"] = state.stops_per_cycle();
        j["nearest_boundary"] =
            boundary ? Json{{"value", boundary->value}, {"kind", name(boundary->kind)}} : Json(nullptr);
        Json values = Json::array();
        Json worst = Json::array();
        for (const WorstCase& w : optimum.curve) {
            values.push_back(w.vary);
            worst.push_back(number(w.response));
        }
        j["curve"] = {{"values", values}, {"worst", worst}};
        fmt::print("{}\n", j.dump());
        return;
    }
    fmt::print("best {:<18} {:.10g}\n", vary.key, best.vary);
    fmt::print("largest {:<15} {:.10g}", request.minimise, best.response);
    if (over) fmt::print("   at {} = {:.10g}", over->key, best.over);
    fmt::print("\nthere the motion is     {}, {} stops per cycle\n", name(state.regime), state.stops_per_cycle());
    if (boundary) fmt::print("nearest boundary        {:.10g} (kind {})\n", boundary->value, name(boundary->kind));
}

int minimise(const DesignRequest& request) {
    const KeyRange vary = open_range(request.vary, "--vary");
    std::optional<KeyRange> over;
    if (!request.over.empty()) over = open_range(request.over, "--over");
    const Observable& target = observable(request.minimise);
    const CaseDocument document =
        request.ratios.document(request.problem, {vary.key, over ? over->key : std::string()});
    const CaseResponse response(document, vary.key, over ? std::optional(over->key) : std::nullopt);
    ResultFiles files("", request.plot_file);
    const ResponseAt at = [&](double v, double o) { return response.value(target, v, o); };
    const Interval band = over ? Interval{over->from, over->to} : Interval{};
    const Optimum optimum = minimise_worst(at, {vary.from, vary.to}, band);
    if (!std::isfinite(optimum.best.response)) {
        fmt::print(stderr, "stickslip: the response is unbounded for every value of {}\n", vary.key);
        return no_result;
    }
    const SteadyState state = response.state(optimum.best.vary, optimum.best.over);
    if (files.plot) files.plot->draw(plot_design({vary.key, over, target, optimum, at}));
    files.commit();
    print_optimum(request, vary, over, optimum, state, nearest_boundary(response, {vary.from, vary.to}, optimum.best));
    return done;
}

int avoid_stick(const DesignRequest& request) {
    const KeyRange vary = open_range(request.vary, "--vary");
    std::optional<KeyRange> over;
    if (!request.over.empty()) over = open_range(request.over, "--over");
    const CaseDocument document =
        request.ratios.document(request.problem, {vary.key, over ? over->key : std::string()});
    const CaseResponse response(document, vary.key, over ? std::optional(over->key) : std::nullopt);
    const auto sticks = [&](double v, double o) { return response.sticks(v, o); };
    const Interval band = over ? Interval{over->from, over->to} : Interval{};
    const auto limit = largest_without_stick(sticks, {vary.from, vary.to}, band);
    if (!limit) {
        fmt::print(stderr, "stickslip: it sticks for {} = {} already\n", vary.key, vary.from);
        return no_result;
    }
    if (request.is_json) {
        Json j{{"version", version()}, {"vary", vary.key}, {"value", limit->vary}};
        j["over"] = over ? Json(over->key) : Json(nullptr);
        j["at"] = over ? Json(limit->over) : Json(nullptr);
        j["end_of_range"] = limit->is_end_of_range;
        fmt::print("{}\n", j.dump());
        return done;
    }
    fmt::print("largest {} that never sticks: {:.12g}", vary.key, limit->vary);
    if (over) fmt::print("   (it would stick first at {} = {:.10g})", over->key, limit->over);
    fmt::print("\n{}", limit->is_end_of_range ? "It does not stick anywhere in the range.\n" : "");
    return done;
}

int run_design(const DesignRequest& request) {
    if (request.avoids_stick == !request.minimise.empty()) {
        throw std::invalid_argument("design needs either --minimise NAME or --avoid-stick");
    }
    return request.avoids_stick ? avoid_stick(request) : minimise(request);
}

}  // namespace

Verb add_design(CLI::App& app) {
    auto request = std::make_shared<DesignRequest>();
    CLI::App* command = app.add_subcommand("design", "The friction (or any key) that is best over a band");
    request->problem.add_to(*command, CaseOptions::Presence::optional);
    request->ratios.add_to(*command);
    command->add_option("--vary", request->vary, "What may be chosen, and its range")->type_name("KEY=a:b")->required();
    command->add_option("--minimise", request->minimise, "The observable whose largest value over the band counts")
        ->type_name("NAME");
    command->add_option("--over", request->over, "The band, for example of the load frequency; else the case as it is")
        ->type_name("KEY=a:b");
    command->add_flag("--avoid-stick", request->avoids_stick, "Instead: the largest value that never sticks");
    command->add_option("--plot", request->plot_file, "Draw the optimum to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "Examples:\n"
        "  stickslip design --damping-ratio 0.02 --vary friction_ratio=0:0.9 --minimise amplitude_ratio "
        "--over frequency_ratio=0.6:1.4\n"
        "  stickslip design riddoch-fig5 --vary friction_ratio=0.01:0.99 --avoid-stick");
    return {command, [request] { return run_design(*request); }};
}

}  // namespace stickslip::cli
