// Pictures of backbone curves: panels one above the other, each with its own axis below it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "backbone_report.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int backbone_page_width = 900;    // pixels
constexpr int backbone_panel_height = 240;  // pixels
constexpr int backbone_panel_gap = 72;      // pixels below a panel: numbers and label of its axis
constexpr int backbone_head_height = 46;    // pixels above the first panel: title
constexpr double wide_range = 20.0;         // of largest over smallest, from where on an axis is logarithmic

struct BackboneCurve {
    std::string title;  ///< empty: no entry in the legend
    std::vector<double> x, y;
};

struct BackbonePanel {
    std::string x_label, y_label;
    std::vector<BackboneCurve> curves;
    bool is_logarithmic = false;
    bool has_zero = false;  ///< the vertical axis begins at 0
};

std::string rows_of(const BackboneCurve& curve) {
    std::string rows;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        rows += std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]) ? fmt::format("{} {}\n", curve.x[i], curve.y[i])
                                                                       : "\n";
    }
    return rows;
}

/// The range of the finite values, widened where there is a single one; nothing where there is none.
Script range_of(const std::vector<BackboneCurve>& curves, std::vector<double> BackboneCurve::*axis, Code name,
                double margin) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const BackboneCurve& curve : curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
            low = std::min(low, (curve.*axis)[i]);
            high = std::max(high, (curve.*axis)[i]);
        }
    }
    if (!(low <= high)) return Script("set {} [0:1]\n", name);
    constexpr double flat = 1e-6;  // of the value: what hardly changes must not be shown as noise
    const double width = std::max(high - low, flat * std::max(std::abs(low), std::abs(high)));
    const double wider = width > 0.0 ? margin * width : 1.0;
    return Script("set {} [{}:{}]\n", name, low - wider, high + wider);
}

Script x_axis(const BackbonePanel& panel) {
    if (!panel.is_logarithmic) {
        return Script("unset logscale x\nset xtics autofreq\n") +
               range_of(panel.curves, &BackboneCurve::x, "xrange", 0.02);
    }
    double low = std::numeric_limits<double>::infinity(), high = 0.0;
    for (const BackboneCurve& curve : panel.curves) {
        for (const double x : curve.x) {
            if (!(x > 0.0)) continue;
            low = std::min(low, x);
            high = std::max(high, x);
        }
    }
    constexpr double room = 1.05;
    return Script("set xtics autofreq\nset xrange [{}:{}]\n", low / room, high * room) +
           logarithmic_axis(low / room, high * room);
}

Script panel_of(Drawing& drawing, const BackbonePanel& panel) {
    Script s("set xlabel {}\nset ylabel {}\n", shown(panel.x_label), shown(panel.y_label));
    s += x_axis(panel);
    s += range_of(panel.curves, &BackboneCurve::y, "yrange", 0.08);
    if (panel.has_zero) s += "set yrange [0:*]\n";
    constexpr Code colours[] = {"'#0072b2'", "'#d55e00'"};
    constexpr Code points[] = {"7", "6"};
    Script list;
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
        const BackboneCurve& curve = panel.curves[k];
        list += list.empty() ? Script("plot ") : Script(", ");
        const std::string rows = rows_of(curve);
        list += Script("{} using 1:2 with linespoints lw 1.4 pt {} ps {} lc rgb {} {}",
                       drawing.add(rows.find_first_not_of('\n') == std::string::npos ? "NaN NaN\n" : rows), points[k],
                       k == 0 ? 0.5 : 0.9, colours[k],
                       curve.title.empty() ? Script("notitle") : Script("title {}", shown(curve.title)));
    }
    return s + list + Script("\n");
}

Drawing page_of(const std::string& title, const std::vector<BackbonePanel>& panels) {
    const int height =
        backbone_head_height + static_cast<int>(panels.size()) * (backbone_panel_height + backbone_panel_gap);
    Drawing drawing{backbone_page_width, height};
    Script& g = drawing.script;
    g += Script("set multiplot\nset label 1 {} at screen 0.12, screen {} left font ',12'\n", shown(title),
                1.0 - 16.0 / height);
    g += "set format '%g'\nset key at graph 1, graph 1 right bottom horizontal samplen 1.5 font ',9'\n";
    double top = height - backbone_head_height;
    for (const BackbonePanel& panel : panels) {
        g += place({0.12, 0.97, (top - backbone_panel_height) / height, top / height});
        g += panel_of(drawing, panel);
        g += "unset label 1\n";
        top -= backbone_panel_height + backbone_panel_gap;
    }
    g += "unset multiplot\n";
    return drawing;
}

template <class Item>
std::vector<double> column(const std::vector<Item>& items, double Item::*value, double unit = 1.0) {
    std::vector<double> numbers;
    for (const Item& item : items) numbers.push_back(item.*value / unit);
    return numbers;
}

/// "amplitude of roof [mm]", with the factor that keeps its numbers short.
Axis length_axis(const std::string& words, const std::string& unit, const std::vector<double>& values) {
    double largest = 0.0;
    for (const double v : values) {
        if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
    }
    return unit == "m" ? axis_for(words, unit, largest) : Axis{words + " [" + unit + "]", 1.0};
}

bool is_wide(const std::vector<double>& values) {
    double low = std::numeric_limits<double>::infinity(), high = 0.0;
    for (const double v : values) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    return low > 0.0 && high > wide_range * low;
}

}  // namespace

Drawing plot_ring_down(const RingDown& ring) {
    const std::string& of = ring.decay.of;
    const std::vector<double> places = column(ring.decay.turns, &Turn::value);
    const Axis place_axis = length_axis(of, ring.length_unit, places);
    const Axis axis = length_axis("amplitude of " + of, ring.length_unit, column(ring.cycles, &DecayCycle::amplitude));
    const std::vector<double> amplitude = column(ring.cycles, &DecayCycle::amplitude, axis.unit);
    const bool is_logarithmic = is_wide(amplitude);
    return page_of(ring.title,
                   {{"time [s]",
                     place_axis.label,
                     {{"where it turns", column(ring.decay.turns, &Turn::time),
                       column(ring.decay.turns, &Turn::value, place_axis.unit)}}},
                    {axis.label,
                     "frequency [rad/s]",
                     {{"", amplitude, column(ring.cycles, &DecayCycle::frequency)}},
                     is_logarithmic},
                    {axis.label,
                     "damping ratio",
                     {{"from the decrement", amplitude, column(ring.cycles, &DecayCycle::damping_ratio)},
                      {"from the energy", amplitude, column(ring.cycles, &DecayCycle::energy_damping_ratio)}},
                     is_logarithmic,
                     true}});
}

Drawing plot_forced_backbone(const ForcedBackbone& b) {
    const std::string of = b.of.empty() ? "" : " of " + b.of;
    const Axis axis = length_axis("amplitude" + of, b.length_unit, column(b.points, &ForcedPoint::amplitude));
    const std::vector<double> amplitude = column(b.points, &ForcedPoint::amplitude, axis.unit);
    const std::vector<double> values = column(b.points, &ForcedPoint::value);
    const std::vector<double> damping = column(b.points, &ForcedPoint::damping_ratio);
    if (b.is_resonant) {
        const bool is_logarithmic = is_wide(amplitude);
        return page_of(b.title, {{axis.label,
                                  "frequency of phase resonance [rad/s]",
                                  {{"", amplitude, column(b.points, &ForcedPoint::frequency)}},
                                  is_logarithmic},
                                 {axis.label, "damping ratio", {{"", amplitude, damping}}, is_logarithmic, true},
                                 {axis_label(b.key), axis.label, {{"", values, amplitude}}, b.is_logarithmic, true}});
    }
    const std::vector<double> fundamental = column(b.points, &ForcedPoint::fundamental, axis.unit);
    return page_of(b.title, {{axis_label(b.key),
                              axis.label,
                              {{"half of peak to peak", values, amplitude}, {"fundamental", values, fundamental}},
                              b.is_logarithmic,
                              true},
                             {axis_label(b.key),
                              "phase lag [rad]",
                              {{"", values, column(b.points, &ForcedPoint::phase_lag)}},
                              b.is_logarithmic},
                             {axis_label(b.key), "damping ratio", {{"", values, damping}}, b.is_logarithmic, true}});
}

}  // namespace stickslip::cli
