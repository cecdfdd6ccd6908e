#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "boundary_plot.hpp"
#include "companion.hpp"
#include "kind.hpp"
#include "plot_panels.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "stickslip/version.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

/// One stop of the tour: what one sees, the picture, and the command that draws it again.
struct TourStop {
    const char* title;
    const char* text;
    const char* file;
    const char* command;
    Drawing (*drawing)();
};

Drawing motion_of(const char* name) {
    const CaseDocument document = CaseDocument::open(name);
    return kind_of(document).simulate(document, {}).picture();
}

Drawing steady_cycle() {
    const CaseDocument document = CaseDocument::open("riddoch-fig6");
    return kind_of(document).steady(document, {}).picture();
}

Drawing response() {
    const CaseDocument document = CaseDocument::from_ratios({.friction = 0.3});
    const SweepRequest request{.over = {"frequency_ratio", 0.05, 2.0, 200},
                               .observables = {"amplitude_ratio", "phase_lag", "stuck_fraction"},
                               .wants_picture = true};
    return kind_of(document).sweep(document, request).picture;
}

Drawing regimes() {
    const KeyRange x{"friction_ratio", 0.0, 1.1};
    const KeyRange y{"frequency_ratio", 0.1, 1.5};
    ProgressBar bar("tracing");
    TraceOptions options;
    options.progress = [&](double part) { return bar.show(part); };
    const auto plane = [](double f, double W) { return Ratios{.friction = f, .frequency = W}; };
    const auto curves = trace_boundaries(plane, {x.from, x.to, y.from, y.to}, options);
    bar.finish();
    const Case somewhere = CaseDocument::from_ratios({}).read();
    const std::string title = picture_title(somewhere, {x.key, y.key});
    return plot_boundaries({title, x, y, curves, words_in(plane)});
}

constexpr TourStop tour[] = {
    {"1. A motion, exactly",
     "A mass of 100 kg on a rough floor is pushed with 1500 N. It overshoots, swings back, and loses the same\n"
     "length of stroke in every half swing. After exactly seven slides the spring can no longer overcome the\n"
     "friction: the mass rests for ever at 0.32 m, not at the 0.30 m where the push and the spring balance.\n"
     "In the picture the mass rests in the grey interval. The friction loop is a stack of rectangles, and its area\n"
     "is the heat.",
     "motion.svg", "stickslip simulate dlubal-0116 --plot motion.svg", [] { return motion_of("dlubal-0116"); }},
    {"2. Stick and slip",
     "A mass on a stiff spring under a slow sinusoidal force. It moves in short slides and sticks in between, 10 "
     "times\n"
     "in the first load cycle and 12 times in every later one. While it sticks, the friction force follows the load.",
     "stick-slip.svg", "stickslip simulate hong-liu-fig11 --plot stick-slip.svg",
     [] { return motion_of("hong-liu-fig11"); }},
    {"3. The steady state, solved for",
     "The motion that remains when the transient has died out, found without waiting: four stops per cycle. The\n"
     "dashed lines are the friction bounds; the vertical pieces of the loop are stops.",
     "steady.svg", "stickslip steady riddoch-fig6 --plot steady.svg", steady_cycle},
    {"4. The response curve",
     "Amplitude and phase against the load frequency for a friction of 0.3 of the load. Where the\n"
     "background is grey, the mass stops in every cycle.",
     "response.svg",
     "stickslip sweep --friction-ratio 0.3 --over frequency_ratio=0.05:2:200 "
     "--observables amplitude_ratio,phase_lag,stuck_fraction --plot response.svg",
     response},
    {"5. The map of regimes",
     "The plane of friction and frequency, with the regions where the mass moves all the time, stops, or never moves.\n"
     "On each curve one kind of stop appears or vanishes; the curves are traced to twelve digits.",
     "regimes.svg", "stickslip boundary --x friction_ratio=0:1.1 --y frequency_ratio=0.1:1.5 --plot regimes.svg",
     regimes},
    {"6. A building whose braces slip",
     "Five storeys in an earthquake. Each brace is a spring that slips once its force reaches a bound. The braces "
     "slip\n"
     "or hold again 912 times, and each time is found exactly. In the picture a bar is grey while its brace holds,\n"
     "orange and blue while it slides. The ground does 454 kJ of work, of which the braces turn 380 kJ into heat, and\n"
     "the roof moves by at most 10 cm. With braces that never slip it would move by 15 cm, without braces by 12 cm.",
     "building.svg", "stickslip simulate braced-building --plot building.svg",
     [] { return motion_of("braced-building"); }},
};
constexpr std::size_t first_stop_of_structures = 6;

struct DemoOptions {
    std::string folder = "stickslip-demo";
    std::size_t from = 1;
    std::size_t to = std::size(tour);
    bool is_json = false;
};

std::string draw_stop(const TourStop& stop, const std::filesystem::path& folder) {
    std::string path = (folder / stop.file).string();
    PictureFile file(path, "--out");
    file.draw(stop.drawing());
    return path;
}

int run_demo(const DemoOptions& options) {
    if (options.from > options.to) {
        throw std::invalid_argument(fmt::format("--from {} comes after --to {}", options.from, options.to));
    }
    // Where there is a companion for structures it gives the whole tour, so that one process writes the JSON.
    if (options.to >= first_stop_of_structures && is_companion_there("structure")) static_cast<void>(structure_kind());
    require_gnuplot();
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) throw std::invalid_argument(options.folder + ": cannot be created: " + error.message());
    nlohmann::ordered_json pictures = nlohmann::ordered_json::array();
    for (const TourStop& stop : std::span(tour).subspan(options.from - 1, options.to - options.from + 1)) {
        const std::string path = draw_stop(stop, options.folder);
        pictures.push_back({{"title", stop.title}, {"file", path}, {"command", stop.command}});
        if (options.is_json) continue;
        fmt::print("{}\n{}\n  picture: {}\n  again:   {}{}\n\n", stop.title, stop.text, path, command_to_type(),
                   std::string_view(stop.command).substr(std::string_view("stickslip").size()));
        std::fflush(stdout);
    }
    if (options.is_json) {
        fmt::print("{}\n", nlohmann::ordered_json{{"version", version()}, {"pictures", pictures}}.dump());
    } else if (options.to == std::size(tour)) {
        fmt::print("More cases: {0} cases. Your own: {0} cases dlubal-0116 > my.toml, then edit it.\n",
                   command_to_type());
    }
    return done;
}

}  // namespace

Verb add_demo(CLI::App& app) {
    auto options = std::make_shared<DemoOptions>();
    CLI::App* command = app.add_subcommand("demo", "A short guided tour with pictures");
    command->add_option("--out", options->folder, "The folder for the pictures")
        ->type_name("DIR")
        ->capture_default_str();
    const CLI::Range stops(std::size_t{1}, std::size(tour));
    command->add_option("--from", options->from, "Begin at stop N of the tour")->type_name("N")->check(stops);
    command->add_option("--to", options->to, "End with stop N")->type_name("N")->check(stops);
    command->add_flag("--json", options->is_json, "Print the places of the pictures as JSON");
    command->footer("Example:\n  stickslip demo --out pictures");
    return {command, [options] { return run_demo(*options); }};
}

}  // namespace stickslip::cli
