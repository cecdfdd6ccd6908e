#include "boundary_plot.hpp"

#include <fmt/format.h>

#include "gnuplot.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int page_width = 1000;  // pixels
constexpr int page_height = 820;
constexpr double logarithmic_ratio = 30.0;

struct Style {
    BoundaryKind kind;
    const char* title;
    const char* line;
};
constexpr Style styles[] = {
    {BoundaryKind::slide_vanishes, "A: a slide vanishes", "lw 1.6 lc rgb '#000000'"},
    {BoundaryKind::stop_in_passing, "B: a stop in passing is born", "lw 1.6 dt 2 lc rgb '#d55e00'"},
    {BoundaryKind::reversal_stop, "C: the stop at a reversal vanishes", "lw 2.2 lc rgb '#0072b2'"},
    {BoundaryKind::stop_to_back_slide, "C′: a stop becomes a back-slide", "lw 1.6 dt 4 lc rgb '#009e73'"},
};

std::string axis_text(char axis, const KeyRange& range) {
    const bool is_log = range.from > 0.0 && range.to > logarithmic_ratio * range.from;
    return fmt::format("set {0}label {1}\nset {0}range [{2}:{3}]\n{4}", axis, gnuplot_string(range.key), range.from,
                       range.to, is_log ? fmt::format("set logscale {}\n", axis) : "");
}

}  // namespace

void plot_boundaries(const BoundaryPicture& picture, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    std::string plots;
    for (const Style& style : styles) {
        const std::string file = (folder.path() / std::string(name(style.kind))).string();
        const File out = open_for_writing(file);
        bool is_empty = true;
        for (const BoundaryCurve& c : picture.curves) {
            if (c.kind != style.kind) continue;
            for (const BoundaryPoint& p : c.points) fmt::print(out.get(), "{} {}\n", p.x, p.y);
            if (c.is_closed) fmt::print(out.get(), "{} {}\n", c.points.front().x, c.points.front().y);
            fmt::print(out.get(), "\n");
            is_empty = false;
        }
        if (is_empty) continue;
        plots += fmt::format("{}{} with lines {} title {}", plots.empty() ? "plot " : ", ", gnuplot_string(file),
                             style.line, gnuplot_string(style.title));
    }
    std::string g = gnuplot_terminal(suffix, page_width, page_height);
    g += fmt::format("set output {}\nset encoding utf8\nset termoption noenhanced\n", gnuplot_string(path));
    g += "set grid lc rgb '#eeeeee' lt 1\nset border lc rgb '#444444'\nset tics nomirror out\n";
    g += "set key below maxrows 2 width 2 spacing 1.1\n";
    g += axis_text('x', picture.x) + axis_text('y', picture.y);
    g += plots.empty() ? "set label 'no boundary in this window' at graph 0.5, graph 0.5 center\nplot 1/0 notitle\n"
                       : plots + "\n";
    run_gnuplot(g + "set output\n");
}

}  // namespace stickslip::cli
