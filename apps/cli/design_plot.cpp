#include "design_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int page_width = 900;  // pixels
constexpr int panel_height = 400;
constexpr int band_points = 600;

/// Where several curves run away at a resonance, the picture ends at a few times the optimum.
constexpr double headroom = 5.0;

void write_worst(const Optimum& optimum, const std::string& path) {
    const File file = open_for_writing(path);
    for (const WorstCase& w : optimum.curve) {
        if (std::isfinite(w.response)) fmt::print(file.get(), "{} {}\n", w.vary, w.response);
    }
}

void write_band(const DesignPicture& p, const std::string& path) {
    const File file = open_for_writing(path);
    const double choices[] = {p.optimum.curve.front().vary, p.optimum.best.vary, p.optimum.curve.back().vary};
    for (int i = 0; i <= band_points; ++i) {
        const double over = p.over->from + (p.over->to - p.over->from) * i / band_points;
        fmt::print(file.get(), "{}", over);
        for (const double vary : choices) {
            const double value = p.response(vary, over);
            fmt::print(file.get(), " {}", std::isfinite(value) ? fmt::format("{}", value) : "NaN");
        }
        fmt::print(file.get(), "\n");
    }
}

}  // namespace

void plot_design(const DesignPicture& p, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    const std::string worst = (folder.path() / "worst").string();
    const std::string band = (folder.path() / "band").string();
    write_worst(p.optimum, worst);
    if (p.over) write_band(p, band);
    const int height = panel_height * (p.over ? 2 : 1);
    const std::string name(p.target.name);
    const double top_of_axis = headroom * p.optimum.best.response;
    std::string g = gnuplot_terminal(suffix, page_width, height);
    g += fmt::format("set output {}\nset encoding utf8\nset termoption noenhanced\n", gnuplot_string(path));
    g += "set grid lc rgb '#e6e6e6' lt 1\nset border lc rgb '#444444'\nset tics nomirror\nset datafile missing 'NaN'\n";
    g += p.over ? "set multiplot layout 2,1\n" : "";
    g += fmt::format("set xlabel {}\nset ylabel {}\nset yrange [0:{}]\n", gnuplot_string(p.vary),
                     gnuplot_string("largest " + name), top_of_axis);
    g += fmt::format(
        "plot {} using 1:2 with lines lw 1.8 lc rgb '#0072b2' notitle, '-' with points pt 7 ps 1.2 lc rgb "
        "'#d55e00' title {}\n{} {}\ne\n",
        gnuplot_string(worst), gnuplot_string(fmt::format("best: {:.6g}", p.optimum.best.vary)), p.optimum.best.vary,
        p.optimum.best.response);
    if (p.over) {
        const auto title = [&](double vary) { return gnuplot_string(fmt::format("{} = {:.4g}", p.vary, vary)); };
        g += fmt::format("set xlabel {}\nset ylabel {}\n", gnuplot_string(p.over->key), gnuplot_string(name));
        g += fmt::format(
            "plot {0} using 1:2 with lines lw 1.2 dt 2 lc rgb '#666666' title {1}, {0} using 1:4 with lines lw 1.2 dt "
            "4 "
            "lc rgb '#009e73' title {3}, {0} using 1:3 with lines lw 2 lc rgb '#d55e00' title {2}\n",
            gnuplot_string(band), title(p.optimum.curve.front().vary), title(p.optimum.best.vary),
            title(p.optimum.curve.back().vary));
        g += "unset multiplot\n";
    }
    run_gnuplot(g + "set output\n");
}

}  // namespace stickslip::cli
