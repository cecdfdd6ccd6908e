// Record and motion over each other, what is left over below, then the profile of each number with its interval.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "identify_report.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int identify_width = 900;    // pixels
constexpr int motion_height = 300;     // pixels
constexpr int left_over_height = 150;  // pixels
constexpr int profile_height = 190;    // pixels
constexpr int panel_gap = 76;          // pixels below a panel: numbers and label of its axis
constexpr int identify_head = 50;      // pixels above the first panel
constexpr int profiles_in_a_row = 3;
constexpr std::size_t most_points = 4000;  // that are drawn
constexpr double level = 3.84;             // χ² of one number at 95 %
constexpr double shown_deviations = 5.0;   // of what is left over
constexpr double highest_rise = 10.0;      // that is drawn: a kink must not flatten the rest

struct Places {
    int rows = 0;  ///< of profiles
    [[nodiscard]] int height() const {
        return identify_head + motion_height + panel_gap + left_over_height + panel_gap +
               rows * (profile_height + panel_gap);
    }
    /// A panel `top` pixels below the upper edge.
    [[nodiscard]] Script panel(double left, double right, int top, int tall) const {
        const double h = height();
        return place({left, right, (h - top - tall) / h, (h - top) / h});
    }
};

std::size_t stride_of(std::size_t count) { return 1 + count / most_points; }

Axis value_axis(const Measurement& m) {
    double largest = 0.0;
    for (const double v : m.values) largest = std::max(largest, std::abs(v));
    switch (m.quantity) {
        case MeasuredQuantity::velocity: return axis_for("velocity", "m/s", largest);
        case MeasuredQuantity::acceleration: return axis_for("acceleration", "m/s²", largest);
        case MeasuredQuantity::displacement: break;
    }
    return axis_for("displacement", "m", largest);
}

Script motion_panels(Drawing& drawing, const IdentifyReport& r, const Places& places) {
    const Measurement& m = r.measured;
    const Axis axis = value_axis(m);
    std::string measured;
    std::string modelled;
    std::string left_over;
    const std::size_t stride = stride_of(m.times.size());
    for (std::size_t i = 0; i < m.times.size(); ++i) {
        modelled += fmt::format("{} {}\n", m.times[i], r.found.modelled[i] / axis.unit);
        if (i % stride != 0) continue;
        measured += fmt::format("{} {}\n", m.times[i], m.values[i] / axis.unit);
        left_over += fmt::format("{} {}\n", m.times[i], (m.values[i] - r.found.modelled[i]) / axis.unit);
    }
    const double noise = r.found.noise / axis.unit;
    const double reach = noise > 0.0 ? shown_deviations * noise : 1.0;
    Script g("set xrange [{}:{}]\n", m.times.front(), m.times.back());
    g += Script("set title {} font ',12' offset 0,0.4\nset ylabel {}\nset xlabel {}\n", shown(r.title),
                shown(axis.label), shown("time [s]"));
    g += places.panel(0.1, 0.97, identify_head, motion_height);
    g += Script(
        "plot {} using 1:2 with points pt 7 ps 0.25 lc rgb '#999999' title {}, {} using 1:2 with lines lw 1.4 lc rgb "
        "'#0072b2' title {}\n",
        drawing.add(measured), shown("record"), drawing.add(modelled), shown("motion found"));
    g += Script("unset title\nset ylabel {}\nset yrange [{}:{}]\n", shown("left over"), -reach, reach);
    g += places.panel(0.1, 0.97, identify_head + motion_height + panel_gap, left_over_height);
    g += Script(
        "plot {} using 1:2 with points pt 7 ps 0.25 lc rgb '#d55e00' notitle, {} with lines lw 1 dt 2 lc rgb '#444444' "
        "title "
        "{}, {} with lines lw 1 dt 2 lc rgb '#444444' notitle\n",
        drawing.add(left_over), noise, shown("± standard deviation"), -noise);
    return g;
}

Script profile_panel(Drawing& drawing, const Estimate& e) {
    std::string rows;
    for (std::size_t i = 0; i < e.profile.values.size(); ++i) {
        rows += fmt::format("{} {}\n", e.profile.values[i], e.profile.rise[i]);
    }
    Script g("set xlabel {}\nset ylabel {}\n",
             shown(e.key == sensor_offset ? "offset of the sensor" : axis_label(e.key)), shown("rise of S/σ²"));
    if (e.profile.values.size() < 2) {
        return g + Script("set xrange [{}:{}]\nplot {} with lines lw 1 dt 2 lc rgb '#444444' notitle\n", e.value - 1.0,
                          e.value + 1.0, level);
    }
    const double low = e.profile.values.front();
    const double high = e.profile.values.back();
    g += Script("set xrange [{}:{}]\nset yrange [0:{}]\nset xtics {}\n", low, high, highest_rise,
                tick_step(0.8 * (high - low)));
    g += Script(
        "plot {} using 1:2 with linespoints pt 7 ps 0.4 lw 1.4 lc rgb '#0072b2' notitle, {} with lines lw 1 dt 2 lc "
        "rgb "
        "'#444444' notitle",
        drawing.add(rows), level);
    g += Script(", {} using 1:2 with points pt 7 ps 0.9 lc rgb '#d55e00' notitle\n",
                drawing.add(fmt::format("{} 0\n", e.value)));
    return g;
}

}  // namespace

Drawing plot_identification(const IdentifyReport& r) {
    const auto count = static_cast<int>(r.found.estimates.size());
    const Places places{(count + profiles_in_a_row - 1) / profiles_in_a_row};
    Drawing drawing{identify_width, places.height(), {}, {}};
    Script& g = drawing.script;
    g += "set multiplot\nset format '%g'\nset key top right samplen 2\n";
    g += motion_panels(drawing, r, places);
    const int top = identify_head + motion_height + panel_gap + left_over_height + panel_gap;
    for (int i = 0; i < count; ++i) {
        const int column = i % profiles_in_a_row;
        const double left = 0.09 + column * 0.315;
        g += places.panel(left, left + 0.245, top + (i / profiles_in_a_row) * (profile_height + panel_gap),
                          profile_height);
        g += profile_panel(drawing, r.found.estimates[static_cast<std::size_t>(i)]);
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
