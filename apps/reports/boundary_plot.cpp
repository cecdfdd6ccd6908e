#include "boundary_plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "plot_panels.hpp"
#include "region_labels.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::cli {

namespace {

constexpr int boundary_width = 1000;  // pixels
constexpr int boundary_height = 860;
constexpr double panel_left = 90.0, panel_right = 970.0;   // of the panel, in pixels of the page
constexpr double panel_bottom = 130.0, panel_top = 810.0;  // below it: numbers, label of the axis, legend
constexpr double logarithmic_ratio = 30.0;

struct Style {
    BoundaryKind kind;
    const char* title;
    Code line;
};
constexpr Style styles[] = {
    {BoundaryKind::slide_vanishes, "A: a slide vanishes", "lw 1.6 lc rgb '#000000'"},
    {BoundaryKind::stop_in_passing, "B: a stop in passing is born", "lw 1.6 dt 2 lc rgb '#d55e00'"},
    {BoundaryKind::reversal_stop, "C: the stop at a reversal vanishes", "lw 2.2 lc rgb '#0072b2'"},
    {BoundaryKind::stop_to_back_slide, "C′: a stop becomes a back-slide", "lw 1.6 dt 4 lc rgb '#009e73'"},
};

/// An axis as it is drawn: linear, or logarithmic.
struct PictureAxis {
    const KeyRange& range;

    [[nodiscard]] bool is_logarithmic() const { return range.from > 0.0 && range.to > logarithmic_ratio * range.from; }

    /// The value at a part of its length.
    [[nodiscard]] double value(double part) const {
        return is_logarithmic() ? range.from * std::pow(range.to / range.from, part)
                                : range.from + part * (range.to - range.from);
    }

    [[nodiscard]] Script script(Code axis) const {
        return Script("set {0}label {1}\nset {0}range [{2}:{3}]\n{4}", axis, shown(axis_label(range.key)), range.from,
                      range.to, is_logarithmic() ? Script("set logscale {}\n", axis) : Script());
    }
};

std::string rows_of(const std::vector<BoundaryCurve>& curves, BoundaryKind kind) {
    std::string rows;
    for (const BoundaryCurve& c : curves) {
        if (c.kind != kind) continue;
        for (const BoundaryPoint& p : c.points) rows += fmt::format("{} {}\n", p.x, p.y);
        if (c.is_closed) rows += fmt::format("{} {}\n", c.points.front().x, c.points.front().y);
        rows += '\n';
    }
    return rows;
}

Script words_script(const BoundaryPicture& picture, const PictureAxis& x, const PictureAxis& y) {
    if (!picture.words_at) return {};
    const auto words_at = [&](double part_x, double part_y) {
        return picture.words_at(x.value(part_x), y.value(part_y));
    };
    Script s;
    for (const RegionLabel& label : region_labels(words_at, panel_right - panel_left, panel_top - panel_bottom)) {
        s += Script("set label {} at graph {}, graph {} center {} textcolor rgb '#555555' front\n", shown(label.text),
                    label.x, label.y, label.is_upright ? Script("rotate by 90") : Script("norotate"));
    }
    return s;
}

}  // namespace

std::function<std::string(double, double)> words_in(std::function<Ratios(double, double)> plane) {
    return [plane = std::move(plane)](double x, double y) {
        const Ratios ratios = plane(x, y);
        const SteadyState s = steady_state(oscillator_of(ratios), load_of(ratios), State{});
        return regime_words(s.regime, s.stops_per_cycle());
    };
}

Drawing plot_boundaries(const BoundaryPicture& picture) {
    Drawing drawing{boundary_width, boundary_height};
    Script plots;
    for (const Style& style : styles) {
        std::string rows = rows_of(picture.curves, style.kind);
        if (rows.empty()) continue;
        plots += Script("{} {} with lines {} title {}", plots.empty() ? Script("plot") : Script(","),
                        drawing.add(std::move(rows)), style.line, shown(style.title));
    }
    const PictureAxis x{picture.x};
    const PictureAxis y{picture.y};
    Script& g = drawing.script;
    g += place({panel_left / boundary_width, panel_right / boundary_width, panel_bottom / boundary_height,
                panel_top / boundary_height});
    g += Script("set title {} font ',13'\nset format '%g'\nset tics out\n", shown(picture.title));
    g += Script("set key at screen 0.53, screen {} center horizontal maxcols 2 Left reverse samplen 3 spacing 1.2\n",
                36.0 / boundary_height);
    g += x.script("x") + y.script("y") + words_script(picture, x, y);
    if (plots.empty()) {
        g += "set label 'no boundary in this window' at graph 0.5, graph 0.04 center\nplot 1/0 notitle\n";
    } else {
        g += plots + Script("\n");
    }
    return drawing;
}

}  // namespace stickslip::cli
