#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "backbone_report.hpp"
#include "case_or_ratios.hpp"
#include "kind.hpp"
#include "kinds/case_backbone.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct BackboneRequest {
    CaseOrRatios problem;
    std::string over;
    std::string resonance;
    DecayRequest decay;
    double ripple = usual_ripple;
    std::string data_file;
    std::string plot_file;
    bool is_json = false;
};

/// Writes what was asked for, or `text` on standard output where nothing was.
template <class Csv, class AsJson, class Picture>
void tell(const BackboneRequest& request, ResultFiles& files, const std::string& text, const Csv& csv,
          const AsJson& json, const Picture& picture) {
    if (files.data) files.data->write(files.data_suffix == ".csv" ? csv() : json());
    files.finish(picture);
    if (request.is_json) {
        fmt::print("{}", json());
    } else if (!files.data && !files.plot) {
        fmt::print("{}", text);
    }
    tell_written({request.data_file, request.plot_file}, request.is_json);
}

int run_free(const BackboneRequest& request) {
    const CaseDocument document = request.problem.document();
    const Kind& kind = kind_of(document);
    ResultFiles files(request.data_file, request.plot_file, {".csv", ".json"});
    RingDown ring{.title = kind.title(document, {}), .decay = {}, .cycles = {}};
    {
        const Waiting waiting("backbone");
        ring.decay = follow_decay(kind.studies(), document, request.decay);
    }
    ring.length_unit = kind.length_unit(document);
    ring.decay.turns = without_ripples(ring.decay.turns, request.ripple);
    ring.cycles = decay_cycles(ring.decay.turns);
    if (ring.cycles.empty()) {
        tell_on_stderr(
            "stickslip: {} turns less than three times: a free decay needs a start away from rest "
            "(start.position, start.velocity), or --from-steady\n",
            ring.decay.of);
        return no_result;
    }
    tell(
        request, files, ring_down_text(ring), [&] { return ring_down_csv(ring); }, [&] { return ring_down_json(ring); },
        [&] { return plot_ring_down(ring); });
    return done;
}

int run_forced(const BackboneRequest& request) {
    const KeyRange over = counted_range(request.over, "--over");
    std::optional<KeyRange> band;
    if (!request.resonance.empty()) band = open_range(request.resonance, "--resonance");
    if (band && band->key == over.key) {
        throw std::invalid_argument(
            "--over and --resonance need different keys: one is varied, the other one is found");
    }
    const CaseDocument document = request.problem.document({over.key, band ? band->key : ""});
    CaseDocument first = document.with_value(over.key, over.from);
    if (band) first = first.with_value(band->key, band->from);
    const Kind& kind = kind_of(first);
    ResultFiles files(request.data_file, request.plot_file, {".csv", ".json"});
    ForcedRequest asked{.of = request.decay.of,
                        .over = over.key,
                        .values = over.values(),
                        .resonance = {},
                        .band = {},
                        .progress = counted_progress("backbone", static_cast<std::size_t>(over.count))};
    if (band) {
        asked.resonance = band->key;
        asked.band = {band->from, band->to};
    }
    ForcedBackbone backbone{.title = kind.title(first, {over.key, band ? band->key : ""}),
                            .of = request.decay.of,
                            .key = over.key,
                            .is_resonant = band.has_value(),
                            .is_logarithmic = over.is_logarithmic,
                            .points = forced_backbone(kind.studies(), document, asked),
                            .length_unit = kind.length_unit(first)};
    asked.progress = {};
    const SweepTable table = forced_table(backbone);
    tell(
        request, files, sweep_csv(table), [&] { return sweep_csv(table); }, [&] { return sweep_json(table); },
        [&] { return plot_forced_backbone(backbone); });
    return done;
}

int run_backbone(const BackboneRequest& request) {
    if (const auto until = request.decay.until; until && !(*until > 0.0 && std::isfinite(*until))) {
        throw std::invalid_argument(fmt::format("--until = {} must be a finite number > 0 [s]", *until));
    }
    if (request.over.empty()) {
        if (!request.resonance.empty()) throw std::invalid_argument("--resonance needs --over, the key that is varied");
        return run_free(request);
    }
    if (request.decay.until || request.decay.is_from_steady) {
        throw std::invalid_argument("--until and --from-steady are for free decays: leave out --over");
    }
    return run_forced(request);
}

}  // namespace

Verb add_backbone(CLI::App& app) {
    auto request = std::make_shared<BackboneRequest>();
    CLI::App* command = request->problem.add_verb(app, "backbone",
                                                  "Equivalent frequency and damping against amplitude, free or forced");
    command
        ->add_option("--of", request->decay.of,
                     "What is followed where several masses move: a degree of freedom by number or name, a "
                     "difference such as 2-1, or a sum such as 0.5*1+0.5*2")
        ->type_name("DOF");
    command
        ->add_option("--over", request->over,
                     "Forced motion at these values of a key, usually of the load; without it, the free decay")
        ->type_name("KEY=from:to:count[:log]");
    command
        ->add_option("--resonance", request->resonance,
                     "At each value, the load frequency in this band at which the motion is a quarter of a period "
                     "behind the load; without it, the frequency of the case")
        ->type_name("KEY=a:b");
    command->add_option("--until", request->decay.until, "Follow the free decay until T, in seconds")->type_name("T");
    command->add_flag("--from-steady", request->decay.is_from_steady,
                      "Cut off the load where the steady motion is furthest out; without it, the decay begins at "
                      "[start]");
    command
        ->add_option("--ripple", request->ripple,
                     "Leave out the small swings of a faster mode: those below R times the swings beside them")
        ->type_name("R")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command->add_option("--out", request->data_file, "Write the table to F.csv or F.json")->type_name("F");
    command->add_option("--plot", request->plot_file, "Draw the curves to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON");
    command->footer(
        "A free decay leaves out loads that vary for ever; records run to their end. Frequencies are in rad/s.\n"
        "Examples:\n"
        "  stickslip backbone hong-liu-fig6-stick --set start.position=0.02 --plot decay.svg\n"
        "  stickslip backbone three-mass-chain --of 3 --from-steady\n"
        "  stickslip backbone --damping-ratio 0.05 --over friction_ratio=0.02:0.7:35 "
        "--resonance frequency_ratio=0.7:1.3\n"
        "  stickslip backbone three-mass-chain --of 3-2 --over load[1].amplitude=0.5:5:30 --resonance "
        "load.frequency=1.1:1.6 --plot backbone.svg");
    return {command, [request] { return run_backbone(*request); }};
}

}  // namespace stickslip::cli
