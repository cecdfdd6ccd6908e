// One page: time histories on the left, then phase planes, orbit, friction path with its circle, and the two loops.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "plot_panels.hpp"
#include "report.hpp"

namespace stickslip::cli {

namespace {

constexpr int planar_width = 1320;
constexpr int planar_height = 820;
constexpr std::size_t plot_points = 6000;

struct PlanarAxes {
    Axis position, velocity, friction;
};

std::string curve_rows(const planar::Trajectory& t, const PlanarAxes& axes) {
    std::string rows;
    std::vector<double> times;
    for (std::size_t i = 0; i <= plot_points; ++i) {
        times.push_back(t.end_time() * (static_cast<double>(i) / static_cast<double>(plot_points)));
    }
    for (const planar::Event& e : t.events) times.push_back(std::clamp(e.time, 0.0, t.end_time()));
    std::ranges::sort(times);
    for (const planar::Sample& s : t.at(times)) {
        rows += fmt::format("{} {} {} {} {} {} {}\n", s.time, s.position.x1 / axes.position.unit,
                            s.position.x2 / axes.position.unit, s.velocity.x1 / axes.velocity.unit,
                            s.velocity.x2 / axes.velocity.unit, s.friction.x1 / axes.friction.unit,
                            s.friction.x2 / axes.friction.unit);
    }
    return rows;
}

std::string stuck_rows(const planar::Trajectory& t) {
    std::string rows = "0 0\n";
    for (const planar::Piece& p : t.pieces) {
        if (p.is_sliding || p.duration < t.end_time() / 8000.0) continue;
        const double begin = p.start.value();
        rows += fmt::format("{0} 0\n{0} 1\n{1} 1\n{1} 0\n", begin, begin + p.duration);
    }
    return rows + fmt::format("{} 0\n", t.end_time());
}

std::string circle_rows(double radius) {
    std::string rows;
    constexpr int points = 240;
    for (int i = 0; i <= points; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / points;
        rows += fmt::format("{} {}\n", radius * std::cos(angle), radius * std::sin(angle));
    }
    return rows;
}

/// One column of the data against another. A square panel shows the same length on both axes, about `middle`.
struct PathPanel {
    Panel panel;
    const char* title;
    std::string across;
    std::string up;
    int columns[2];
    double half_range = 0.0;  ///< of a square panel; else 0
    planar::Vector middle = {};
};

Script path_panel(const PathPanel& p, bool has_circle) {
    Script s = place(p.panel);
    s += Script(
        "set title {} font ',10' offset 0,-0.6\nset xlabel {} font ',10' offset 0,0.8\nset ylabel {} font ',10'\n",
        shown(p.title), shown(p.across), shown(p.up));
    if (p.half_range > 0.0) {
        const double step = tick_step(2.0 * p.half_range);
        s += Script("set xrange [{}:{}]\nset yrange [{}:{}]\nset xtics {}\nset ytics {}\n", p.middle.x1 - p.half_range,
                    p.middle.x1 + p.half_range, p.middle.x2 - p.half_range, p.middle.x2 + p.half_range, step, step);
    } else {
        s += "set autoscale xy\nset xtics autofreq\nset ytics autofreq\n";
    }
    s += "plot ";
    if (has_circle) s += "circle using 1:2 with lines lw 1 lc rgb '#777777' notitle, ";
    s += Script("curve using {}:{} with lines lw 1.2 lc rgb '#d55e00' notitle\n", p.columns[0], p.columns[1]);
    return s;
}

Script time_panel(const Panel& panel, const std::string& label, int column, bool is_lowest) {
    return place(panel) +
           Script("set ylabel {}\nset xlabel {}\nset format x {}\n", shown(label), shown(is_lowest ? "time t [s]" : ""),
                  shown(is_lowest ? "%g" : "")) +
           Script(
               "plot stuck using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#d9d9d9' notitle, "
               "curve using 1:{} with lines lw 1.3 lc rgb '#0072b2' notitle\n",
               column);
}

std::string with_index(const std::string& label, const std::string& symbol, const std::string& index) {
    std::string text = label;
    const std::size_t at = text.find(symbol);
    if (at != std::string::npos) text.insert(at + symbol.size(), index);
    return text;
}

}  // namespace

Drawing plot_planar_motion(const planar::Trajectory& t, const std::string& title) {
    const planar::Peaks peaks = planar::peaks(t);
    const double bound = t.oscillator.friction_bound;
    const PlanarAxes axes{axis_for("x", "m", peaks.position), axis_for("v", "m/s", peaks.velocity),
                          axis_for("r", "N", bound)};
    const auto x = [&](const char* i) { return with_index(axes.position.label, "x", i); };
    const auto v = [&](const char* i) { return with_index(axes.velocity.label, "v", i); };
    const auto r = [&](const char* i) { return with_index(axes.friction.label, "r", i); };
    Drawing drawing{planar_width, planar_height};
    Script& s = drawing.script;
    s += Script("curve = {}\n", drawing.add(curve_rows(t, axes)));
    s += Script("stuck = {}\n", drawing.add(stuck_rows(t)));
    s += Script("circle = {}\n", drawing.add(circle_rows(bound / axes.friction.unit)));
    s += Script("set multiplot\nset label 1 {} at screen 0.06, screen 0.97 left font ',13'\n",
                shown(title + "   (grey: stuck)"));
    s += "set format y '%g'\nset y2range [0:1]\nset offsets 0,0,graph 0.06,graph 0.06\n";
    s += Script("set xrange [0:{}]\n", t.end_time());
    s += time_panel({0.06, 0.36, 0.75, 0.93}, x("₁"), 2, false);
    s += "unset label 1\n";
    s += time_panel({0.06, 0.36, 0.53, 0.71}, x("₂"), 3, false);
    s += time_panel({0.06, 0.36, 0.31, 0.49}, v("₁"), 4, false);
    s += time_panel({0.06, 0.36, 0.09, 0.27}, v("₂"), 5, true);
    s += "set format x '%g'\nset offsets graph 0.05,graph 0.05,graph 0.05,graph 0.05\nset xtics font ',9'\n";
    s += "set ytics font ',9'\n";
    const planar::Vector middle = (0.5 / axes.position.unit) * (peaks.highest + peaks.lowest);
    const planar::Vector range = (0.5 / axes.position.unit) * (peaks.highest - peaks.lowest);
    const double reach = 1.08 * std::max({range.x1, range.x2, 1e-12});
    const double circle_reach = 1.15 * bound / axes.friction.unit;
    const PathPanel panels[] = {
        {{0.44, 0.59, 0.68, 0.9215}, "orbit", x("₁"), x("₂"), {2, 3}, reach, middle},
        {{0.75, 0.90, 0.68, 0.9215}, "friction force, sliding circle", r("₁"), r("₂"), {6, 7}, circle_reach},
        {{0.44, 0.66, 0.385, 0.565}, "phase plane 1", x("₁"), v("₁"), {2, 4}},
        {{0.75, 0.97, 0.385, 0.565}, "phase plane 2", x("₂"), v("₂"), {3, 5}},
        {{0.44, 0.66, 0.09, 0.28}, "loop 1", x("₁"), r("₁"), {2, 6}},
        {{0.75, 0.97, 0.09, 0.28}, "loop 2", x("₂"), r("₂"), {3, 7}},
    };
    for (const PathPanel& p : panels) s += path_panel(p, p.columns[0] == 6);
    s += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
