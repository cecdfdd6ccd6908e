#include "boundary_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
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
    Code colour;
};
constexpr Style styles[] = {
    {BoundaryKind::slide_vanishes, "A: a slide vanishes", "lw 1.6", "lc rgb '#000000'"},
    {BoundaryKind::stop_in_passing, "B: a stop in passing appears", "lw 1.6 dt 2", "lc rgb '#d55e00'"},
    {BoundaryKind::reversal_stop, "C: the stop at a reversal vanishes", "lw 2.2", "lc rgb '#0072b2'"},
    {BoundaryKind::stop_to_back_slide, "C′: a stop becomes a back-slide", "lw 1.6 dt 4", "lc rgb '#009e73'"},
};

/// Of contacts, in their order; of more than there are colours some share one.
constexpr Code contact_colours[] = {"lc rgb '#0072b2'", "lc rgb '#d55e00'", "lc rgb '#009e73'", "lc rgb '#cc79a7'",
                                    "lc rgb '#8c6d00'", "lc rgb '#56b4e9'", "lc rgb '#7b3294'", "lc rgb '#666666'"};

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

std::string rows_of(const std::vector<BoundaryCurve>& curves, BoundaryKind kind, const std::string& contact) {
    std::string rows;
    for (const BoundaryCurve& c : curves) {
        if (c.kind != kind || c.contact != contact) continue;
        for (const BoundaryPoint& p : c.points) rows += fmt::format("{} {}\n", p.x, p.y);
        if (c.is_closed) rows += fmt::format("{} {}\n", c.points.front().x, c.points.front().y);
        rows += '\n';
    }
    return rows;
}

/// Those that curves belong to, in the order of the curves.
std::vector<std::string> contacts_of(const std::vector<BoundaryCurve>& curves) {
    std::vector<std::string> names;
    for (const BoundaryCurve& c : curves) {
        if (!c.contact.empty() && std::ranges::find(names, c.contact) == names.end()) names.push_back(c.contact);
    }
    return names;
}

/// A colour and a dash for each kind.
Script lines_of_kinds(const BoundaryPicture& picture, Drawing& drawing) {
    Script plots;
    for (const Style& style : styles) {
        std::string rows = rows_of(picture.curves, style.kind, "");
        if (rows.empty()) continue;
        plots += Script("{} {} with lines {} {} title {}", plots.empty() ? Script("plot") : Script(","),
                        drawing.add(std::move(rows)), style.line, style.colour, shown(style.title));
    }
    return plots;
}

/// A colour for each contact, a dash for each kind.
Script lines_of_contacts(const BoundaryPicture& picture, const std::vector<std::string>& contacts, Drawing& drawing) {
    Script plots("plot 1/0 notitle");
    for (std::size_t j = 0; j < contacts.size(); ++j) {
        const Code colour = contact_colours[j % std::size(contact_colours)];
        for (const Style& style : styles) {
            std::string rows = rows_of(picture.curves, style.kind, contacts[j]);
            if (rows.empty()) continue;
            plots += Script(", {} with lines {} {} notitle", drawing.add(std::move(rows)), style.line, colour);
        }
        plots += Script(", 1/0 with lines lw 3 {} title {}", colour, shown(contacts[j]));
    }
    for (const Style& style : styles) {
        const bool is_there =
            std::ranges::any_of(picture.curves, [&](const BoundaryCurve& c) { return c.kind == style.kind; });
        if (is_there) plots += Script(", 1/0 with lines {} lc rgb '#000000' title {}", style.line, shown(style.title));
    }
    return plots;
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
    const std::vector<std::string> contacts = contacts_of(picture.curves);
    const Script plots =
        contacts.empty() ? lines_of_kinds(picture, drawing) : lines_of_contacts(picture, contacts, drawing);
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
