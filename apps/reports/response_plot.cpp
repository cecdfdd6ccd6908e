#include "response_plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "axis_end.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int response_width = 1000;  // pixels
constexpr int panel_height = 260;     // pixels
constexpr int head_height = 46;       // pixels above the first panel: title and explanation
constexpr int foot_height = 62;       // pixels below the last: numbers and label of the axis
constexpr int gap_height = 26;        // pixels between panels: room for the sentence of a clipped axis

std::string column_text(double value) { return std::isfinite(value) ? fmt::format(" {}", value) : " NaN"; }

/// The value, whether there are stops, and the panel's curve and reference.
std::string rows_of(const ResponsePicture& picture, const ResponsePanel& panel) {
    std::string lines;
    for (std::size_t i = 0; i < picture.x.size(); ++i) {
        lines += fmt::format("{} {}", picture.x[i], picture.has_stops[i] ? 1 : 0);
        lines += column_text(panel.values[i]);
        lines += column_text(panel.reference.empty() ? std::numeric_limits<double>::quiet_NaN() : panel.reference[i]);
        lines += '\n';
    }
    return lines;
}

Script change_lines(const ResponsePicture& picture) {
    constexpr std::size_t most_lines = 400;  // more would be a grey area
    Script s;
    for (std::size_t i = 0; i < std::min(picture.changes.size(), most_lines); ++i) {
        s += Script("set arrow {} from first {}, graph 0 to first {}, graph 1 nohead lw 0.6 dt 3 lc rgb '#888888'\n",
                    i + 100, picture.changes[i], picture.changes[i]);
    }
    return s;
}

Script panel_script(Drawing& drawing, const ResponsePicture& picture, const ResponsePanel& panel, bool is_lowest) {
    constexpr int first_mark = 10;
    const PlottedCurve curve{picture.x, panel.values};
    const AxisEnd end = panel.is_bounded ? AxisEnd(std::vector{curve}) : end_below_resonance(curve);
    Script s = end.script(picture.x_label, first_mark);
    s += Script("set ylabel {}\nset xlabel {}\nset format x {}\n", shown(panel.label),
                shown(is_lowest ? picture.x_label : ""), shown(is_lowest ? "%g" : ""));
    const Script data = drawing.add(rows_of(picture, panel));
    s += Script(
        "plot {0} using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#dedede' notitle, "
        "{0} using 1:3 with lines lw 1.8 lc rgb '#0072b2' {1}",
        data, panel.title.empty() ? Script("notitle") : Script("title {}", shown(panel.title)));
    if (!panel.reference.empty()) {
        s += Script(", {} using 1:4 with lines lw 1.2 dt 2 lc rgb '#d55e00' title {}", data,
                    shown(panel.reference_title));
    }
    s += "\nunset label 1\nunset label 2\nunset label 10\n";
    for (int i = 0; end.is_clipped() && i < 12; ++i) s += Script("unset arrow {}\n", first_mark + i);
    return s;
}

}  // namespace

Drawing plot_response(const ResponsePicture& picture) {
    const int panels = static_cast<int>(picture.panels.size());
    const int height = panels * panel_height + (panels - 1) * gap_height + head_height + foot_height;
    Drawing drawing{response_width, height};
    Script& g = drawing.script;
    g += Script("set multiplot\nset label 1 {} at screen 0.1, screen {} left font ',12'\n", shown(picture.title),
                1.0 - 16.0 / height);
    g += Script("set label 2 'grey: with stops' at screen 0.97, screen {} right textcolor rgb '#666666'\n",
                1.0 - 16.0 / height);
    g += Script("set format y '%g'\nset y2range [0:1]\nset xrange [{}:{}]\n", picture.x.front(), picture.x.back());
    if (picture.is_logarithmic) g += logarithmic_axis(picture.x.front(), picture.x.back());
    g += change_lines(picture);
    double top = height - head_height;
    for (int i = 0; i < panels; ++i) {
        g += place({0.1, 0.97, (top - panel_height) / height, top / height});
        g += panel_script(drawing, picture, picture.panels[static_cast<std::size_t>(i)], i + 1 == panels);
        top -= panel_height + gap_height;
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
