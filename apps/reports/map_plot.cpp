#include "map_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "map_colours.hpp"
#include "maps/proof_names.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

// Pixels of one panel: the map, and to its right the legend and the scale.
constexpr int panel_width = 880;
constexpr int map_panel_height = 650;
constexpr double map_left = 96.0;
constexpr double map_right = 656.0;
constexpr double map_bottom = 72.0;
constexpr double map_top = 40.0;
constexpr int title_height = 34;
constexpr double legend_line = 25.0;
constexpr std::size_t contour_cells = 240;  // along each axis: contours of more are ragged
constexpr std::size_t smooth_cells = 1000;  // smaller maps are enlarged, so that cells stay rectangles

/// The axis as it is drawn: linear in the value or in its logarithm.
struct MapPictureAxis {
    const MapAxis& axis;

    [[nodiscard]] double place(double value) const { return axis.is_logarithmic ? std::log10(value) : value; }
    [[nodiscard]] double low() const { return place(axis.from); }
    [[nodiscard]] double high() const { return place(axis.to); }

    [[nodiscard]] Script script(Code name) const;
};

Script MapPictureAxis::script(Code name) const {
    const Script text("set {0}range [{1}:{2}]\nset {0}label {3}\n", name, low(), high(), shown(axis_label(axis.key)));
    if (!axis.is_logarithmic) return text + Script("set {}tics autofreq nomirror out format '%g'\n", name);
    constexpr double few_decades = 1.8;
    const bool is_short = high() - low() < few_decades;
    Script ticks;
    for (double decade = std::floor(low()); decade <= high(); ++decade) {
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * std::pow(10.0, decade);
            if (place(value) < low() - 1e-9 || place(value) > high() + 1e-9) continue;
            const bool is_labelled = digit == 1 || (is_short && (digit == 2 || digit == 5));
            ticks += Script("{}{} {} {}", ticks.empty() ? Script() : Script(","),
                            shown(is_labelled ? fmt::format("{:g}", value) : ""), place(value), is_labelled ? 0 : 1);
        }
    }
    return text + Script("set {}tics nomirror out ({})\n", name, ticks);
}

/// The colours as rows of bytes, each cell enlarged `factor` times.
std::string pixels(const ColouredMap& map, std::size_t columns, std::size_t factor_x, std::size_t factor_y) {
    std::string bytes;
    std::string line;
    for (std::size_t row = 0; row < map.cells.size() / columns; ++row) {
        line.clear();
        for (std::size_t column = 0; column < columns; ++column) {
            const Colour& c = map.cells[row * columns + column];
            for (std::size_t i = 0; i < factor_x; ++i) line.append(c.begin(), c.end());
        }
        for (std::size_t i = 0; i < factor_y; ++i) bytes += line;
    }
    return bytes;
}

/// One panel on the page; its parts are placed in pixels from its lower left.
class MapPanel {
public:
    MapPanel(const MapPicture& picture, std::size_t quantity, Drawing& drawing)
        : picture_(picture),
          drawing_(drawing),
          quantity_(picture.quantities[quantity]),
          x_{picture.request.x},
          y_{picture.request.y},
          map_(coloured(picture.sample, picture.quantities, quantity)),
          contours_(Script("$contours{}", quantity)) {}

    /// Contours are computed before anything is drawn.
    [[nodiscard]] Script contour_script() const {
        if (!has_contours()) return {};
        Script levels;
        for (const double tick : map_.scale.ticks) {
            levels += Script("{}{}", levels.empty() ? Script() : Script(","), height(tick));
        }
        return Script(
            "set contour base\nunset surface\nset cntrparam levels discrete {}\nset table {}\n"
            "splot {} using 1:2:3 notitle\nunset table\nunset contour\nset surface\n",
            levels, contours_, drawing_.add(field_rows()));
    }

    [[nodiscard]] Script script(double left, double bottom, double width, double height) const {
        const auto x = [&](double pixels) { return (left + pixels) / width; };
        const auto y = [&](double pixels) { return (bottom + pixels) / height; };
        Script g("set border lw 1 lc rgb '#222222'\nunset y2tics\n");
        g += legend_script(x, y);
        g += place({x(map_left), x(map_right), y(map_bottom), y(map_panel_height - map_top)});
        g += Script("set title {} offset 0,-0.4\nset tics out nomirror\n",
                    shown(axis_label(quantity_.description, quantity_.unit)));
        g += x_.script("x") + y_.script("y") + Script("unset key\n");
        g += plot_script();
        if (map_.has_scale) g += scale_script(x, y);
        return g + Script("unset object\nunset label\n");
    }

private:
    [[nodiscard]] bool has_contours() const {
        return map_.has_scale && !map_.scale.is_diverging && !map_.scale.ticks.empty() && picture_.sample.columns > 2 &&
               picture_.sample.rows > 2;
    }

    /// What contours are lines of equal: the value, or its logarithm.
    [[nodiscard]] double height(double value) const { return map_.scale.is_logarithmic ? std::log10(value) : value; }

    [[nodiscard]] std::string field_rows() const {
        std::string text;
        const MapSample& sample = picture_.sample;
        const std::size_t columns = std::min(sample.columns, contour_cells);
        const std::size_t rows = std::min(sample.rows, contour_cells);
        for (std::size_t j = 0; j < rows; ++j) {
            const std::size_t row = (2 * j + 1) * sample.rows / (2 * rows);
            for (std::size_t i = 0; i < columns; ++i) {
                const std::size_t column = (2 * i + 1) * sample.columns / (2 * columns);
                const double value = map_.field[row * sample.columns + column];
                const double z = std::isnan(value) || (map_.scale.is_logarithmic && !(value > 0.0))
                                     ? std::numeric_limits<double>::quiet_NaN()
                                     : height(value);
                text += fmt::format("{} {} {}\n", place_of(x_, column, sample.columns), place_of(y_, row, sample.rows),
                                    std::isnan(z) ? "NaN" : fmt::format("{}", z));
            }
            text += '\n';
        }
        return text;
    }

    /// The middle of a sampled cell.
    [[nodiscard]] static double place_of(const MapPictureAxis& axis, std::size_t cell, std::size_t count) {
        const double part = (static_cast<double>(cell) + 0.5) / static_cast<double>(count);
        return axis.low() + part * (axis.high() - axis.low());
    }

    [[nodiscard]] Script plot_script() const {
        const MapSample& sample = picture_.sample;
        const std::size_t fx = std::max<std::size_t>(1, smooth_cells / sample.columns);
        const std::size_t fy = std::max<std::size_t>(1, smooth_cells / sample.rows);
        const auto columns = static_cast<double>(sample.columns * fx);
        const auto rows = static_cast<double>(sample.rows * fy);
        const double dx = (x_.high() - x_.low()) / columns;
        const double dy = (y_.high() - y_.low()) / rows;
        Script g("plot {} binary array=({},{}) format='%uchar%uchar%uchar' origin=({},{}) dx={} dy={} with rgbimage",
                 drawing_.add(pixels(map_, sample.columns, fx, fy)), columns, rows, x_.low() + 0.5 * dx,
                 y_.low() + 0.5 * dy, dx, dy);
        if (has_contours()) g += Script(", {} using 1:2 with lines lw 0.7 lc rgb '#80ffffff'", contours_);
        if (!picture_.boundaries.empty()) {
            g += Script(", {0} with lines lw 2.2 lc rgb '#ffffff', {0} with lines lw 0.9 lc rgb '#000000'",
                        drawing_.add(boundary_rows()));
        }
        return g + Script("\n");
    }

    [[nodiscard]] std::string boundary_rows() const {
        std::string rows;
        for (const BoundaryCurve& curve : picture_.boundaries) {
            for (const BoundaryPoint& p : curve.points) {
                rows += fmt::format("{} {}\n", x_.place(p.x), y_.place(p.y));
            }
            if (curve.is_closed) {
                const BoundaryPoint& p = curve.points.front();
                rows += fmt::format("{} {}\n", x_.place(p.x), y_.place(p.y));
            }
            rows += '\n';
        }
        return rows;
    }

    template <class X, class Y>
    [[nodiscard]] Script legend_script(const X& x, const Y& y) const {
        constexpr double box = 16.0;
        Script g;
        double top = map_panel_height - map_top;
        int number = 1;
        for (const LegendEntry& entry : map_.legend) {
            g += Script(
                "set object {} rectangle from screen {},screen {} to screen {},screen {} fs solid border lc rgb "
                "'#444444' fc rgb {} lw 0.6\n",
                number, x(map_right + 18), y(top - box), x(map_right + 18 + box), y(top),
                quoted_colour(hex(entry.colour)));
            g += Script("set label {} {} at screen {},screen {} left\n", number, shown(entry.text),
                        x(map_right + 18 + box + 8), y(top - 0.5 * box));
            top -= legend_line;
            ++number;
        }
        return g;
    }

    /// The scale is a small map of its own, below the legend.
    template <class X, class Y>
    [[nodiscard]] Script scale_script(const X& x, const Y& y) const {
        constexpr int steps = 256;
        ColouredMap bar;
        for (int i = 0; i < steps; ++i) bar.cells.push_back(map_.scale.colour((i + 0.5) / steps));
        const double below_legend = map_panel_height - map_top - legend_line * static_cast<double>(map_.legend.size());
        const double top = map_.legend.empty() ? below_legend : below_legend - 18.0;
        Script ticks;
        for (const double tick : map_.scale.ticks) {
            const double place = map_.scale.part(tick);
            ticks += Script("{}'{:g}' {}", ticks.empty() ? Script() : Script(","), std::abs(tick) < 1e-12 ? 0.0 : tick,
                            place);
        }
        Script g("unset object\nunset label\nunset title\nunset xlabel\nunset ylabel\nunset xtics\nunset ytics\n");
        g += place({x(map_right + 18), x(map_right + 38), y(map_bottom), y(top)});
        g += Script("set xrange [0:1]\nset yrange [0:1]\nset y2range [0:1]\nset y2tics ({}) out nomirror\n", ticks);
        const auto [least, most] = extremes();
        if (map_.scale.is_clipped_high) {
            g += Script("set label 90 {} at graph 0,1 left offset 0,0.6 textcolor rgb '#b34700'\n",
                        shown(fmt::format("▲ beyond the scale: {:.2g}", most)));
        }
        if (map_.scale.is_clipped_low) {
            g += Script("set label 91 {} at graph 0,0 left offset 0,-0.8 textcolor rgb '#b34700'\n",
                        shown(fmt::format("▼ beyond the scale: {:.2g}", least)));
        }
        return g + Script(
                       "plot {} binary array=(4,{}) format='%uchar%uchar%uchar' origin=(0.125,{}) dx=0.25 "
                       "dy={} with rgbimage\n",
                       drawing_.add(pixels(bar, 1, 4, 2)), 2 * steps, 0.25 / steps, 0.5 / steps);
    }

    [[nodiscard]] std::pair<double, double> extremes() const {
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (const double value : map_.field) {
            if (std::isnan(value)) continue;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        return {least, most};
    }

    const MapPicture& picture_;
    Drawing& drawing_;
    const MapQuantity& quantity_;
    MapPictureAxis x_;
    MapPictureAxis y_;
    ColouredMap map_;
    Script contours_;  ///< the name by which gnuplot keeps them
};

std::vector<std::size_t> drawn_quantities(const MapPicture& picture) {
    std::vector<std::size_t> list;
    const std::vector<std::string>& wanted = picture.request.observables;
    const bool wants_usual = without_proofs(wanted).empty();
    for (std::size_t q = 0; q < picture.quantities.size(); ++q) {
        const bool is_wanted = std::ranges::find(wanted, picture.quantities[q].name) != wanted.end();
        if (is_wanted || (wants_usual && q > 0)) list.push_back(q);
    }
    if (list.empty()) list.push_back(0);
    return list;
}

}  // namespace

Drawing plot_map(const MapPicture& picture) {
    const std::vector<std::size_t> drawn = drawn_quantities(picture);
    const std::size_t across = std::min<std::size_t>(drawn.size(), 2);
    const std::size_t up = (drawn.size() + across - 1) / across;
    const int width = panel_width * static_cast<int>(across);
    const int height = map_panel_height * static_cast<int>(up) + (picture.title.empty() ? 0 : title_height);
    Drawing drawing{width, height};
    std::vector<MapPanel> panels;
    for (const std::size_t q : drawn) panels.emplace_back(picture, q, drawing);
    Script& g = drawing.script;
    for (const MapPanel& panel : panels) g += panel.contour_script();
    g += "set multiplot\nunset grid\n";
    if (!picture.title.empty()) {
        g += Script("set label 99 {} at screen 0.5,screen {} center font ',13'\n", shown(picture.title),
                    1.0 - 0.6 * title_height / height);
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const double left = static_cast<double>(i % across) * panel_width;
        const double bottom = static_cast<double>(up - 1 - i / across) * map_panel_height;
        g += panels[i].script(left, bottom, width, height);
    }
    g += "unset multiplot\n";
    return drawing;
}

}  // namespace stickslip::cli
