// Record and motion over each other, what is left over below, then the profile of each number with its interval.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "identify_report.hpp"
#include "plot_panels.hpp"
#include "stickslip/maps/map_request.hpp"

namespace stickslip::cli {

namespace {

constexpr int identify_width = 900;    // pixels
constexpr int motion_height = 300;     // pixels
constexpr int left_over_height = 150;  // pixels
constexpr int profile_height = 190;    // pixels
constexpr int panel_gap = 76;          // pixels below a panel: numbers and label of its axis
constexpr int identify_head = 50;      // pixels above the first panel
constexpr int profiles_in_a_row = 3;
constexpr double profile_ticks = 1.6;      // fewer steps than usual: long numbers must not touch
constexpr int most_channels = 6;           // that are drawn
constexpr std::size_t most_points = 4000;  // that are drawn
constexpr double level = 3.84;             // χ² of one number at 95 %
constexpr double shown_deviations = 5.0;   // of what is left over
constexpr double highest_rise = 10.0;      // that is drawn: a kink must not flatten the rest

struct Places {
    int channels = 1;
    int rows = 0;  ///< of profiles
    [[nodiscard]] static int of_channels(int count) {
        return identify_head + count * (motion_height + panel_gap + left_over_height + panel_gap);
    }
    [[nodiscard]] int height() const { return of_channels(channels) + rows * (profile_height + panel_gap); }
    /// A panel `top` pixels below the upper edge.
    [[nodiscard]] Script panel(double left, double right, int top, int tall) const {
        const double h = height();
        return place({left, right, (h - top - tall) / h, (h - top) / h});
    }
};

std::size_t stride_of(std::size_t count) { return 1 + count / most_points; }

/// The row of one channel: what was measured under the motion, and what is left over.
Script channel_panels(Drawing& drawing, const ShownChannel& c, bool is_curve, int top, const Places& places) {
    double largest = 0.0;
    for (const double v : c.measured) largest = std::max(largest, std::abs(v));
    const Axis axis = axis_for(c.name, readable_unit(c.unit), largest);
    std::string measured;
    std::string modelled;
    std::string left_over;
    const std::size_t stride = stride_of(c.places.size());
    for (std::size_t i = 0; i < c.places.size(); ++i) {
        modelled += fmt::format("{} {}\n", c.places[i], c.modelled[i] / axis.unit);
        if (i % stride != 0) continue;
        measured += fmt::format("{} {}\n", c.places[i], c.measured[i] / axis.unit);
        left_over += fmt::format("{} {}\n", c.places[i], (c.measured[i] - c.modelled[i]) / axis.unit);
    }
    const double noise = c.noise / axis.unit;
    const double reach = noise > 0.0 ? shown_deviations * noise : 1.0;
    Script g("set xrange [{}:{}]\nset autoscale y\n", c.places.front(), c.places.back());
    g += Script("set ylabel {}\nset xlabel {}\n", shown(axis.label),
                shown(is_curve ? "frequency of the load [rad/s]" : "time [s]"));
    g += places.panel(0.1, 0.97, top, motion_height);
    g += Script(
        "plot {} using 1:2 with points pt 7 ps {} lc rgb '#999999' title {}, {} using 1:2 with lines lw 1.4 lc rgb "
        "'#0072b2' title {}\n",
        drawing.add(measured), is_curve ? 0.6 : 0.25, shown("record"), drawing.add(modelled), shown("motion found"));
    g += Script("unset title\nset ylabel {}\nset yrange [{}:{}]\n", shown("left over"), -reach, reach);
    g += places.panel(0.1, 0.97, top + motion_height + panel_gap, left_over_height);
    g += Script(
        "plot {} using 1:2 with points pt 7 ps {} lc rgb '#d55e00' notitle, {} with lines lw 1 dt 2 lc rgb '#444444' "
        "title "
        "{}, {} with lines lw 1 dt 2 lc rgb '#444444' notitle\n",
        drawing.add(left_over), is_curve ? 0.6 : 0.25, noise, shown("± standard deviation"), -noise);
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
                tick_step(profile_ticks * (high - low)));
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
    const std::vector<ShownChannel> channels = shown_channels(r);
    const int drawn = std::min(static_cast<int>(channels.size()), most_channels);
    const auto count = static_cast<int>(r.found.estimates.size());
    const Places places{drawn, (count + profiles_in_a_row - 1) / profiles_in_a_row};
    Drawing drawing{identify_width, places.height(), {}, {}};
    Script& g = drawing.script;
    g += "set multiplot\nset format '%g'\nset key top right samplen 2\n";
    g += Script("set title {} font ',12' offset 0,0.4\n", shown(r.title));
    for (int i = 0; i < drawn; ++i) {
        g += channel_panels(drawing, channels[static_cast<std::size_t>(i)], r.measured.curve.has_value(),
                            Places::of_channels(i), places);
    }
    const int top = Places::of_channels(drawn);
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
