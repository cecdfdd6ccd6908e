#include "chaos_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int chaos_width = 1000;  // pixels
constexpr int chaos_height = 700;
constexpr Code palette[] = {"'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'", "'#e69f00'", "'#56b4e9'", "'#000000'"};

Script titles(const std::string& title, const std::string& x, const std::string& y) {
    return Script("set title {}\nset xlabel {}\nset ylabel {}\n", shown(title), shown(x), shown(y));
}

/// One line a point: value, x, place of its attractor in the column.
std::string column_rows(const std::vector<BifurcationColumn>& columns) {
    std::string rows;
    for (const BifurcationColumn& c : columns) {
        for (std::size_t k = 0; k < c.branches.size(); ++k) {
            for (const LawState& p : c.branches[k].attractor.points) {
                const bool is_periodic = c.branches[k].attractor.kind == AttractorKind::periodic;
                rows += fmt::format("{} {} {}\n", c.value, p.position, is_periodic ? 1 : 0);
            }
        }
    }
    return rows;
}

}  // namespace

Drawing plot_convergence(const Case& problem, const LyapunovExponent& result) {
    std::string rows;
    for (const ExponentAfter& e : result.convergence) rows += fmt::format("{} {}\n", e.periods, e.exponent);
    Drawing drawing{chaos_width, chaos_height};
    Script& g = drawing.script;
    g += titles(problem.title, "load periods, all runs together", "largest Lyapunov exponent [1/s]");
    g += Script("set format '%g'\nset key top right opaque\nset xrange [0:{}]\n", result.periods);
    g += Script(
        "plot {0} using 1:({1}):({2}) with filledcurves fc rgb '#cfe3f1' title '± standard error', "
        "{3} with lines dt 2 lc rgb '#444444' title {4}, {0} with lines lw 2 lc rgb '#0072b2' title 'mean so far'\n",
        drawing.add(rows), result.exponent - result.standard_error, result.exponent + result.standard_error,
        result.exponent, shown(fmt::format("{:.5f} ± {:.5f}", result.exponent, result.standard_error)));
    return drawing;
}

Drawing plot_section(const Case& problem, const Section& section, const std::string& section_name) {
    std::string rows;
    for (const SectionPoint& p : section.points) rows += fmt::format("{} {}\n", p.position, p.velocity);
    const AxisLabels labels = labels_of(problem);
    Drawing drawing{chaos_width, chaos_height};
    Script& g = drawing.script;
    g += titles(fmt::format("{}: {} section, {} points", problem.title, section_name, section.points.size()),
                labels.position, labels.velocity);
    g += "set format '%g'\nset offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n";
    g += Script("plot {} with points pt 7 ps 0.25 lc rgb '#0072b2' notitle\n", drawing.add(rows));
    return drawing;
}

Drawing plot_bifurcation(const Case& problem, const std::vector<DiagramPanel>& panels, const std::string& key,
                         bool is_logarithmic) {
    const int width = panels.size() == 1 ? chaos_width : 560 * static_cast<int>(panels.size());
    Drawing drawing{width, chaos_height};
    Script& script = drawing.script;
    script += Script("set format '%g'\nset multiplot layout 1,{} title {}\n", panels.size(),
                     shown(problem.title + ", seen once a load period"));
    if (is_logarithmic) script += "set logscale x\n";
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const DiagramPanel& panel : panels) {
        for (const BifurcationColumn& c : panel.columns) {
            for (const Branch& b : c.branches) {
                for (const LawState& p : b.attractor.points) {
                    lowest = std::min(lowest, p.position);
                    highest = std::max(highest, p.position);
                }
            }
        }
    }
    const double margin = 0.04 * (highest - lowest) + 1e-12;
    if (highest >= lowest) script += Script("set yrange [{}:{}]\n", lowest - margin, highest + margin);
    for (const DiagramPanel& panel : panels) {
        script += titles(panel.title, axis_label(key), labels_of(problem).position);
        script += Script("set xrange [{}:{}]\nset key top left opaque samplen 1\n", panel.columns.front().value,
                         panel.columns.back().value);
        script += Script(
            "plot {0} using 1:($3==0?$2:NaN) with points pt 7 ps 0.12 lc rgb '#d55e00' title 'chaotic', "
            "{0} using 1:($3==1?$2:NaN) with points pt 7 ps 0.25 lc rgb '#0072b2' title 'periodic'\n",
            drawing.add(column_rows(panel.columns)));
    }
    script += "unset multiplot\n";
    return drawing;
}

Drawing plot_basins(const Case& problem, const Basins& basins, const BasinOptions& options) {
    const double width = (options.position.high - options.position.low) / options.columns;
    const double height = (options.velocity.high - options.velocity.low) / options.rows;
    const AxisLabels labels = labels_of(problem);
    Drawing drawing{chaos_width, chaos_height};
    Script& script = drawing.script;
    script +=
        titles(problem.title + ": which start leads where", "start " + labels.position, "start " + labels.velocity);
    script += Script("set format '%g'\nset xrange [{}:{}]\nset yrange [{}:{}]\nset style fill solid noborder\n",
                     options.position.low, options.position.high, options.velocity.low, options.velocity.high);
    script += "set key outside\n";
    for (std::size_t k = 0; k < basins.attractors.size(); ++k) {
        std::string rows;
        for (std::size_t i = 0; i < basins.cells.size(); ++i) {
            if (basins.cells[i].attractor != static_cast<int>(k)) continue;
            const std::size_t column = i % static_cast<std::size_t>(options.columns);
            const std::size_t row = i / static_cast<std::size_t>(options.columns);
            rows += fmt::format("{} {} {} {}\n", options.position.low + (static_cast<double>(column) + 0.5) * width,
                                options.velocity.low + (static_cast<double>(row) + 0.5) * height, 0.5 * width,
                                0.5 * height);
        }
        const BasinShare& share = basins.attractors[k];
        const std::string title = fmt::format("{}  {:.1f} ± {:.1f} %", share.attractor.label(), 100.0 * share.fraction,
                                              100.0 * share.standard_error);
        script += Script("{} {} with boxxyerror fc rgb {} title {}", k == 0 ? Script("plot") : Script(","),
                         drawing.add(rows), Script(palette[k % std::size(palette)]), shown(title));
    }
    script += "\n";
    return drawing;
}

Drawing plot_characteristic(const Case& problem, const Trajectory& trajectory) {
    const double end = trajectory.end_time();
    const double begin = 0.5 * end;
    constexpr int points = 20000;
    std::vector<double> times;
    for (int i = 0; i <= points; ++i) times.push_back(begin + (end - begin) * i / points);
    for (const Event& e : trajectory.events) {
        if (e.time < begin) continue;
        times.push_back(std::clamp(std::nextafter(e.time, 0.0), begin, end));
        times.push_back(std::clamp(e.time, begin, end));
    }
    std::ranges::sort(times);
    std::string rows;
    for (const Sample& s : trajectory.at(times)) {
        rows += fmt::format("{} {} {}\n", s.velocity - problem.oscillator.belt_velocity, s.friction, s.position);
    }
    const AxisLabels labels = labels_of(problem);
    Drawing drawing{chaos_width, 480};
    Script& g = drawing.script;
    g += Script("data = {}\nset format '%g'\nset multiplot layout 1,2 title {}\n", drawing.add(rows),
                shown(problem.title));
    g += "set offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n";
    g +=
        titles("friction characteristic, second half of the run", "slip velocity, " + labels.velocity, labels.friction);
    g += "plot data using 1:2 with lines lw 0.8 lc rgb '#0072b2' notitle\n";
    g += titles("phase plane", labels.position, "slip velocity, " + labels.velocity);
    g += "plot data using 3:1 with lines lw 0.8 lc rgb '#d55e00' notitle\nunset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
