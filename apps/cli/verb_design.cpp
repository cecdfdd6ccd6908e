#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "case_or_ratios.hpp"
#include "design_plot.hpp"
#include "help_text.hpp"
#include "joint_design.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/version.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct DesignRequest {
    CaseOrRatios problem;
    std::vector<std::string> vary;
    std::string over;
    std::string minimise;
    std::string target;
    std::vector<std::string> records;
    std::string plot_file;
    int evaluations = 0;
    bool avoids_stick = false;
    bool is_json = false;
};

/// " N" behind a value of friction.bound; nothing behind a plain number.
std::string unit_text(const std::string& key) {
    const std::string unit = readable_unit(key_meaning(key).unit);
    return unit.empty() || unit == "1" ? "" : " " + unit;
}

/// Names and what they are, in two columns.
void print_rows(const std::vector<std::pair<std::string, std::string>>& rows) {
    std::size_t width = 0;
    for (const auto& [label, text] : rows) width = std::max(width, label.size());
    for (const auto& [label, text] : rows) fmt::print("{:<{}}  {}\n", label, width, text);
}

/// What is asked, read: the ranges and the response of the case to them.
struct Question {
    explicit Question(const DesignRequest& request) : vary(open_range(request.vary.front(), "--vary")) {
        if (!request.over.empty()) over = open_range(request.over, "--over");
        if (over) require_different_keys("--vary", "--over", vary.key, over->key);
        if (over) band = {over->from, over->to};
        choices = {vary.from, vary.to};
        const std::optional<std::string> over_key = over ? std::optional(over->key) : std::nullopt;
        const CaseDocument document = request.problem.document({vary.key, over_key.value_or("")});
        CaseDocument there = document.with_value(vary.key, vary.to);
        if (over) there = there.with_value(over->key, band.high);
        response = kind_of(there).studies().response(document, vary.key, vary.to, over_key, band.high);
    }

    KeyRange vary;
    std::optional<KeyRange> over;
    Interval choices;
    Interval band{};
    std::unique_ptr<CaseResponse> response;
};

void print_optimum(const DesignRequest& request, const Question& q, const ObservableName& target,
                   const Optimum& optimum, const CaseResponse::Motion& motion,
                   const std::optional<Crossing>& boundary) {
    const KeyRange& vary = q.vary;
    const std::optional<KeyRange>& over = q.over;
    const WorstCase& best = optimum.best;
    if (request.is_json) {
        Json j;
        j["version"] = version();
        j["vary"] = vary.key;
        j["minimise"] = request.minimise;
        j["value"] = best.vary;
        j["worst"] = json_number(best.response);
        j["over"] = over ? Json(over->key) : Json(nullptr);
        j["at"] = over ? Json(best.over) : Json(nullptr);
        j["regime"] = name(motion.regime);
        const double stops = motion.stops_per_cycle;
        j["stops_per_cycle"] = stops == std::floor(stops) ? Json(static_cast<int>(stops)) : Json(stops);
        j["nearest_boundary"] =
            boundary ? Json{{"value", boundary->value}, {"kind", name(boundary->kind)}} : Json(nullptr);
        Json values = Json::array();
        Json worst = Json::array();
        for (const WorstCase& w : optimum.curve) {
            values.push_back(w.vary);
            worst.push_back(json_number(w.response));
        }
        j["curve"] = {{"values", values}, {"worst", worst}};
        fmt::print("{}\n", j.dump());
        return;
    }
    const std::string unit = unit_text(vary.key);
    std::vector<std::pair<std::string, std::string>> rows;
    rows.emplace_back("best " + vary.key, fmt::format("{:.10g}{}", best.vary, unit));
    rows.emplace_back(
        "largest " + request.minimise,
        fmt::format("{:.10g}{}", best.response, target.unit == "1" ? "" : " " + readable_unit(target.unit)));
    if (over) rows.emplace_back("reached at " + over->key, fmt::format("{:.10g}{}", best.over, unit_text(over->key)));
    rows.emplace_back("motion there",
                      fmt::format("{}, {} stops per cycle", name(motion.regime), motion.stops_per_cycle));
    if (boundary) {
        rows.emplace_back("nearest boundary", fmt::format("{} = {:.10g}{} (kind {})", vary.key, boundary->value, unit,
                                                          name(boundary->kind)));
    }
    print_rows(rows);
}

int minimise(const DesignRequest& request) {
    const Question q(request);
    const ObservableName target = q.response->observable(request.minimise, q.vary.to, q.band.high);
    ResultFiles files("", request.plot_file);
    const DesignOptions settings = q.response->usual_options();
    const std::size_t band_points = q.over ? static_cast<std::size_t>(settings.band_points) + 1 : 1;
    constexpr double with_refinement = 1.6;  // of the first scan
    std::function<void()> progress = counted_progress(
        "design",
        static_cast<std::size_t>(with_refinement * (settings.choices + 1) * static_cast<double>(band_points)));
    const ResponseAt at = [&](double v, double o) {
        throw_if_interrupted();
        if (progress) progress();
        return q.response->value(request.minimise, v, o);
    };
    const Optimum optimum = minimise_worst(at, q.choices, q.band, settings);
    progress = {};
    if (!std::isfinite(optimum.best.response)) {
        tell_on_stderr("stickslip: the response is unbounded for every value of {}\n", q.vary.key);
        return no_result;
    }
    files.finish([&] { return plot_design({q.vary.key, q.over, target, optimum, at}); });
    print_optimum(request, q, target, optimum, q.response->motion(optimum.best.vary, optimum.best.over),
                  q.response->nearest_boundary(q.choices, optimum.best));
    tell_written({request.plot_file}, request.is_json);
    return done;
}

int avoid_stick(const DesignRequest& request) {
    const Question q(request);
    const KeyRange& vary = q.vary;
    const std::optional<KeyRange>& over = q.over;
    const auto sticks = [&](double v, double o) {
        throw_if_interrupted();
        return q.response->sticks(v, o);
    };
    DesignOptions options = q.response->usual_options();
    options.progress = parallel_progress("design");
    std::string side = "largest";
    auto limit = largest_without_stick(sticks, q.choices, q.band, options);
    if (!limit) {
        // It sticks at the lower end: a force, not a friction, that must be large enough.
        side = "least";
        limit = least_without_stick(sticks, q.choices, q.band, options);
    }
    options.progress = {};
    if (!limit) {
        tell_on_stderr("stickslip: the mass sticks both for {0} = {1} and for {0} = {2}\n", vary.key, vary.from,
                       vary.to);
        return no_result;
    }
    if (request.is_json) {
        Json j{{"version", version()}, {"vary", vary.key}, {"value", limit->vary}, {"limit", side}};
        j["over"] = over ? Json(over->key) : Json(nullptr);
        j["at"] = over ? Json(limit->over) : Json(nullptr);
        j["end_of_range"] = limit->is_end_of_range;
        fmt::print("{}\n", j.dump());
        return done;
    }
    std::vector<std::pair<std::string, std::string>> rows{
        {side + " " + vary.key + " without a stick", fmt::format("{:.12g}{}", limit->vary, unit_text(vary.key))}};
    if (over && !limit->is_end_of_range) {
        rows.emplace_back("the first stick would be at " + over->key,
                          fmt::format("{:.10g}{}", limit->over, unit_text(over->key)));
    }
    print_rows(rows);
    if (limit->is_end_of_range) fmt::print("The mass does not stick anywhere in the range.\n");
    return done;
}

/// The inverse question: which choice gives an observable a wanted value.
int reach_target(const DesignRequest& request) {
    if (!request.over.empty()) throw std::invalid_argument("--target asks about the case as it is: leave --over out");
    const Setting target = observable_setting(request.target, "--target");
    const Question q(request);
    static_cast<void>(q.response->observable(target.key, q.vary.to, 0.0));
    const auto response = [&](double v) {
        throw_if_interrupted();
        return q.response->value(target.key, v, 0.0);
    };
    DesignOptions options = q.response->usual_options();
    options.progress = parallel_progress("design");
    const std::vector<double> found = choices_reaching(target.value, response, q.choices, options);
    options.progress = {};
    if (found.empty()) {
        tell_on_stderr("stickslip: {} is {} for no {} from {} to {}; at these ends it is {:.6g} and {:.6g}\n",
                       target.key, target.value, q.vary.key, q.vary.from, q.vary.to, response(q.vary.from),
                       response(q.vary.to));
        return no_result;
    }
    if (request.is_json) {
        Json j{{"version", version()}, {"vary", q.vary.key}, {"value", found.front()}};
        j["target"] = Json{{target.key, target.value}};
        j["values"] = found;
        fmt::print("{}\n", j.dump());
        return done;
    }
    for (const double value : found) {
        fmt::print("{} = {:.12g}{} gives {} = {:.12g}\n", q.vary.key, value, unit_text(q.vary.key), target.key,
                   response(value));
    }
    return done;
}

int run_design(const DesignRequest& request) {
    const int asked =
        (request.avoids_stick ? 1 : 0) + (request.minimise.empty() ? 0 : 1) + (request.target.empty() ? 0 : 1);
    if (asked != 1) {
        throw std::invalid_argument("design needs one of --minimise NAME, --avoid-stick and --target NAME=value");
    }
    if (request.minimise.empty() && !request.plot_file.empty()) {
        throw std::invalid_argument("--plot draws the optimum that --minimise finds; leave it out here");
    }
    const bool is_of_one = is_design_of_one(request.vary, request.minimise, request.records);
    if (is_of_one && request.evaluations != 0) {
        throw std::invalid_argument(
            "--evaluations bounds a search over several keys or records; one key is looked at all along its range");
    }
    if (!is_of_one && request.minimise.empty()) {
        throw std::invalid_argument("several keys, or records, go with --minimise only");
    }
    if (!is_of_one) {
        return design_jointly({request.problem, request.vary, request.minimise, request.over, request.records,
                               request.evaluations, request.plot_file, request.is_json});
    }
    if (!request.target.empty()) return reach_target(request);
    return request.avoids_stick ? avoid_stick(request) : minimise(request);
}

}  // namespace

Verb add_design(CLI::App& app) {
    auto request = std::make_shared<DesignRequest>();
    CLI::App* command = request->problem.add_verb(
        app, "design", "The values of the friction, or of any other keys, that are best over a band or records");
    command
        ->add_option("--vary", request->vary,
                     "The key whose best value is sought, and its range; may be repeated for several keys that are "
                     "chosen together. KEY,KEY=a:b is one value for several keys")
        ->type_name("KEY=a:b")
        ->allow_extra_args(false)
        ->required();
    command
        ->add_option(
            "--minimise", request->minimise,
            "Make the largest value of this observable over the band as small as possible; of several, the largest "
            "of them")
        ->type_name("NAME[,NAME...]");
    command
        ->add_option("--records", request->records,
                     "Instead of a band, records in the place of the one that the case names: files, folders or "
                     "patterns, each with @FACTOR where wanted; NAME is then a number of the motion, as peak[DOF], "
                     "peak_drift, residual[DOF], total_slip")
        ->type_name("F[@FACTOR][,F...]")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--evaluations", request->evaluations,
                     "Try at most so many choices of several keys; without it, 240 for each key and 240 more")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command
        ->add_option("--over", request->over,
                     "The band, for example of the load frequency; without it, the case as it is")
        ->type_name("KEY=a:b");
    command->add_flag(
        "--avoid-stick", request->avoids_stick,
        "Instead, find the largest value up to which the mass never sticks, or the least from which it never does");
    command->add_option("--target", request->target, "Instead, find all values for which an observable has this value")
        ->type_name("NAME=value");
    command->add_option("--plot", request->plot_file, "Draw the optimum to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        names_of_observables() +
        "Examples:\n"
        "  stickslip design --damping-ratio 0.02 --vary friction_ratio=0:0.9 --minimise amplitude_ratio "
        "--over frequency_ratio=0.6:1.4\n"
        "  stickslip design riddoch-fig5 --vary friction_ratio=0.01:0.99 --avoid-stick\n"
        "  stickslip design liu-fig6 --vary friction.bound=10000:90000 --avoid-stick\n"
        "  stickslip design liu-fig6 --vary load.amplitude=4e5:9e5 --target magnification=2\n"
        "  stickslip design three-mass-chain --vary contact.joint.bound=0.2:3 --minimise 'amplitude[3]' "
        "--over load.frequency=1.2:1.6\n"
        "  stickslip design three-mass-chain --vary contact.wall.bound=0.2:3 --vary contact.joint.bound=0.2:3 "
        "--minimise 'amplitude[1],amplitude[3]' --over load.frequency=1.2:1.6\n"
        "  stickslip design braced-building --vary contact.brace-1.bound=2e4:4e5 --vary "
        "contact.brace-2.bound=2e4:4e5 --minimise peak_drift --records 'motions/*.csv,quake.at2@9.80665'");
    return {command, [request] { return run_design(*request); }};
}

}  // namespace stickslip::cli
