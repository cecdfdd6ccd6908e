// One page: a panel for each quantity, then a row for each contact, shaded by how long it sticks, and at the foot how
// the structure stands at the peaks, each in its colour.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
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
constexpr int shape_panel_height = 190;  // pixels
constexpr int shape_panel_gap = 92;      // pixels above it: the axis of the curves, and the names of its own
constexpr int page_head = 46;            // pixels above the first panel
constexpr int page_foot = 62;            // pixels below the last
constexpr int first_peak_mark = 40;      // number of an arrow
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

/// Colours of peaks: curves of many degrees of freedom have the first ones.
constexpr Code peak_colours[] = {"'#000000'", "'#cc79a7'", "'#8c6d31'", "'#56b4e9'"};

/// A dotted line at each peak, behind the curves.
Script peak_marks(const StructureSweep& sweep) {
    Script marks;
    for (std::size_t k = 0; k < std::min(sweep.shapes.size(), std::size(peak_colours)); ++k) {
        marks += Script("set arrow {} from first {}, graph 0 to first {}, graph 1 nohead back dt 3 lw 1.2 lc rgb {}\n",
                        first_peak_mark + static_cast<int>(k), sweep.shapes[k].value, sweep.shapes[k].value,
                        peak_colours[k]);
    }
    return marks;
}

Script no_peak_marks() {
    Script none;
    for (std::size_t k = 0; k < std::size(peak_colours); ++k) {
        none += Script("unset arrow {}\n", first_peak_mark + static_cast<int>(k));
    }
    return none;
}

/// The degrees of freedom at the peaks, in parts of the largest amplitude there.
Script shape_panel(Drawing& drawing, const StructureSweep& sweep) {
    constexpr std::size_t most_names = 16;  // that fit below the axis
    const structure::Structure& s = sweep.problem.structure;
    std::string rows;
    for (std::size_t i = 0; i < s.size(); ++i) {
        rows += fmt::format("{}", i + 1);
        for (const structure::PeakShape& peak : sweep.shapes) {
            rows += fmt::format(" {}", peak.shape[i] / *std::ranges::max_element(peak.amplitude));
        }
        rows += '\n';
    }
    const Script data = drawing.add(std::move(rows));
    std::vector<Script> parts{Script("0 with lines lw 0.8 lc rgb '#999999' notitle")};
    for (std::size_t k = 0; k < std::min(sweep.shapes.size(), std::size(peak_colours)); ++k) {
        parts.push_back(Script("{} using 1:{} with linespoints pt 7 ps 0.6 lw 1.6 lc rgb {} title {}", data, k + 2,
                               peak_colours[k], shown(fmt::format("{:.4g}", sweep.shapes[k].value))));
    }
    Script panel(
        "unset logscale x\nset xtics autofreq\nset xrange [0.7:{}]\nset yrange [-1.15:1.15]\nset ytics -1,0.5,1\n",
        static_cast<double>(s.size()) + 0.3);
    panel += Script("set ylabel 'shape at the peaks'\nset xlabel {}\n", shown("degree of freedom"));
    if (s.size() <= most_names) {
        panel += "set xtics ()\n";
        for (std::size_t i = 0; i < s.size(); ++i) {
            panel += Script("set xtics add ({} {})\n", shown_at_tic(degree_name(s, i)), i + 1);
        }
    }
    panel += Script("set label 3 {} at graph 1, graph 1 right offset 0,0.7 textcolor rgb '#666666' font ',10'\n",
                    shown("how the structure stands at the peaks: " + axis_label(sweep.range.key)));
    panel += plot_list(parts);
    panel += "unset label 3\n";
    return panel;
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

namespace {

/// A panel of the page.
struct SweepPanel {
    int height;     ///< pixels
    int gap;        ///< pixels above it, but for the first
    bool has_axis;  ///< of the key, below it
    std::function<Script(Drawing&)> content;
};

std::vector<SweepPanel> panels_of(const StructureSweep& sweep) {
    std::vector<SweepPanel> panels;
    for (const PanelGroup& group : groups_of(sweep)) {
        panels.push_back({curve_panel_height, panel_gap, false, [&sweep, group](Drawing& drawing) {
                              return peak_marks(sweep) + curve_panel(drawing, sweep, group) + no_peak_marks();
                          }});
    }
    const std::size_t rows = std::min(sweep.curve.stuck.size(), most_bars);
    if (rows > 0) {
        panels.push_back({static_cast<int>(rows) * row_height, panel_gap, false,
                          [&sweep, rows](Drawing& drawing) { return contact_panel(drawing, sweep, rows); }});
    }
    if (!panels.empty()) panels.back().has_axis = true;
    if (!sweep.shapes.empty() && sweep.problem.structure.size() > 1) {
        panels.push_back({shape_panel_height, shape_panel_gap, true,
                          [&sweep](Drawing& drawing) { return shape_panel(drawing, sweep); }});
    }
    return panels;
}

}  // namespace

Drawing plot_structure_sweep(const StructureSweep& sweep) {
    const std::vector<SweepPanel> panels = panels_of(sweep);
    const int first_gap = panels.empty() ? 0 : panels.front().gap;
    int height = page_head + page_foot - first_gap;
    for (const SweepPanel& panel : panels) height += panel.gap + panel.height;
    Drawing drawing{sweep_page_width, height};
    Script& g = drawing.script;
    const std::vector<double>& x = sweep.curve.values;
    const double widen = x.size() == 1 ? std::max(1.0, std::abs(x.front())) * 1e-3 : 0.0;
    g += Script("set multiplot\nset label 1 {} at screen 0.12, screen {} left font ',12'\n", shown(sweep.problem.title),
                1.0 - 16.0 / height);
    g += Script("set format y '%g'\nset xrange [{}:{}]\n", x.front() - widen, x.back() + widen);
    g += "set key at graph 0, graph 1 left bottom horizontal Left reverse maxrows 1 samplen 1.5 font ',9'\n";
    if (sweep.range.is_logarithmic) g += logarithmic_axis(x.front(), x.back());
    double top = height - page_head + first_gap;
    for (const SweepPanel& panel : panels) {
        top -= panel.gap;
        g += place({0.12, 0.97, (top - panel.height) / height, top / height});
        g += Script("set xlabel {}\nset format x {}\n", shown(panel.has_axis ? axis_label(sweep.range.key) : ""),
                    shown(panel.has_axis ? "%g" : ""));
        g += panel.content(drawing);
        top -= panel.height;
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
