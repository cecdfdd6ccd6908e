#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend_option.hpp"
#include "case_or_ratios.hpp"
#include "help_text.hpp"
#include "interruption.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "kinds/line/studies/boundary_plane.hpp"
#include "kinds/line/studies/map_boundaries.hpp"
#include "map_plot.hpp"
#include "maps/proof_names.hpp"
#include "maps/run_map.hpp"
#include "netcdf/map_netcdf.hpp"
#include "progress.hpp"
#include "rank_link_module.hpp"
#include "result_files.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/version.hpp"
#include "tile_run.hpp"
#include "tile_target.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct MapCommand {
    CaseOrRatios problem;
    std::string x;
    std::string y;
    std::vector<std::string> observables;
    std::string data_file;
    std::string plot_file;
    bool has_boundaries = false;
    bool is_adaptive = false;
    bool is_proved = false;
    bool is_resumed = false;
    BackendOption backend;
    std::string vectors;
    std::optional<int> periods;
    bool is_json = false;
};

MapAxis axis_of(const std::string& text, const std::string& option) {
    const KeyRange range = counted_range(text, option);
    MapAxis axis{range.key, range.from, range.to, static_cast<std::size_t>(range.count), range.is_logarithmic};
    validate(axis, option.substr(2));
    return axis;
}

/// The command that makes the same map, whatever the threads, the files and the interruptions of this run.
std::string command_text(const MapCommand& command, const MapRequest& request) {
    std::string text = "stickslip map";
    if (!command.problem.given.name.empty()) text += " " + command.problem.given.name;
    for (const std::string& set : command.problem.given.overrides) text += " --set " + set;
    for (const auto& [key, value] : command.problem.ratios()) {
        std::string option = key;
        std::ranges::replace(option, '_', '-');
        if (value) text += fmt::format(" --{} {}", option, *value);
    }
    text += " --x " + request.x.text() + " --y " + request.y.text();
    if (!request.observables.empty()) text += fmt::format(" --observables {}", fmt::join(request.observables, ","));
    if (request.is_adaptive) text += " --adaptive";
    if (command.periods) text += fmt::format(" --periods {}", *command.periods);
    if (request.device) text += " --backend " + request.device->backend();
    return text;
}

MapRequest request_of(const MapCommand& command) {
    const MapAxis x = axis_of(command.x, "--x");
    const MapAxis y = axis_of(command.y, "--y");
    require_different_keys("--x", "--y", x.key, y.key);
    if (command.is_resumed && command.data_file.empty()) {
        throw std::invalid_argument("--resume continues F.nc.partial; give --out F.nc too");
    }
    MapRequest request{command.problem.document({x.key, y.key}), x, y, command.observables};
    request.is_adaptive = command.is_adaptive;
    if (command.is_proved) {
        for (const std::string& name : proof_names()) request.observables.push_back(name);
    }
    if (command.periods) request.most_periods = *command.periods;
    request.device = command.backend.open();
    request.command = command_text(command, request);
    return request;
}

/// The vectors that were asked for, else those that the map was begun with, else the widest.
LaneWidth vectors_of(const MapCommand& command) {
    if (!command.vectors.empty()) {
        const LaneWidth asked = *lane_width(command.vectors);
        if (is_supported(asked)) return asked;
        throw std::invalid_argument(fmt::format("--vectors = {} is wider than this processor has; its widest is {}",
                                                command.vectors, name(best_lane_width())));
    }
    return command.is_resumed ? TileTarget::vectors_begun_with(command.data_file).value_or(best_lane_width())
                              : best_lane_width();
}

/// How many cells of an adaptive map were solved and not interpolated.
std::size_t solved_cells(const TileStore& store) {
    const std::size_t mark = store.layout().quantities().size() - 1;
    std::size_t solved = 0;
    TileValues values(store.layout());
    for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
        store.get(tile, values);
        solved += values.count_flag(mark, store.tiling().rectangle(tile).cells(), 1);
    }
    return solved;
}

/// How many cells each word of `unproved_because` was said of; the first one is "proved".
std::vector<std::pair<std::string, std::size_t>> proofs_in(const TileStore& store) {
    const std::vector<MapQuantity>& quantities = store.layout().quantities();
    const std::size_t because = quantities.size() - 1;
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const std::string& meaning : quantities[because].meanings) counts.emplace_back(meaning, 0);
    TileValues values(store.layout());
    for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
        store.get(tile, values);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            counts[i].second += values.count_flag(because, store.tiling().rectangle(tile).cells(), static_cast<int>(i));
        }
    }
    return counts;
}

/// `seconds` are those of the whole work: cells, boundaries, picture and file.
void print_summary(const MapCommand& command, const MapSummary& summary, const TileStore& store, double seconds) {
    const std::size_t solved = command.is_adaptive ? solved_cells(store) : summary.cells;
    const auto proofs = command.is_proved ? proofs_in(store) : decltype(proofs_in(store)){};
    if (command.is_json) {
        nlohmann::ordered_json j{{"version", version()},
                                 {"cells", summary.cells},
                                 {"not_converged", summary.not_converged},
                                 {"seconds", seconds},
                                 {"threads", summary.threads}};
        if (command.is_adaptive) j["solved"] = solved;
        if (command.is_proved) j["proved"] = proofs.front().second;
        for (std::size_t i = 1; i < proofs.size(); ++i) {
            if (proofs[i].second > 0) j["unproved_because"][proofs[i].first] = proofs[i].second;
        }
        if (summary.ranks > 1) {
            j["ranks"] = summary.ranks;
            j["largest_idle_share"] = summary.largest_idle_share();
            j["idle_shares"] = summary.idle_shares;
        }
        fmt::print("{}\n", j.dump());
        return;
    }
    fmt::print("{} cells in {:.3g} s, {} thread{}, {}\n", summary.cells, seconds, summary.threads,
               summary.threads == 1 ? "" : "s",
               rate_text(static_cast<double>(summary.computed) / summary.seconds, "cells"));
    if (summary.ranks > 1) {
        fmt::print("{} ranks, the least busy one idle for {:.1f} % of the time\n", summary.ranks,
                   100.0 * summary.largest_idle_share());
    }
    if (command.is_adaptive) {
        fmt::print("{} cells solved ({:.2f} %), the others interpolated\n", solved,
                   100.0 * static_cast<double>(solved) / static_cast<double>(summary.cells));
    }
    if (command.is_proved) {
        fmt::print("{} cells proved ({:.2f} %)\n", proofs.front().second,
                   100.0 * static_cast<double>(proofs.front().second) / static_cast<double>(summary.cells));
    }
    for (std::size_t i = 1; i < proofs.size(); ++i) {
        if (proofs[i].second > 0) fmt::print("not proved because {}: {} cells\n", proofs[i].first, proofs[i].second);
    }
    if (summary.not_converged > 0) fmt::print("not converged: {} cells\n", summary.not_converged);
}

/// The picture that is wanted, refused before any work if it cannot be drawn.
class MapDrawing {
public:
    MapDrawing(const MapCommand& command, const Kind& kind, const MapRequest& request) : request_(request) {
        if (command.has_boundaries && command.plot_file.empty()) {
            throw std::invalid_argument("--boundaries draws on a picture; give --plot F too");
        }
        if (command.plot_file.empty()) return;
        const MapAxis& x = request.x;
        const MapAxis& y = request.y;
        title_ = command.problem.given.name.empty()
                     ? kind.title(request.document.with_value(x.key, x.to).with_value(y.key, y.to), {x.key, y.key})
                     : request.document.title();
        path_ = command.plot_file;
        const PictureFile can_be_written(path_, "--plot");
        has_boundaries_ = command.has_boundaries;
        if (has_boundaries_) static_cast<void>(boundary_plane(request.document, request.x.key, request.y.key));
    }

    /// `data_file` is complete by now, whatever becomes of the picture.
    void draw(const TileStore& store, const std::string& data_file) const {
        if (path_.empty()) return;
        PictureFile file = created_beside(data_file);
        const MapSample sample = sample_map(store, most_picture_cells, most_picture_cells);
        const std::vector<BoundaryCurve> boundaries = traced();
        file.draw(plot_map({request_, title_, store.layout().quantities(), sample, boundaries}), data_file);
    }

private:
    /// The path could be written before the work; a disk that is full by now is not the caller's mistake.
    [[nodiscard]] PictureFile created_beside(const std::string& data_file) const {
        try {
            return {path_, "--plot"};
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(error.what() + (data_file.empty() ? "" : "; " + data_file + " is complete"));
        }
    }

    [[nodiscard]] std::vector<BoundaryCurve> traced() const {
        if (!has_boundaries_) return {};
        ProgressBar bar("tracing");
        constexpr double least_friction = 0.003;
        std::vector<BoundaryCurve> curves = boundaries_of(
            request_, least_friction, {.progress = [&](double part) { return bar.show(part) && !is_stop_wanted(); }});
        bar.finish();
        throw_if_interrupted();
        return curves;
    }

    const MapRequest& request_;
    std::string title_;
    std::string path_;
    bool has_boundaries_ = false;
};

TiledWork work_of(const MapRequest& request, const CellEvaluator& evaluator) {
    return {"map", tiling_of(request, evaluator), evaluator.quantities(), describe(request), {".nc"}};
}

int lead_map(const MapCommand& command, const Kind& kind, const MapRequest& request, const CellEvaluator& evaluator) {
    const auto started = std::chrono::steady_clock::now();
    const MapDrawing drawing(command, kind, request);
    TileTarget target(command.data_file, command.is_resumed ? Resumption::wanted : Resumption::refused,
                      work_of(request, evaluator));
    const std::unique_ptr<RankLink> link = is_one_of_several() ? open_rank_link() : nullptr;
    const std::optional<MapSummary> summary = lead_tiles(evaluator, target, link.get(), "map", "cells", [&] {
        if (link != nullptr) tell_lanes(*link, request.lanes);
    });
    if (!summary) return failed;
    const auto write = [&](const TileStore& store, const std::string& path, const auto& progress) {
        return write_map_netcdf(request, store, path, progress);
    };
    if (!target.finish(write)) return failed;
    promise_complete(command.data_file);
    drawing.draw(target.store(), command.data_file);
    print_summary(command, *summary, target.store(),
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count());
    tell_written({command.data_file, command.plot_file}, command.is_json);
    return done;
}

int run_map_command(const MapCommand& command) {
    if (rank_in_environment() == 0) {
        MapRequest request = request_of(command);
        request.lanes = vectors_of(command);
        const Kind& kind = kind_of(first_case(request));
        return lead_map(command, kind, request, *make_evaluator(kind.studies(), request));
    }
    try {
        MapRequest request = request_of(command);
        const CaseKind& kind = kind_of(first_case(request)).studies();
        std::unique_ptr<const CellEvaluator> evaluator = make_evaluator(kind, request);
        const std::unique_ptr<RankLink> link = open_rank_link();
        std::signal(SIGINT, SIG_IGN);  // the leader stops the others
        const std::optional<LaneWidth> lanes = hear_lanes(*link);
        if (!lanes) return failed;
        if (*lanes != request.lanes) {
            request.lanes = *lanes;
            evaluator = make_evaluator(kind, request);
        }
        help_map(*evaluator, tiling_of(request, *evaluator), *link);
        return done;
    } catch (const std::invalid_argument&) {
        return after_the_first_rank(bad_input);  // which says the same
    } catch (const NoDevice&) {
        if (rank_on_this_machine() == 0) throw;
        return after_the_first_rank(failed);  // of this machine, which says the same
    }
}

}  // namespace

Verb add_map(CLI::App& app) {
    auto command_line = std::make_shared<MapCommand>();
    CLI::App* command =
        command_line->problem.add_verb(app, "map", "Steady states over a plane of two keys: a data file and pictures");
    command->add_option("--x", command_line->x, "The horizontal key, its range and its number of cells")
        ->type_name("KEY=a:b:n[:log]")
        ->required();
    command->add_option("--y", command_line->y, "The vertical key, its range and its number of cells")
        ->type_name("KEY=a:b:n[:log]")
        ->required();
    command->add_option("--observables", command_line->observables, "What to store besides the regime")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", command_line->data_file, "Write the map to F.nc (NetCDF-4)")->type_name("F.nc");
    command->add_option("--plot", command_line->plot_file, "Draw the map to F.svg, F.png or F.pdf")->type_name("F");
    command->add_flag(
        "--boundaries", command_line->has_boundaries,
        "Draw the curves between regimes over the picture, from a tenth of the natural frequency upwards");
    command->add_flag("--adaptive", command_line->is_adaptive,
                      "Solve only the cells near which the picture changes; the others are interpolated and marked");
    command->add_flag("--certify", command_line->is_proved,
                      "Prove every cell: adds proof (0 or 1), amplitude_lower and amplitude_upper, true bounds of "
                      "amplitude_ratio, and unproved_because");
    command_line->backend.add_to(*command);
    command
        ->add_option("--periods", command_line->periods,
                     "For exponents and attractors: look for a period over at most N load periods (3000)")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    command
        ->add_option(
            "--vectors", command_line->vectors,
            "Compute with these vector instructions instead of the widest that the processor has. Maps agree byte for "
            "byte on machines that use the same ones")
        ->type_name("baseline|avx2|avx512")
        ->check(CLI::IsMember({"baseline", "avx2", "avx512"}));
    command->add_flag("--resume", command_line->is_resumed, "Continue an interrupted map from F.nc.partial");
    command->add_flag("--json", command_line->is_json, "Print the summary as JSON");
    command->footer(
        names_of_observables() +
        "Cells are computed at their centres a + (i + 1/2)(b - a)/n. F.nc appears when the map is complete; until "
        "then the work is in F.nc.partial, which survives Ctrl-C and kill.\n"
        "Examples:\n"
        "  stickslip map --x friction_ratio=0:1.1:500 --y frequency_ratio=0:1.5:500 --out m.nc --plot m.png\n"
        "  stickslip map friction-isolator --x friction.bound=20:2000:200:log --y load.frequency=5:40:200 "
        "--observables transmissibility --out isolator.nc\n"
        "  stickslip map --x friction_ratio=0:1.1:500 --y frequency_ratio=0.1:1.5:500 --certify --out proved.nc\n"
        "  stickslip map three-mass-chain --x load.frequency=0.4:2.2:200 --y contact.wall.bound=0.05:2:100 --plot "
        "chain.png");
    return {command, [command_line] { return run_map_command(*command_line); }};
}

}  // namespace stickslip::cli
