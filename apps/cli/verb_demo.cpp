#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "gnuplot.hpp"
#include "motion_plot.hpp"
#include "motion_report.hpp"
#include "output_file.hpp"
#include "stickslip/version.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

struct DemoOptions {
    std::string folder = "stickslip-demo";
    bool is_json = false;
};

/// One stop of the tour.
struct Stop {
    const char* name;
    const char* text;
};

constexpr Stop tour[] = {
    {"dlubal-0116",
     "A mass of 100 kg on a rough floor is pushed with 1500 N. It overshoots, swings back, and loses the same\n"
     "amount of stroke in every half swing. After exactly seven slides the spring can no longer overcome the\n"
     "friction: the mass rests for ever at 0.32 m, not at the 0.30 m where the push and the spring balance.\n"
     "In the picture: the grey interval is rest; the friction loop is a stack of rectangles, and its area is the "
     "heat."},
    {"hong-liu-fig11",
     "A stiff spring under a slow sinusoidal force: it creeps in short slides and sticks in between, 10 times in the\n"
     "first load cycle and 12 times in every later one. While it sticks, the friction force follows the load."},
};

std::string draw(const Stop& stop, const std::filesystem::path& folder) {
    const MotionReport report = report_motion(CaseDocument::open(stop.name), {});
    std::string path = (folder / (std::string(stop.name) + ".svg")).string();
    OutputFile file(path);
    plot_motion(report, file.temporary_path(), ".svg");
    file.commit();
    return path;
}

int run_demo(const DemoOptions& options) {
    require_gnuplot();
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) throw std::invalid_argument(options.folder + ": cannot be created: " + error.message());
    nlohmann::ordered_json pictures = nlohmann::ordered_json::array();
    for (const Stop& stop : tour) {
        const std::string path = draw(stop, options.folder);
        pictures.push_back({{"case", stop.name}, {"file", path}});
        if (options.is_json) continue;
        fmt::print("{}\n{}\n  picture: {}\n  again:   stickslip simulate {}\n\n", stop.name, stop.text, path,
                   stop.name);
        std::fflush(stdout);
    }
    if (options.is_json) {
        fmt::print("{}\n", nlohmann::ordered_json{{"version", version()}, {"pictures", pictures}}.dump());
    } else {
        fmt::print("More cases: stickslip cases. Your own: stickslip cases dlubal-0116 > my.toml, then edit it.\n");
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
    command->add_flag("--json", options->is_json, "Print where the pictures are as JSON");
    command->footer("Example:\n  stickslip demo --out pictures");
    return {command, [options] { return run_demo(*options); }};
}

}  // namespace stickslip::cli
