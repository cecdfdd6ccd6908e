#include "map_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.hpp"
#include "map_colours.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

// Pixels of one panel: the map, and to its right the legend and the scale.
constexpr int panel_width = 880;
constexpr int panel_height = 650;
constexpr double map_left = 96.0;
constexpr double map_right = 656.0;
constexpr double map_bottom = 72.0;
constexpr double map_top = 40.0;
constexpr int title_height = 34;
constexpr std::size_t contour_cells = 240;  // along each axis: contours of more are ragged
constexpr std::size_t smooth_cells = 1000;  // smaller maps are enlarged, so that cells stay rectangles

/// The axis as it is drawn: linear in the value or in its logarithm.
struct PictureAxis {
    const MapAxis& axis;

    [[nodiscard]] double place(double value) const { return axis.is_logarithmic ? std::log10(value) : value; }
    [[nodiscard]] double low() const { return place(axis.from); }
    [[nodiscard]] double high() const { return place(axis.to); }

    [[nodiscard]] std::string label() const;
    [[nodiscard]] std::string script(char name) const;
};

/// "N s m-1" as N·s/m.
std::string displayed_unit(const std::string& unit) {
    std::string above;
    std::string below;
    for (std::size_t begin = 0; begin < unit.size();) {
        const std::size_t end = std::min(unit.find(' ', begin), unit.size());
        const std::string factor = unit.substr(begin, end - begin);
        const std::size_t minus = factor.find('-');
        const std::string power = minus == std::string::npos ? "" : factor.substr(minus + 1);
        std::string& side = minus == std::string::npos ? above : below;
        side += (side.empty() ? "" : "·") + factor.substr(0, minus) + (power == "2" ? "²" : (power == "3" ? "³" : ""));
        begin = end + 1;
    }
    return (above.empty() ? "1" : above) + (below.empty() ? "" : "/" + below);
}

std::string PictureAxis::label() const {
    const KeyMeaning meaning = key_meaning(axis.key);
    if (meaning.unit.empty() || meaning.unit == "1") return meaning.description;
    return fmt::format("{} [{}]", meaning.description, displayed_unit(meaning.unit));
}

std::string PictureAxis::script(char name) const {
    std::string text =
        fmt::format("set {0}range [{1}:{2}]\nset {0}label {3}\n", name, low(), high(), gnuplot_string(label()));
    if (!axis.is_logarithmic) return text + fmt::format("set {}tics autofreq nomirror out format '%g'\n", name);
    constexpr double few_decades = 1.8;
    const bool is_short = high() - low() < few_decades;
    std::string ticks;
    for (double decade = std::floor(low()); decade <= high(); ++decade) {
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * std::pow(10.0, decade);
            if (place(value) < low() - 1e-9 || place(value) > high() + 1e-9) continue;
            const bool is_labelled = digit == 1 || (is_short && (digit == 2 || digit == 5));
            ticks += fmt::format("{}'{}' {} {}", ticks.empty() ? "" : ",",
                                 is_labelled ? fmt::format("{:g}", value) : "", place(value), is_labelled ? 0 : 1);
        }
    }
    return text + fmt::format("set {}tics nomirror out ({})\n", name, ticks);
}

/// The colours as rows of bytes, each cell enlarged `factor` times.
void write_pixels(const ColouredMap& map, std::size_t columns, std::size_t factor_x, std::size_t factor_y,
                  const std::string& path) {
    const File file = open_for_writing(path);
    std::vector<std::uint8_t> line;
    for (std::size_t row = 0; row < map.cells.size() / columns; ++row) {
        line.clear();
        for (std::size_t column = 0; column < columns; ++column) {
            const Colour& c = map.cells[row * columns + column];
            for (std::size_t i = 0; i < factor_x; ++i) line.insert(line.end(), c.begin(), c.end());
        }
        for (std::size_t i = 0; i < factor_y; ++i) std::fwrite(line.data(), 1, line.size(), file.get());
    }
}

/// One panel on the page; its parts are placed in pixels from its lower left.
class MapPanel {
public:
    MapPanel(const MapPicture& picture, std::size_t quantity, const std::filesystem::path& folder)
        : picture_(picture),
          quantity_(picture.quantities[quantity]),
          x_{picture.request.x},
          y_{picture.request.y},
          map_(coloured(picture.sample, picture.quantities, quantity)),
          prefix_((folder / fmt::format("panel{}", quantity)).string()) {}

    /// Contours are computed before anything is drawn.
    [[nodiscard]] std::string contour_script() const {
        if (!has_contours()) return "";
        write_field();
        std::string levels;
        for (const double tick : map_.scale.ticks) {
            levels += fmt::format("{}{}", levels.empty() ? "" : ",", height(tick));
        }
        return fmt::format(
            "set contour base\nunset surface\nset cntrparam levels discrete {}\nset table '{}.contours'\n"
            "splot '{}.field' using 1:2:3 notitle\nunset table\nunset contour\nset surface\n",
            levels, prefix_, prefix_);
    }

    [[nodiscard]] std::string script(double left, double bottom, double width, double height) const {
        const auto x = [&](double pixels) { return (left + pixels) / width; };
        const auto y = [&](double pixels) { return (bottom + pixels) / height; };
        std::string g = "set border lw 1 lc rgb '#222222'\nunset y2tics\n";
        g += legend_script(x, y);
        g += place({x(map_left), x(map_right), y(map_bottom), y(panel_height - map_top)});
        g += fmt::format("set title {} offset 0,-0.4\nset tics out nomirror\n", gnuplot_string(title()));
        g += x_.script('x') + y_.script('y') + "unset key\n";
        g += plot_script();
        if (map_.has_scale) g += scale_script(x, y);
        return g + "unset object\nunset label\n";
    }

private:
    [[nodiscard]] bool has_contours() const {
        return map_.has_scale && !map_.scale.is_diverging && !map_.scale.ticks.empty() && picture_.sample.columns > 2 &&
               picture_.sample.rows > 2;
    }

    [[nodiscard]] std::string title() const {
        const bool has_unit = !quantity_.unit.empty() && quantity_.unit != "1";
        return quantity_.description + (has_unit ? " [" + displayed_unit(quantity_.unit) + "]" : "");
    }

    /// What contours are lines of equal: the value, or its logarithm.
    [[nodiscard]] double height(double value) const { return map_.scale.is_logarithmic ? std::log10(value) : value; }

    void write_field() const {
        const File file = open_for_writing(prefix_ + ".field");
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
                fmt::print(file.get(), "{} {} {}\n", place_of(x_, column, sample.columns),
                           place_of(y_, row, sample.rows), std::isnan(z) ? "NaN" : fmt::format("{}", z));
            }
            fmt::print(file.get(), "\n");
        }
    }

    /// The middle of a sampled cell.
    [[nodiscard]] static double place_of(const PictureAxis& axis, std::size_t cell, std::size_t count) {
        const double part = (static_cast<double>(cell) + 0.5) / static_cast<double>(count);
        return axis.low() + part * (axis.high() - axis.low());
    }

    [[nodiscard]] std::string plot_script() const {
        const MapSample& sample = picture_.sample;
        const std::size_t fx = std::max<std::size_t>(1, smooth_cells / sample.columns);
        const std::size_t fy = std::max<std::size_t>(1, smooth_cells / sample.rows);
        write_pixels(map_, sample.columns, fx, fy, prefix_ + ".rgb");
        const auto columns = static_cast<double>(sample.columns * fx);
        const auto rows = static_cast<double>(sample.rows * fy);
        const double dx = (x_.high() - x_.low()) / columns;
        const double dy = (y_.high() - y_.low()) / rows;
        std::string g = fmt::format(
            "plot '{}.rgb' binary array=({},{}) format='%uchar%uchar%uchar' origin=({},{}) dx={} dy={} with rgbimage",
            prefix_, columns, rows, x_.low() + 0.5 * dx, y_.low() + 0.5 * dy, dx, dy);
        if (has_contours()) g += fmt::format(", '{}.contours' using 1:2 with lines lw 0.7 lc rgb '#80ffffff'", prefix_);
        if (!picture_.boundaries.empty()) {
            write_boundaries();
            g += fmt::format(
                ", '{0}.lines' with lines lw 2.2 lc rgb '#ffffff', '{0}.lines' with lines lw 0.9 lc rgb "
                "'#000000'",
                prefix_);
        }
        return g + "\n";
    }

    void write_boundaries() const {
        const File file = open_for_writing(prefix_ + ".lines");
        for (const BoundaryCurve& curve : picture_.boundaries) {
            for (const BoundaryPoint& p : curve.points) {
                fmt::print(file.get(), "{} {}\n", x_.place(p.x), y_.place(p.y));
            }
            if (curve.is_closed) {
                const BoundaryPoint& p = curve.points.front();
                fmt::print(file.get(), "{} {}\n", x_.place(p.x), y_.place(p.y));
            }
            fmt::print(file.get(), "\n");
        }
    }

    template <class X, class Y>
    [[nodiscard]] std::string legend_script(const X& x, const Y& y) const {
        constexpr double line = 25.0;
        constexpr double box = 16.0;
        std::string g;
        double top = panel_height - map_top;
        int number = 1;
        for (const LegendEntry& entry : map_.legend) {
            g += fmt::format(
                "set object {} rectangle from screen {},screen {} to screen {},screen {} fs solid border lc rgb "
                "'#444444' fc rgb '{}' lw 0.6\n",
                number, x(map_right + 18), y(top - box), x(map_right + 18 + box), y(top), hex(entry.colour));
            g += fmt::format("set label {} {} at screen {},screen {} left\n", number, gnuplot_string(entry.text),
                             x(map_right + 18 + box + 8), y(top - 0.5 * box));
            top -= line;
            ++number;
        }
        return g;
    }

    /// The scale is a small map of its own, below the legend.
    template <class X, class Y>
    [[nodiscard]] std::string scale_script(const X& x, const Y& y) const {
        constexpr int steps = 256;
        constexpr double line = 25.0;
        ColouredMap bar;
        for (int i = 0; i < steps; ++i) bar.cells.push_back(map_.scale.colour((i + 0.5) / steps));
        write_pixels(bar, 1, 4, 2, prefix_ + ".bar");
        const double below_legend = panel_height - map_top - line * static_cast<double>(map_.legend.size());
        const double top = map_.legend.empty() ? below_legend : below_legend - 18.0;
        std::string ticks;
        for (const double tick : map_.scale.ticks) {
            const double place = map_.scale.part(tick);
            ticks += fmt::format("{}'{:g}' {}", ticks.empty() ? "" : ",", std::abs(tick) < 1e-12 ? 0.0 : tick, place);
        }
        std::string g =
            "unset object\nunset label\nunset title\nunset xlabel\nunset ylabel\nunset xtics\nunset ytics\n";
        g += place({x(map_right + 18), x(map_right + 38), y(map_bottom), y(top)});
        g +=
            fmt::format("set xrange [0:1]\nset yrange [0:1]\nset y2range [0:1]\nset y2tics ({}) out nomirror\n", ticks);
        if (map_.scale.is_clipped_high) {
            g += fmt::format("set label 90 'up to {:.3g}' at graph 0,1 left offset 0,0.6\n", largest());
        }
        return g + fmt::format(
                       "plot '{}.bar' binary array=(4,{}) format='%uchar%uchar%uchar' origin=(0.125,{}) dx=0.25 "
                       "dy={} with rgbimage\n",
                       prefix_, 2 * steps, 0.25 / steps, 0.5 / steps);
    }

    [[nodiscard]] double largest() const {
        double most = -std::numeric_limits<double>::infinity();
        for (const double value : map_.field) most = std::isnan(value) ? most : std::max(most, value);
        return most;
    }

    const MapPicture& picture_;
    const MapQuantity& quantity_;
    PictureAxis x_;
    PictureAxis y_;
    ColouredMap map_;
    std::string prefix_;
};

std::vector<std::size_t> drawn_quantities(const MapPicture& picture) {
    std::vector<std::size_t> list;
    const std::vector<std::string>& wanted = picture.request.observables;
    for (std::size_t q = 0; q < picture.quantities.size(); ++q) {
        const bool is_wanted = std::ranges::find(wanted, picture.quantities[q].name) != wanted.end();
        if (is_wanted || (wanted.empty() && q > 0)) list.push_back(q);
    }
    if (list.empty()) list.push_back(0);
    return list;
}

}  // namespace

void plot_map(const MapPicture& picture, const std::string& path, const std::string& suffix) {
    const TemporaryFolder folder;
    const std::vector<std::size_t> drawn = drawn_quantities(picture);
    const std::size_t across = std::min<std::size_t>(drawn.size(), 2);
    const std::size_t up = (drawn.size() + across - 1) / across;
    const int width = panel_width * static_cast<int>(across);
    const int height = panel_height * static_cast<int>(up) + (picture.title.empty() ? 0 : title_height);
    std::vector<MapPanel> panels;
    for (const std::size_t q : drawn) panels.emplace_back(picture, q, folder.path());
    std::string g = gnuplot_terminal(suffix, width, height) + "set termoption noenhanced\n";
    for (const MapPanel& panel : panels) g += panel.contour_script();
    g += fmt::format("set output {}\nset encoding utf8\nset multiplot\n", gnuplot_string(path));
    if (!picture.title.empty()) {
        g += fmt::format("set label 99 {} at screen 0.5,screen {} center font ',13'\n", gnuplot_string(picture.title),
                         1.0 - 0.6 * title_height / height);
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const double left = static_cast<double>(i % across) * panel_width;
        const double bottom = static_cast<double>(up - 1 - i / across) * panel_height;
        g += panels[i].script(left, bottom, width, height);
    }
    run_gnuplot(g + "unset multiplot\nset output\n");
}

}  // namespace stickslip::cli
