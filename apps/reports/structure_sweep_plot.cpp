// One page: a panel for each quantity, and at the foot a row for each contact, shaded by how long it sticks.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "axis_end.hpp"
#include "structure_panels.hpp"
#include "structure_sweep.hpp"

namespace stickslip::cli {

namespace {

using structure::Observable;

constexpr int sweep_page_width = 1000;   // pixels
constexpr int curve_panel_height = 260;  // pixels
constexpr int row_height = 22;           // pixels of a contact
constexpr int page_head = 46;            // pixels above the first panel
constexpr int page_foot = 62;            // pixels below the last
constexpr int panel_gap = 42;            // pixels between panels: names of curves, a sentence of a clipped axis

/// The curves of one quantity: places in the list of observables.
struct PanelGroup {
    std::string quantity;
    std::vector<std::size_t> members;
};

/// What the rows of the contacts show needs no panel.
std::vector<PanelGroup> groups_of(const StructureSweep& sweep) {
    std::vector<PanelGroup> groups;
    for (std::size_t k = 0; k < sweep.chosen.size(); ++k) {
        const Observable& o = sweep.chosen[k];
        if (o.name.ends_with(".stuck_fraction")) continue;
        const auto known = std::ranges::find(groups, o.quantity, &PanelGroup::quantity);
        PanelGroup& group = known != groups.end() ? *known : groups.emplace_back(PanelGroup{o.quantity, {}});
        if (group.members.size() < most_curves) group.members.push_back(k);
    }
    return groups;
}

/// Where the motion has no bound, neither has what grows with it.
std::vector<double> drawn(const StructureSweep& sweep, std::size_t k) {
    std::vector<double> y = sweep.curve.columns[k];
    for (std::size_t i = 0; i < y.size() && !sweep.chosen[k].is_bounded; ++i) {
        if (sweep.curve.regimes[i] == Regime::unbounded) y[i] = std::numeric_limits<double>::infinity();
    }
    return y;
}

Script curve_panel(Drawing& drawing, const StructureSweep& sweep, const PanelGroup& group) {
    constexpr int first_mark = 10;
    const std::vector<double>& x = sweep.curve.values;
    std::vector<double> highest(x.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<std::string> lines(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) lines[i] = fmt::format("{}", x[i]);
    std::vector<std::vector<double>> all;
    for (const std::size_t k : group.members) all.push_back(drawn(sweep, k));
    for (const std::vector<double>& y : all) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            highest[i] = std::fmax(highest[i], y[i]);
            lines[i] += std::isfinite(y[i]) ? fmt::format(" {}", y[i]) : " NaN";
        }
    }
    std::vector<PlottedCurve> curves;
    for (const std::vector<double>& y : all) curves.push_back({x, y});
    const AxisEnd below = end_below_resonance({x, highest});
    const Observable& first = sweep.chosen[group.members.front()];
    const AxisEnd end = below.is_clipped() && !first.is_bounded ? below : AxisEnd(curves);
    Script s = end.script(axis_label(sweep.range.key), first_mark);
    s += Script("set ylabel {}\n", shown(axis_label(group.quantity, first.unit)));
    std::string rows;
    for (const std::string& line : lines) rows += line + '\n';
    const Script data = drawing.add(std::move(rows));
    std::vector<Script> parts;
    for (std::size_t c = 0; c < group.members.size(); ++c) {
        const std::string& of = sweep.chosen[group.members[c]].of;
        parts.push_back(Script("{} using 1:{} with lines lw 1.8 lc rgb {} {}", data, c + 2, curve_colours[c],
                               of.empty() ? Script("notitle") : Script("title {}", shown(of))));
    }
    s += plot_list(parts);
    s += "unset label 1\nunset label 2\nunset label 10\n";
    for (int i = 0; end.is_clipped() && i < 12; ++i) s += Script("unset arrow {}\n", first_mark + i);
    return s;
}

/// White where a contact never sticks, light grey where it hardly does, dark where it always does.
int grey_of(double stuck) {
    constexpr double lightest = 226.0, darkest = 110.0;
    constexpr double steps = 40.0;  // shades that an eye tells apart
    const double share = std::ceil(std::clamp(stuck, 0.0, 1.0) * steps) / steps;
    const int level = stuck > 0.0 ? static_cast<int>(lightest - share * (lightest - darkest)) : 255;
    return (level << 16) + (level << 8) + level;
}

/// One box for each stretch of one shade: its ends, row and colour. It goes on below the next ones, so that no gap
/// shows between them.
std::string row_boxes(const std::vector<double>& x, const std::vector<double>& stuck, std::size_t row) {
    std::string lines;
    for (std::size_t begin = 0; begin < x.size();) {
        std::size_t end = begin + 1;
        const int grey = grey_of(stuck[begin]);
        while (end < x.size() && grey_of(stuck[end]) == grey) ++end;
        lines +=
            fmt::format("{} {} {} {}\n", begin == 0 ? x.front() : 0.5 * (x[begin - 1] + x[begin]), x.back(), row, grey);
        begin = end;
    }
    return lines;
}

Script contact_panel(Drawing& drawing, const StructureSweep& sweep, std::size_t rows) {
    std::string lines;
    for (std::size_t j = 0; j < rows; ++j) lines += row_boxes(sweep.curve.values, sweep.curve.stuck[j], j + 1);
    Script s("set yrange [{}:0.5]\nset offsets 0,0,0,0\nset ylabel ''\n", static_cast<double>(rows) + 0.5);
    s += contact_tics(sweep.problem.structure, "y");
    s += "set label 3 'contacts: grey where they stick, darker the longer' at graph 1, graph 1 right offset 0,0.7 "
         "textcolor rgb '#666666' font ',10'\n";
    s += Script(
        "plot {} using 1:3:1:2:($3-0.42):($3+0.42):4 with boxxyerror fs solid noborder fc rgb variable notitle\n",
        drawing.add(std::move(lines)));
    s += "unset label 3\nset ytics autofreq\n";
    return s;
}

}  // namespace

Drawing plot_structure_sweep(const StructureSweep& sweep) {
    const std::vector<PanelGroup> groups = groups_of(sweep);
    const std::size_t rows = std::min(sweep.curve.stuck.size(), most_bars);
    std::vector<int> heights(groups.size(), curve_panel_height);
    if (rows > 0) heights.push_back(static_cast<int>(rows) * row_height);
    const int panels = static_cast<int>(heights.size());
    int height = page_head + page_foot + (panels - 1) * panel_gap;
    for (const int h : heights) height += h;
    Drawing drawing{sweep_page_width, height};
    Script& g = drawing.script;
    const std::vector<double>& x = sweep.curve.values;
    const double widen = x.size() == 1 ? std::max(1.0, std::abs(x.front())) * 1e-3 : 0.0;
    g += Script("set multiplot\nset label 1 {} at screen 0.12, screen {} left font ',12'\n", shown(sweep.problem.title),
                1.0 - 16.0 / height);
    g += Script("set format y '%g'\nset xrange [{}:{}]\n", x.front() - widen, x.back() + widen);
    g += "set key at graph 0, graph 1 left bottom horizontal Left reverse maxrows 1 samplen 1.5 font ',9'\n";
    if (sweep.range.is_logarithmic) g += "set logscale x\n";
    double top = height - page_head;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const bool is_lowest = i + 1 == heights.size();
        g += place({0.12, 0.97, (top - heights[i]) / height, top / height});
        g += Script("set xlabel {}\nset format x {}\n", shown(is_lowest ? axis_label(sweep.range.key) : ""),
                    shown(is_lowest ? "%g" : ""));
        g += i < groups.size() ? curve_panel(drawing, sweep, groups[i]) : contact_panel(drawing, sweep, rows);
        top -= heights[i] + panel_gap;
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
