// The picture of an ensemble: the first observable against the scale, or against the first key where there is one
// scale only. The band holds two thirds of the records, the line is their median.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ensemble_report.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr Code ensemble_colours[] = {"'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'", "'#e69f00'", "'#56b4e9'"};
constexpr int ensemble_width = 900;         // pixels
constexpr int ensemble_panel_height = 260;  // pixels
constexpr int ensemble_head = 46;           // pixels above the first panel
constexpr int ensemble_foot = 62;           // pixels below the last
constexpr int ensemble_gap = 26;            // pixels between panels

/// What lies along the horizontal axis, and how many curves there are.
struct EnsembleAxes {
    bool is_scale = true;
    std::string label;
    std::size_t points = 0;
    std::size_t curves = 0;

    /// The group of a point of a curve: groups run over scales, then the first key, then the others.
    [[nodiscard]] std::size_t group(std::size_t curve, std::size_t point) const { return point * curves + curve; }
};

EnsembleAxes axes_of(const Ensemble& e) {
    const EnsembleRequest& request = e.request();
    if (request.scales.size() > 1 || request.vary.empty()) {
        return {true, "scale of the records", request.scales.size(), e.combinations()};
    }
    const std::size_t count = request.vary.front().values.size();
    return {false, axis_label(request.vary.front().key), count, e.combinations() / count};
}

std::string curve_title(const Ensemble& e, const EnsembleAxes& axes, const EnsembleGroup& group) {
    std::string text;
    for (std::size_t i = axes.is_scale ? 0 : 1; i < group.values.size(); ++i) {
        text += fmt::format("{}{} = {:.6g}", text.empty() ? "" : ", ", e.request().vary[i].key, group.values[i]);
    }
    return text.empty() ? "median, and two thirds of the records" : text;
}

}  // namespace

Drawing plot_ensemble(const Ensemble& ensemble, const TileStore& store) {
    const std::vector<EnsembleGroup> groups = groups_of(ensemble, store);
    const EnsembleAxes axes = axes_of(ensemble);
    const std::size_t panels = ensemble.observables().size();
    const int height = static_cast<int>(panels) * ensemble_panel_height + static_cast<int>(panels - 1) * ensemble_gap +
                       ensemble_head + ensemble_foot;
    Drawing drawing{ensemble_width, height};
    Script& g = drawing.script;
    g += Script("set multiplot\nset label 1 {} at screen 0.12, screen {} left font ',12'\n",
                shown(ensemble.request().document.title()), 1.0 - 16.0 / height);
    g += "set format y '%g'\nset key left top\nset autoscale xfix\nset style fill transparent solid 0.15 noborder\n";
    double top = height - ensemble_head;
    for (std::size_t q = 0; q < panels; ++q) {
        const ObservableName& o = ensemble.observables()[q];
        const bool is_lowest = q + 1 == panels;
        g += place({0.12, 0.97, (top - ensemble_panel_height) / height, top / height});
        g += Script("set ylabel {}\nset xlabel {}\nset format x {}\nset yrange [0:*]\n",
                    shown(axis_label(o.description, o.unit)), shown(is_lowest ? axes.label : ""),
                    shown(is_lowest ? "%g" : ""));
        Script list;
        for (std::size_t c = 0; c < std::min(axes.curves, std::size(ensemble_colours)); ++c) {
            std::string rows;
            for (std::size_t i = 0; i < axes.points; ++i) {
                const EnsembleGroup& group = groups[axes.group(c, i)];
                const EnsemblePercentiles& p = group.observables[q];
                if (!std::isfinite(p.p50)) continue;
                rows += fmt::format("{} {} {} {}\n", axes.is_scale ? group.scale : group.values.front(), p.p16, p.p50,
                                    p.p84);
            }
            const Script data = drawing.add(rows.empty() ? "NaN NaN NaN NaN\n" : rows);
            list += list.empty() ? Script("plot ") : Script(", ");
            list += Script(
                "{0} using 1:2:4 with filledcurves lc rgb {1} notitle, {0} using 1:3 with linespoints lw 1.8 pt 7 ps "
                "0.4 "
                "lc rgb {1} {2}",
                data, ensemble_colours[c],
                q == 0 ? Script("title {}", shown(curve_title(ensemble, axes, groups[axes.group(c, 0)])))
                       : Script("notitle"));
        }
        g += list + Script("\nunset label 1\n");
        top -= ensemble_panel_height + ensemble_gap;
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
