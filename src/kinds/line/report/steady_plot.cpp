#include "steady_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int steady_width = 1200;  // pixels
constexpr int steady_height = 900;
constexpr std::size_t equal_steps = 4000;

/// Equal steps and both sides of every event, so that jumps of the acceleration stand upright.
std::vector<double> cycle_times(const Trajectory& cycle) {
    const double last = cycle.end_time();
    std::vector<double> times;
    for (std::size_t i = 0; i <= equal_steps; ++i) {
        times.push_back(last * (static_cast<double>(i) / static_cast<double>(equal_steps)));
    }
    for (const Event& e : cycle.events) {
        times.push_back(std::clamp(std::nextafter(e.time, 0.0), 0.0, last));
        times.push_back(std::clamp(e.time, 0.0, last));
    }
    std::ranges::sort(times);
    return times;
}

/// t, x, v, a, p − k·(x − x_eq), p/k (the base's position where the surface is fixed)
std::string curve_rows(const Trajectory& cycle) {
    const Oscillator& o = cycle.oscillator;
    std::string lines;
    for (const Sample& s : cycle.at(cycle_times(cycle))) {
        const double load = cycle.load.value(s.time);
        const double drive = o.stiffness > 0.0 ? load / o.stiffness : load;
        lines += fmt::format("{} {} {} {} {} {}\n", s.time, s.position, s.velocity, s.acceleration,
                             load - o.stiffness * (s.position - o.equilibrium), drive);
    }
    return lines;
}

struct SteadyLabels {
    AxisLabels axes;
    std::string force;
    std::string drive;
    std::string loop_title;
};

SteadyLabels labels_for(const Case& c) {
    const bool is_fixed_base = c.base && c.base->surface == Surface::fixed;
    const std::string force_unit = c.is_dimensionless ? "[p₀]" : "[N]";
    const std::string length_unit = c.is_dimensionless ? "[p₀/k]" : "[m]";
    SteadyLabels l;
    l.axes = labels_of(c);
    l.force = (is_fixed_base ? "spring force " : "load − spring ") + force_unit;
    l.drive = is_fixed_base                  ? "base y " + length_unit
              : c.oscillator.stiffness > 0.0 ? "p/k " + length_unit
                                             : "p " + force_unit;
    l.loop_title = is_fixed_base ? "base against response" : "load against response";
    return l;
}

Script time_panel(const Panel& panel, const std::string& label, const Script& curves, bool is_lowest,
                  const SteadyLabels& labels) {
    return place(panel) +
           Script("set ylabel {}\nset xlabel {}\nset format x {}\n", shown(label),
                  shown(is_lowest ? labels.axes.time : ""), shown(is_lowest ? "%g" : "")) +
           Script("plot stuck using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#d9d9d9' notitle, {}\n", curves);
}

Script line_of(int column) { return Script("curve using 1:{} with lines lw 1.6 lc rgb '#0072b2' notitle", column); }

}  // namespace

Drawing plot_steady_cycle(const Case& problem, const SteadyState& s) {
    const Oscillator& o = problem.oscillator;
    const SteadyLabels labels = labels_for(problem);
    constexpr double left = 0.085, middle = 0.585, second = 0.68, right = 0.975;
    const Script bounds =
        Script(", {0} with lines dt 2 lc rgb '#d55e00' notitle, -{0} with lines dt 2 lc rgb '#d55e00' notitle",
               o.friction_bound);
    Drawing drawing{steady_width, steady_height};
    Script& g = drawing.script;
    g += Script("curve = {}\n", drawing.add(curve_rows(*s.cycle)));
    g += Script("stuck = {}\nset multiplot\n", drawing.add(stuck_wave(*s.cycle)));
    g += Script("set label 1 {} at screen {}, screen 0.972 left font ',13'\n", shown(problem.title), left);
    g += Script("set label 2 {} at screen {}, screen 0.972 right textcolor rgb '#666666'\n",
                shown(fmt::format("{}, {} stops per cycle (grey: stuck)", name(s.regime), s.stops_per_cycle())), right);
    g += "set format y '%g'\nset y2range [0:1]\nset samples 2\nset offsets 0,0,graph 0.06,graph 0.06\n";
    g += Script("set xrange [0:{}]\nset ytics offset 0.4,0\n", s.period);
    g += time_panel({left, middle, 0.735, 0.94}, labels.force, line_of(5) + bounds, false, labels);
    g += "unset label 1\nunset label 2\n";
    g += time_panel({left, middle, 0.51, 0.715}, labels.axes.position, line_of(2), false, labels);
    g += time_panel({left, middle, 0.285, 0.49}, labels.axes.velocity, line_of(3), false, labels);
    g += time_panel({left, middle, 0.08, 0.27}, labels.axes.acceleration, line_of(4), true, labels);
    g += "set autoscale x\nset format x '%g'\nset offsets graph 0.05,graph 0.05,graph 0.06,graph 0.06\n";
    g += Script("set xtics {}\nset xlabel {}\n", tick_step(s.x_max - s.x_min), shown(labels.axes.position));
    g += place({second, right, 0.575, 0.92});
    g += Script("set title {} font ',11'\nset ylabel {}\n", shown(labels.loop_title), shown(labels.drive));
    g += "plot curve using 2:6 with lines lw 1.6 lc rgb '#0072b2' notitle";
    if (o.stiffness > 0.0) {
        const double room = o.friction_bound / o.stiffness;
        g += Script(
            ", [{0}:{1}] x-({2})+{3} with lines dt 2 lc rgb '#d55e00' notitle, "
            "[{0}:{1}] x-({2})-{3} with lines dt 2 lc rgb '#d55e00' notitle",
            s.x_min, s.x_max, o.equilibrium, room);
    }
    g += Script("\n") + place({second, right, 0.08, 0.43});
    g += Script("set title 'phase plane' font ',11'\nset ylabel {}\n", shown(labels.axes.velocity));
    g += "plot curve using 2:3 with lines lw 1.6 lc rgb '#0072b2' notitle\n";
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
