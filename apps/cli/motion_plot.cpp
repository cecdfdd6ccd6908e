#include "motion_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gnuplot.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int page_width = 1200;  // pixels
constexpr int page_height = 860;
constexpr std::size_t steady_points = 2400;  // equally spaced in time: several for each pixel
constexpr std::size_t slide_points = 40;     // in each slide, so that its loop is round
constexpr std::size_t most_fine_slides = 400;

/// Equal steps; where the slides are not too many, also points inside each and both sides of its ends, so that corners
/// and jumps stand where they are.
std::vector<double> plot_times(const Trajectory& trajectory) {
    const double last = trajectory.end_time();
    std::vector<double> times;
    for (std::size_t i = 0; i <= steady_points; ++i) {
        times.push_back(last * (static_cast<double>(i) / static_cast<double>(steady_points)));
    }
    if (trajectory.events.size() <= 2 * most_fine_slides) {
        for (const Event& e : trajectory.events) {
            times.push_back(std::clamp(std::nextafter(e.time, 0.0), 0.0, last));
            times.push_back(std::clamp(e.time, 0.0, last));
        }
    }
    const auto is_slide = [](const Phase& p) { return p.kind == PhaseKind::slide; };
    if (std::ranges::count_if(trajectory.phases, is_slide) <= static_cast<std::ptrdiff_t>(most_fine_slides)) {
        for (const Phase& p : trajectory.phases) {
            if (!is_slide(p)) continue;
            for (std::size_t i = 1; i < slide_points; ++i) {
                const double part = static_cast<double>(i) / static_cast<double>(slide_points);
                times.push_back(std::clamp(p.start.value() + part * p.duration, 0.0, last));
            }
        }
    }
    std::ranges::sort(times);
    return times;
}

struct Axes {
    Axis time, position, velocity, friction;
};

Axes axes_of(const MotionReport& report) {
    if (report.problem.is_dimensionless) {
        return {{"time t [1/ωₙ]"}, {"x [p₀/k]"}, {"v [ωₙ·p₀/k]"}, {"friction r [p₀]"}};
    }
    return {{"time t [s]"},
            axis_for("x", "m", report.peaks.position),
            axis_for("v", "m/s", report.peaks.velocity),
            axis_for("friction r", "N", report.problem.oscillator.holding_bound())};
}

/// Writes the samples and returns how many there are.
std::size_t write_curve(const Trajectory& trajectory, const Axes& axes, const std::string& path) {
    const File file = open_for_writing(path);
    const std::vector<Sample> samples = trajectory.at(plot_times(trajectory));
    for (const Sample& s : samples) {
        fmt::print(file.get(), "{} {} {} {}\n", s.time, s.position / axes.position.unit,
                   s.velocity / axes.velocity.unit, s.friction / axes.friction.unit);
    }
    return samples.size();
}

std::string time_panel(const Panel& panel, const std::string& label, int column, bool is_lowest, const Axes& axes) {
    return place(panel) +
           fmt::format("set ylabel {}\nset xlabel {}\nset format x '{}'\n", gnuplot_string(label),
                       gnuplot_string(is_lowest ? axes.time.label : ""), is_lowest ? "%g" : "") +
           fmt::format(
               "plot stuck using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#d9d9d9' notitle, "
               "curve using 1:{} with lines lw 1.6 lc rgb '#0072b2' notitle\n",
               column);
}

std::string loop_panel(const Panel& panel, const std::string& title, const std::string& label, int column,
                       const Axes& axes) {
    return place(panel) +
           fmt::format("set title {} font ',11'\nset ylabel {}\nset xlabel {}\nset format x '%g'\n",
                       gnuplot_string(title), gnuplot_string(label), gnuplot_string(axes.position.label)) +
           fmt::format(
               "plot curve using 2:{} with lines lw 1.4 lc rgb '#d55e00' notitle, "
               "curve using 2:{} every ::last with points pt 7 ps 0.7 lc rgb '#000000' notitle\n",
               column, column);
}

std::string script_for(const MotionReport& report, const Axes& axes, const std::string& output,
                       const std::string& terminal, const std::string& curve, const std::string& stuck,
                       std::size_t points) {
    constexpr double left = 0.075, middle = 0.585, second = 0.68, right = 0.975;
    std::string s = terminal;
    s += fmt::format("set output {}\ncurve = {}\nstuck = {}\nlast = {}\n", gnuplot_string(output),
                     gnuplot_string(curve), gnuplot_string(stuck), points - 1);
    s += fmt::format("set multiplot\nset label 1 {} at screen {}, screen 0.965 left noenhanced font ',13'\n",
                     gnuplot_string(report.problem.title), left);
    s += fmt::format("set label 2 'grey: stuck' at screen {}, screen 0.965 right textcolor rgb '#666666'\n", middle);
    s += "set encoding utf8\nset termoption noenhanced\nset grid lc rgb '#e6e6e6' lt 1\nset border lc rgb '#444444'\n";
    s += "set tics nomirror\nset format y '%g'\nset y2range [0:1]\nset offsets 0,0,graph 0.06,graph 0.06\n";
    s +=
        fmt::format("set xrange [0:{}]\nset ytics offset 0.4,0\nset ylabel offset 0,0\n", report.trajectory.end_time());
    s += time_panel({left, middle, 0.665, 0.93}, axes.position.label, 2, false, axes);
    s += "unset label 1\nunset label 2\n";
    s += time_panel({left, middle, 0.37, 0.635}, axes.velocity.label, 3, false, axes);
    s += time_panel({left, middle, 0.075, 0.34}, axes.friction.label, 4, true, axes);
    s += "set xrange [*:*]\nset autoscale x\nset offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n";
    const double range = (report.peaks.highest - report.peaks.lowest) / axes.position.unit;
    if (range > 0.0) s += fmt::format("set xtics {}\n", tick_step(range));
    s += loop_panel({second, right, 0.58, 0.93}, "phase plane (dot: end)", axes.velocity.label, 3, axes);
    s += loop_panel({second, right, 0.075, 0.43}, "friction loop (dot: end)", axes.friction.label, 4, axes);
    return s + "unset multiplot\nset output\n";
}

}  // namespace

void plot_motion(const MotionReport& report, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    const Axes axes = axes_of(report);
    const std::string curve = (folder.path() / "curve").string();
    const std::string stuck = (folder.path() / "stuck").string();
    const std::size_t points = write_curve(report.trajectory, axes, curve);
    write_stuck_intervals(report.trajectory, stuck);
    run_gnuplot(
        script_for(report, axes, path, gnuplot_terminal(suffix, page_width, page_height), curve, stuck, points));
}

}  // namespace stickslip::cli
