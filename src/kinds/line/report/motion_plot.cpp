#include "motion_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int motion_width = 1200;  // pixels
constexpr int motion_height = 860;
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

std::string curve_rows(const std::vector<Sample>& samples, const Axes& axes) {
    std::string rows;
    for (const Sample& s : samples) {
        rows += fmt::format("{} {} {} {}\n", s.time, s.position / axes.position.unit, s.velocity / axes.velocity.unit,
                            s.friction / axes.friction.unit);
    }
    return rows;
}

Script time_panel(const Panel& panel, const std::string& label, int column, bool is_lowest, const Axes& axes) {
    return place(panel) +
           Script("set ylabel {}\nset xlabel {}\nset format x {}\n", shown(label),
                  shown(is_lowest ? axes.time.label : ""), shown(is_lowest ? "%g" : "")) +
           Script(
               "plot stuck using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#d9d9d9' notitle, "
               "curve using 1:{} with lines lw 1.6 lc rgb '#0072b2' notitle\n",
               column);
}

Script loop_panel(const Panel& panel, const std::string& title, const std::string& label, int column,
                  const Axes& axes) {
    return place(panel) +
           Script("set title {} font ',11'\nset ylabel {}\nset xlabel {}\nset format x '%g'\n", shown(title),
                  shown(label), shown(axes.position.label)) +
           Script(
               "plot curve using 2:{} with lines lw 1.4 lc rgb '#d55e00' notitle, "
               "curve using 2:{} every ::last with points pt 7 ps 0.7 lc rgb '#000000' notitle\n",
               column, column);
}

}  // namespace

Drawing plot_motion(const MotionReport& report) {
    constexpr double left = 0.075, middle = 0.585, second = 0.68, right = 0.975;
    const Axes axes = axes_of(report);
    const std::vector<Sample> samples = report.trajectory.at(plot_times(report.trajectory));
    Drawing drawing{motion_width, motion_height};
    Script& s = drawing.script;
    s += Script("curve = {}\n", drawing.add(curve_rows(samples, axes)));
    s += Script("stuck = {}\nlast = {}\n", drawing.add(stuck_wave(report.trajectory)), samples.size() - 1);
    s += Script("set multiplot\nset label 1 {} at screen {}, screen 0.965 left font ',13'\n",
                shown(report.problem.title), left);
    s += Script("set label 2 'grey: stuck' at screen {}, screen 0.965 right textcolor rgb '#666666'\n", right);
    s += "set format y '%g'\nset y2range [0:1]\nset offsets 0,0,graph 0.06,graph 0.06\n";
    s += Script("set xrange [0:{}]\nset ytics offset 0.4,0\nset ylabel offset 0,0\n", report.trajectory.end_time());
    s += time_panel({left, middle, 0.665, 0.93}, axes.position.label, 2, false, axes);
    s += "unset label 1\nunset label 2\n";
    s += time_panel({left, middle, 0.37, 0.635}, axes.velocity.label, 3, false, axes);
    s += time_panel({left, middle, 0.075, 0.34}, axes.friction.label, 4, true, axes);
    s += "set xrange [*:*]\nset autoscale x\nset offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n";
    const double range = (report.peaks.highest - report.peaks.lowest) / axes.position.unit;
    if (range > 0.0) s += Script("set xtics {}\n", tick_step(range));
    s += loop_panel({second, right, 0.58, 0.93}, "phase plane (dot: end)", axes.velocity.label, 3, axes);
    s += loop_panel({second, right, 0.075, 0.43}, "friction loop (dot: end)", axes.friction.label, 4, axes);
    s += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
