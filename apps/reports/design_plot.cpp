#include "design_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "axis_end.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

constexpr int design_width = 900;         // pixels
constexpr int design_panel_height = 340;  // pixels
constexpr int design_head_height = 64;    // pixels above each panel: titles, and the sentence of a clipped axis
constexpr int design_foot_height = 92;    // pixels below each panel: label of the axis, legend
constexpr int band_points = 600;
constexpr int first_design_mark = 10;

/// Where several curves run away at a resonance, the picture ends at a few times the optimum.
constexpr double headroom = 5.0;

/// One curve in numbers: +∞ where the response has no bound.
struct Curve {
    std::vector<double> x, y;

    void add(double at, double value) {
        x.push_back(at);
        y.push_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : value);
    }
    [[nodiscard]] std::string rows() const {
        std::string text;
        for (std::size_t i = 0; i < x.size(); ++i) {
            text += std::isfinite(y[i]) ? fmt::format("{} {}\n", x[i], y[i]) : fmt::format("{} NaN\n", x[i]);
        }
        return text;
    }
};

AxisEnd axis_of(const std::vector<Curve>& curves, double best) {
    const double top = headroom * best;
    std::vector<PlottedCurve> plotted;
    for (const Curve& c : curves) plotted.push_back({c.x, c.y});
    const AxisEnd end(top, plotted);
    return end.is_clipped() ? end : AxisEnd(plotted);
}

Curve worst_curve(const Optimum& optimum) {
    Curve curve;
    for (const WorstCase& w : optimum.curve) curve.add(w.vary, w.response);
    return curve;
}

Curve band_curve(const DesignPicture& p, double vary) {
    Curve curve;
    for (int i = 0; i <= band_points; ++i) {
        const double over = p.over->from + (p.over->to - p.over->from) * i / band_points;
        curve.add(over, p.response(vary, over));
    }
    return curve;
}

Script panel_place(int index, int panels) {
    const double height = panels * (design_panel_height + design_head_height + design_foot_height);
    const double top =
        height - index * (design_panel_height + design_head_height + design_foot_height) - design_head_height;
    return place({0.1, 0.97, (top - design_panel_height) / height, top / height});
}

Script worst_panel(Drawing& drawing, const DesignPicture& p) {
    const Curve worst = worst_curve(p.optimum);
    Script g("set title {} font ',12'\nset xlabel {}\nset ylabel {}\nset xrange [{}:{}]\n",
             shown(p.over ? "Largest response over the band, for each choice" : "Response for each choice"),
             shown(axis_label(p.vary)),
             shown((p.over ? "largest " : "") + axis_label(p.target.description, p.target.unit)), worst.x.front(),
             worst.x.back());
    g += axis_of({worst}, p.optimum.best.response).script(axis_label(p.vary), first_design_mark);
    const Script best = drawing.add(fmt::format("{} {}\n", p.optimum.best.vary, p.optimum.best.response));
    return g + Script(
                   "plot {} using 1:2 with lines lw 1.8 lc rgb '#0072b2' notitle, {} using 1:2 with points pt 7 ps 1.2 "
                   "lc rgb '#d55e00' title {}\n",
                   drawing.add(worst.rows()), best, shown(fmt::format("best: {:.6g}", p.optimum.best.vary)));
}

Script band_panel(Drawing& drawing, const DesignPicture& p) {
    struct Choice {
        double vary;
        Code line;
    };
    const double best = p.optimum.best.vary;
    std::vector<Choice> choices{{p.optimum.curve.front().vary, "lw 1.2 dt 2 lc rgb '#666666'"},
                                {p.optimum.curve.back().vary, "lw 1.2 dt 4 lc rgb '#009e73'"}};
    std::erase_if(choices, [&](const Choice& c) { return c.vary == best; });
    choices.push_back({best, "lw 2 lc rgb '#d55e00'"});
    std::vector<Curve> curves;
    Script plots;
    for (const Choice& c : choices) {
        curves.push_back(band_curve(p, c.vary));
        const std::string title =
            fmt::format("{} = {:.4g}{}", key_words(p.vary), c.vary, c.vary == best ? ", best" : "");
        plots += Script("{} {} using 1:2 with lines {} title {}", plots.empty() ? Script("plot") : Script(","),
                        drawing.add(curves.back().rows()), c.line, shown(title));
    }
    Script g("set title {} font ',12'\nset xlabel {}\nset ylabel {}\nset xrange [{}:{}]\n",
             shown("Response over the band"), shown(axis_label(p.over->key)),
             shown(axis_label(p.target.description, p.target.unit)), p.over->from, p.over->to);
    return g + axis_of(curves, p.optimum.best.response).script(axis_label(p.over->key), first_design_mark) + plots +
           Script("\n");
}

}  // namespace

Drawing plot_design(const DesignPicture& p) {
    const int panels = p.over ? 2 : 1;
    Drawing drawing{design_width, panels * (design_panel_height + design_head_height + design_foot_height)};
    Script& g = drawing.script;
    g += "set multiplot\nset format '%g'\nset title offset 0,0.6\n"
         "set key at graph 0.5, graph -0.15 center top horizontal samplen 2 width -2\n";
    g += panel_place(0, panels) + worst_panel(drawing, p);
    if (p.over) {
        g += "unset label\nunset arrow\n";
        g += panel_place(1, panels) + band_panel(drawing, p);
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
