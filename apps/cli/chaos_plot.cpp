#include "chaos_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int page_width = 1000;  // pixels
constexpr int page_height = 700;
constexpr const char* palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

std::string preamble(const std::string& output, const std::string& suffix, int width, int height) {
    return gnuplot_terminal(suffix, width, height) +
           fmt::format(
               "set output {}\nset encoding utf8\nset termoption noenhanced\nset grid lc rgb '#e6e6e6' lt 1\n"
               "set border lc rgb '#444444'\nset tics nomirror\nset format '%g'\n",
               gnuplot_string(output));
}

std::string titles(const std::string& title, const std::string& x, const std::string& y) {
    return fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                       gnuplot_string(title), gnuplot_string(x), gnuplot_string(y));
}

/// One line a point: value, x, place of its attractor in the column.
void write_columns(const std::vector<BifurcationColumn>& columns, const std::string& path) {
    const File file = open_for_writing(path);
    for (const BifurcationColumn& c : columns) {
        for (std::size_t k = 0; k < c.branches.size(); ++k) {
            for (const LawState& p : c.branches[k].attractor.points) {
                const bool is_periodic = c.branches[k].attractor.kind == AttractorKind::periodic;
                fmt::print(file.get(), "{} {} {}\n", c.value, p.position, is_periodic ? 1 : 0);
            }
        }
    }
}

}  // namespace

void plot_convergence(const Case& problem, const LyapunovExponent& result, const std::string& path,
                      const std::string& suffix) {
    const TemporaryFolder folder;
    const std::string data = (folder.path() / "data").string();
    {
        const File file = open_for_writing(data);
        for (const ExponentAfter& e : result.convergence) fmt::print(file.get(), "{} {}\n", e.periods, e.exponent);
    }
    const double low = result.exponent - result.standard_error;
    const double high = result.exponent + result.standard_error;
    run_gnuplot(preamble(path, suffix, page_width, page_height) +
                titles(problem.title, "periods, all runs together", "largest Lyapunov exponent [1/s]") +
                fmt::format("set key top right\nset xrange [0:{}]\n", result.periods) +
                fmt::format("plot {0} using 1:({1}):({2}) with filledcurves fc rgb '#cfe3f1' title '± standard error', "
                            "{3} with lines dt 2 lc rgb '#444444' title '{3:.5f} ± {4:.5f}', {0} with lines lw 2 "
                            "lc rgb '#0072b2' title 'mean so far'\n",
                            gnuplot_string(data), low, high, result.exponent, result.standard_error));
}

void plot_section(const Case& problem, const Section& section, const std::string& section_name, const std::string& path,
                  const std::string& suffix) {
    const TemporaryFolder folder;
    const std::string data = (folder.path() / "data").string();
    {
        const File file = open_for_writing(data);
        for (const SectionPoint& p : section.points) fmt::print(file.get(), "{} {}\n", p.position, p.velocity);
    }
    const AxisLabels labels = labels_of(problem);
    run_gnuplot(preamble(path, suffix, page_width, page_height) +
                titles(fmt::format("{}: {} section, {} points", problem.title, section_name, section.points.size()),
                       labels.position, labels.velocity) +
                "set offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n" +
                fmt::format("plot {} with points pt 7 ps 0.25 lc rgb '#0072b2' notitle\n", gnuplot_string(data)));
}

void plot_bifurcation(const Case& problem, const std::vector<DiagramPanel>& panels, const std::string& key,
                      bool is_logarithmic, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    const int width = panels.size() == 1 ? page_width : 560 * static_cast<int>(panels.size());
    std::string script = preamble(path, suffix, width, page_height);
    script += fmt::format("set multiplot layout 1,{} title {} noenhanced\n", panels.size(),
                          gnuplot_string(problem.title + ", seen once a load period"));
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
    if (highest >= lowest) script += fmt::format("set yrange [{}:{}]\n", lowest - margin, highest + margin);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::string data = (folder.path() / fmt::format("panel{}", i)).string();
        write_columns(panels[i].columns, data);
        script += titles(panels[i].title, key, labels_of(problem).position);
        script += fmt::format("set xrange [{}:{}]\nset key top left opaque samplen 1\n",
                              panels[i].columns.front().value, panels[i].columns.back().value);
        script += fmt::format(
            "plot {0} using 1:($3==0?$2:NaN) with points pt 7 ps 0.12 lc rgb '#d55e00' title 'chaotic', "
            "{0} using 1:($3==1?$2:NaN) with points pt 7 ps 0.25 lc rgb '#0072b2' title 'periodic'\n",
            gnuplot_string(data));
    }
    run_gnuplot(script + "unset multiplot\nset output\n");
}

void plot_basins(const Case& problem, const Basins& basins, const BasinOptions& options, const std::string& path,
                 const std::string& suffix) {
    const TemporaryFolder folder;
    const double width = (options.position.high - options.position.low) / options.columns;
    const double height = (options.velocity.high - options.velocity.low) / options.rows;
    const AxisLabels labels = labels_of(problem);
    std::string script =
        preamble(path, suffix, page_width, page_height) +
        titles(problem.title + ": which start leads where", "start " + labels.position, "start " + labels.velocity);
    script += fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\nset style fill solid noborder\nset key outside\n",
                          options.position.low, options.position.high, options.velocity.low, options.velocity.high);
    std::string plots;
    for (std::size_t k = 0; k < basins.attractors.size(); ++k) {
        const std::string data = (folder.path() / fmt::format("basin{}", k)).string();
        const File file = open_for_writing(data);
        for (std::size_t i = 0; i < basins.cells.size(); ++i) {
            if (basins.cells[i].attractor != static_cast<int>(k)) continue;
            const std::size_t column = i % static_cast<std::size_t>(options.columns);
            const std::size_t row = i / static_cast<std::size_t>(options.columns);
            fmt::print(file.get(), "{} {} {} {}\n", options.position.low + (static_cast<double>(column) + 0.5) * width,
                       options.velocity.low + (static_cast<double>(row) + 0.5) * height, 0.5 * width, 0.5 * height);
        }
        const BasinShare& share = basins.attractors[k];
        plots += fmt::format("{}{} with boxxyerror fc rgb '{}' title '{}  {:.1f} ± {:.1f} %'", k == 0 ? "" : ", ",
                             gnuplot_string(data), palette[k % std::size(palette)], share.attractor.label(),
                             100.0 * share.fraction, 100.0 * share.standard_error);
    }
    run_gnuplot(script + "plot " + plots + "\n");
}

void plot_characteristic(const Case& problem, const Trajectory& trajectory, const std::string& path,
                         const std::string& suffix) {
    const TemporaryFolder folder;
    const std::string data = (folder.path() / "data").string();
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
    {
        const File file = open_for_writing(data);
        for (const Sample& s : trajectory.at(times)) {
            fmt::print(file.get(), "{} {} {}\n", s.velocity - problem.oscillator.belt_velocity, s.friction, s.position);
        }
    }
    const AxisLabels labels = labels_of(problem);
    run_gnuplot(
        preamble(path, suffix, page_width, 480) +
        fmt::format("set multiplot layout 1,2 title {} noenhanced\n", gnuplot_string(problem.title)) +
        "set offsets graph 0.04,graph 0.04,graph 0.06,graph 0.06\n" +
        titles("friction characteristic, second half of the run", "slip velocity [m/s]", labels.friction) +
        fmt::format("plot {} using 1:2 with lines lw 0.8 lc rgb '#0072b2' notitle\n", gnuplot_string(data)) +
        titles("phase plane", labels.position, labels.velocity) +
        fmt::format("plot {} using 3:1 with lines lw 0.8 lc rgb '#d55e00' notitle\nunset multiplot\nset output\n",
                    gnuplot_string(data)));
}

}  // namespace stickslip::cli
