#include "sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.hpp"

namespace stickslip::cli {

namespace {

constexpr int page_width = 1000;   // pixels
constexpr int panel_height = 260;  // pixels
constexpr std::size_t most_panels = 5;

/// The value, one column per observable, and the asymptotic amplitude last; a blank line where nothing is defined.
void write_curve(const SweepPicture& picture, std::size_t panels, const std::string& path) {
    const File file = open_for_writing(path);
    for (const SweepPoint& p : picture.points) {
        std::string row = fmt::format("{}", p.value);
        for (std::size_t i = 0; i < panels; ++i) {
            const double value = picture.observables[i]->value(p.state);
            row += std::isfinite(value) ? fmt::format(" {}", value) : " NaN";
        }
        const double asymptote = p.state.asymptotic_amplitude_ratio();
        row += std::isfinite(asymptote) ? fmt::format(" {}", asymptote) : " NaN";
        fmt::print(file.get(), "{}\n", row);
    }
}

/// Where the mass sticks, as a block wave between 0 and 1, and where the pattern changes.
void write_sticking(const SweepPicture& picture, const std::string& path) {
    const File file = open_for_writing(path);
    for (const SweepPoint& p : picture.points) {
        fmt::print(file.get(), "{} {}\n", p.value, p.state.stuck_fraction > 0.0 ? 1 : 0);
    }
}

std::string regime_lines(const SweepPicture& picture) {
    std::string text;
    for (std::size_t i = 1; i < picture.points.size(); ++i) {
        const SteadyState& a = picture.points[i - 1].state;
        const SteadyState& b = picture.points[i].state;
        if (a.regime == b.regime && a.stops_per_cycle() == b.stops_per_cycle()) continue;
        const double at = 0.5 * (picture.points[i - 1].value + picture.points[i].value);
        text += fmt::format(
            "set arrow from first {0}, graph 0 to first {0}, graph 1 nohead lw 0.6 dt 3 lc rgb '#888888'\n", at);
    }
    return text;
}

/// Near a resonance a curve leaves the picture: the axis then ends at a few times what four fifths of the range stay
/// below.
std::string y_range(const SweepPicture& picture, const Observable& o) {
    constexpr double most_of_the_range = 0.8;
    constexpr double headroom = 3.0;
    std::vector<std::pair<double, double>> weighted;  // value, width of the range it stands for
    double total = 0.0;
    for (std::size_t i = 0; i < picture.points.size(); ++i) {
        const double value = o.value(picture.points[i].state);
        if (!std::isfinite(value)) continue;
        const double before = picture.points[i > 0 ? i - 1 : i].value;
        const double after = picture.points[std::min(i + 1, picture.points.size() - 1)].value;
        weighted.emplace_back(value, after - before);
        total += after - before;
    }
    if (weighted.empty()) return "set yrange [0:1]\n";
    std::ranges::sort(weighted);
    double below = 0.0;
    double usual = weighted.back().first;
    for (const auto& [value, width] : weighted) {
        below += width;
        usual = value;
        if (below >= most_of_the_range * total) break;
    }
    const bool runs_away =
        weighted.front().first >= 0.0 && weighted.back().first > 2.0 * headroom * usual && usual > 0.0;
    return runs_away ? fmt::format("set yrange [0:{}]\n", headroom * usual) : "set yrange [*:*]\n";
}

}  // namespace

void plot_sweep(const SweepPicture& picture, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    const std::string curve = (folder.path() / "curve").string();
    const std::string sticking = (folder.path() / "sticking").string();
    const std::size_t panels = std::min(picture.observables.size(), most_panels);
    write_curve(picture, panels, curve);
    write_sticking(picture, sticking);
    const int height = static_cast<int>(panels) * panel_height + 90;
    const double bottom = 62.0 / height;
    const double top = 1.0 - 40.0 / height;
    const double gap = 22.0 / height;
    const double each = (top - bottom - gap * static_cast<double>(panels - 1)) / static_cast<double>(panels);
    std::string g = gnuplot_terminal(suffix, page_width, height);
    g += fmt::format("set output {}\ncurve = {}\nsticking = {}\n", gnuplot_string(path), gnuplot_string(curve),
                     gnuplot_string(sticking));
    g += "set encoding utf8\nset multiplot\nset termoption noenhanced\nset datafile missing 'NaN'\n";
    g += fmt::format("set label 1 {} at screen 0.1, screen {} left font ',12'\n", gnuplot_string(picture.problem.title),
                     1.0 - 18.0 / height);
    g += fmt::format("set label 2 'grey: with stops' at screen 0.97, screen {} right textcolor rgb '#666666'\n",
                     1.0 - 18.0 / height);
    g += "set grid lc rgb '#e6e6e6' lt 1\nset border lc rgb '#444444'\nset tics nomirror\nset y2range [0:1]\n";
    g += fmt::format("set xrange [{}:{}]\n", picture.points.front().value, picture.points.back().value);
    if (picture.is_logarithmic) g += "set logscale x\n";
    g += regime_lines(picture);
    for (std::size_t i = 0; i < panels; ++i) {
        const Observable& o = *picture.observables[i];
        const double panel_top = top - static_cast<double>(i) * (each + gap);
        const bool is_lowest = i + 1 == panels;
        g += place({0.1, 0.97, panel_top - each, panel_top});
        g += y_range(picture, o);
        const std::string unit = o.unit == "1" ? "" : fmt::format(" [{}]", o.unit);
        g +=
            fmt::format("set ylabel {}\nset xlabel {}\nset format x '{}'\n", gnuplot_string(std::string(o.name) + unit),
                        gnuplot_string(is_lowest ? picture.key : ""), is_lowest ? "%g" : "");
        g += fmt::format(
            "plot sticking using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#dedede' notitle, "
            "curve using 1:{} with lines lw 1.8 lc rgb '#0072b2' notitle{}\n",
            i + 2,
            o.name == "amplitude_ratio"
                ? fmt::format(
                      ", curve using 1:{} with lines lw 1.2 dt 2 lc rgb '#d55e00' title 'asymptotic near resonance'",
                      panels + 2)
                : "");
        g += "unset label 1\nunset label 2\n";
    }
    run_gnuplot(g + "unset multiplot\nset output\n");
}

}  // namespace stickslip::cli
