// A figure of the report as a gnuplot script.

#include "reproduce_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "gnuplot.hpp"
#include "plot_panels.hpp"

namespace stickslip::cli {

namespace {

using validation::Figure;
using validation::FigureCells;
using validation::FigureCurve;
using validation::FigurePanel;

constexpr int png_scale = 2;  // device pixels per CSS pixel
constexpr double left_margin = 74.0;
constexpr double right_margin = 18.0;
constexpr double legend_margin = 170.0;
constexpr double colour_bar_margin = 124.0;
constexpr double bottom_margin = 52.0;
constexpr double legend_below = 66.0;
constexpr double top_margin = 36.0;

constexpr std::array<Code, 7> colours = {"'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'",
                                         "'#e69f00'", "'#56b4e9'", "'#444444'"};

/// gnuplot's number of a mark.
int mark_number(const std::string& name) {
    struct Mark {
        std::string_view name;
        int number;
    };
    constexpr Mark marks[] = {{"plus", 1},           {"cross", 2},
                              {"star", 3},           {"square-open", 4},
                              {"square", 5},         {"circle-open", 6},
                              {"circle", 7},         {"triangle-open", 8},
                              {"triangle", 9},       {"triangle-down-open", 10},
                              {"triangle-down", 11}, {"diamond-open", 12},
                              {"diamond", 13},       {"pentagon-open", 14},
                              {"pentagon", 15}};
    for (const Mark& m : marks) {
        if (m.name == name) return m.number;
    }
    throw std::invalid_argument("a mark \"" + name + "\" is unknown");
}

Script style_of(const FigureCurve& c, const Script& rgb) {
    if (c.style == "dashed") return Script("with lines lw 1.6 dt 2 lc rgb {}", rgb);
    if (c.style == "thin") return Script("with lines lw 0.7 lc rgb {}", rgb);
    if (c.style == "heavy") return Script("with lines lw 3.2 lc rgb {}", rgb);
    if (c.style == "dots") return Script("with points pt 7 ps 0.12 lc rgb {}", rgb);
    if (c.style == "points") return Script("with points pt {} ps 0.8 lc rgb {}", mark_number(c.mark), rgb);
    if (c.style == "line") return Script("with lines lw 1.6 lc rgb {}", rgb);
    throw std::invalid_argument("a style \"" + c.style + "\" is unknown");
}

/// Where the legend stands; "none" is nowhere.
Script key_script(const std::string& key) {
    struct Place {
        std::string_view name;
        Code code;
    };
    constexpr Place places[] = {{"outside", "outside right top Left reverse"},
                                {"below", "below center horizontal Left reverse"},
                                {"top left", "top left"},
                                {"top center", "top center"},
                                {"top right", "top right"},
                                {"left center", "left center"},
                                {"center", "center center"},
                                {"right center", "right center"},
                                {"bottom left", "bottom left"},
                                {"bottom center", "bottom center"},
                                {"bottom right", "bottom right"}};
    if (key == "none") return Script("unset key\n");
    std::string known = "none";
    for (const Place& p : places) {
        if (p.name == key) return Script("set key {} samplen 2 spacing 1.1 width -1\n", p.code);
        known += fmt::format(", {}", p.name);
    }
    throw std::invalid_argument(fmt::format("a place of the legend \"{}\" is unknown; known are {}", key, known));
}

/// Which axes are logarithmic.
Script logarithmic_script(const std::string& axes) {
    if (axes.empty()) return {};
    if (axes == "x") return Script("set logscale x\n");
    if (axes == "y") return Script("set logscale y\n");
    if (axes == "xy") return Script("set logscale xy\n");
    throw std::invalid_argument(fmt::format("logarithmic axes \"{}\" are unknown; known are x, y, xy", axes));
}

std::string point_rows(const FigureCurve& c) {
    std::string rows;
    for (const validation::FigurePoint& p : c.points) {
        rows += std::isfinite(p.x) && std::isfinite(p.y) ? fmt::format("{} {}\n", p.x, p.y) : "\n";
    }
    return rows;
}

/// Three bytes a cell, white where it has no class.
std::string class_bytes(const FigureCells& cells) {
    constexpr std::string_view white = "\xFF\xFF\xFF";
    std::vector<std::string> bytes_of_class;
    for (const validation::CellClass& c : cells.classes) {
        static_cast<void>(quoted_colour(c.color));  // six digits
        std::string bytes;
        for (std::size_t i = 1; i < c.color.size(); i += 2) {
            bytes += static_cast<char>(std::stoul(c.color.substr(i, 2), nullptr, 16));
        }
        bytes_of_class.push_back(bytes);
    }
    std::string out;
    for (const int c : cells.class_of_cell) out += c < 0 ? white : bytes_of_class[static_cast<std::size_t>(c)];
    return out;
}

std::string value_bytes(const FigureCells& cells) {
    std::string out;
    for (const double v : cells.value_of_cell) {
        const auto single = static_cast<float>(v);
        out.append(reinterpret_cast<const char*>(&single), sizeof single);
    }
    return out;
}

/// The plot clauses of one panel; its data go into the drawing.
class PanelScript {
public:
    PanelScript(const FigurePanel& panel, Drawing& drawing) : panel_(panel), drawing_(drawing) {
        for (const FigureCells& cells : panel.maps) add(cells);
        for (const FigureCurve& curve : panel.curves) add(curve);
    }

    [[nodiscard]] Script script() const {
        Script joined;
        for (const Script& c : clauses_) joined += (joined.empty() ? Script("plot ") : Script(", \\\n  ")) + c;
        return settings() + joined + Script("\n");
    }

private:
    void add(const FigureCurve& curve) {
        const Script colour =
            curve.color.empty() ? Script(colours[next_colour_++ % colours.size()]) : quoted_colour(curve.color);
        clauses_.push_back(
            Script("{} using 1:2 {} {}", drawing_.add(point_rows(curve)), style_of(curve, colour), title(curve.title)));
    }

    void add(const FigureCells& cells) {
        if (!cells.value_of_cell.empty()) {
            add_values(cells);
        } else if (cells.is_image) {
            add_image(cells);
        } else {
            add_marks(cells);
        }
    }

    void add_values(const FigureCells& cells) {
        colour_bar_ = Script(
            "set palette defined (0 '#30123b', 1 '#4686fb', 2 '#1ae4b6', 3 '#a4fc3c', 4 "
            "'#faba39', 5 '#e4460a', 6 '#7a0403')\nset colorbox\nset cblabel {}\n",
            marked_up(cells.value_title));
        colour_bar_ += cells.value_range
                           ? Script("set cbrange [{}:{}]\n", cells.value_range->low, cells.value_range->high)
                           : Script("set cbrange [*:*]\n");
        clauses_.push_back(Script("{} binary array=({},{}) format='%float' {} with image notitle",
                                  drawing_.add(value_bytes(cells)), cells.columns, cells.rows, grid(cells)));
    }

    void add_image(const FigureCells& cells) {
        clauses_.push_back(
            Script("{} binary array=({},{}) format='%uchar%uchar%uchar' {} using 1:2:3 with rgbimage notitle",
                   drawing_.add(class_bytes(cells)), cells.columns, cells.rows, grid(cells)));
        for (const validation::CellClass& c : cells.classes) {
            clauses_.push_back(
                Script("NaN with points pt 5 ps 1.6 lc rgb {} title {}", quoted_colour(c.color), marked_up(c.title)));
        }
    }

    void add_marks(const FigureCells& cells) {
        for (std::size_t k = 0; k < cells.classes.size(); ++k) {
            std::string rows = "NaN NaN\n";
            for (std::size_t i = 0; i < cells.class_of_cell.size(); ++i) {
                if (cells.class_of_cell[i] != static_cast<int>(k)) continue;
                const double x = static_cast<double>(i % cells.columns) + 0.5;
                const double y = static_cast<double>(i / cells.columns) + 0.5;
                rows += fmt::format("{} {}\n",
                                    cells.x_from + (cells.x_to - cells.x_from) * x / static_cast<double>(cells.columns),
                                    cells.y_from + (cells.y_to - cells.y_from) * y / static_cast<double>(cells.rows));
            }
            const validation::CellClass& c = cells.classes[k];
            clauses_.push_back(Script("{} using 1:2 with points pt {} ps 0.7 lc rgb {} title {}",
                                      drawing_.add(std::move(rows)), mark_number(c.mark), quoted_colour(c.color),
                                      marked_up(c.title)));
        }
    }

    static Script grid(const FigureCells& c) {
        const double dx = (c.x_to - c.x_from) / static_cast<double>(c.columns);
        const double dy = (c.y_to - c.y_from) / static_cast<double>(c.rows);
        return Script("origin=({},{}) dx={} dy={}", c.x_from + 0.5 * dx, c.y_from + 0.5 * dy, dx, dy);
    }

    static Script title(const std::string& text) {
        return text.empty() ? Script("notitle") : Script("title {}", marked_up(text));
    }

    [[nodiscard]] Script settings() const {
        const auto range = [](Code axis, const std::optional<Interval>& r) {
            return r ? Script("set {}range [{}:{}]\n", axis, r->low, r->high) : Script("set {}range [*:*]\n", axis);
        };
        Script s("unset logscale\nunset label\nset title {} offset 0,-0.5\nset xlabel {} offset 0,0.5\nset ylabel {}\n",
                 marked_up(panel_.title), marked_up(panel_.x_label), marked_up(panel_.y_label));
        s += range("x", panel_.x_range) + range("y", panel_.y_range) + ticks();
        s += logarithmic_script(panel_.logarithmic) + key_script(panel_.key);
        s += panel_.is_square ? Script("set size ratio -1\n") : Script("set size noratio\n");
        s += colour_bar_.empty() ? Script("unset colorbox\n") : colour_bar_;
        for (const validation::FigureLabel& l : panel_.labels) {
            s += Script("set label {} at {},{} center front\n", marked_up(l.text), l.at.x, l.at.y);
        }
        return s;
    }

    /// About four to eight labels along x: gnuplot's own choice crowds a narrow panel.
    [[nodiscard]] Script ticks() const {
        if (panel_.logarithmic.starts_with('x')) return Script("set xtics autofreq\n");
        double low = INFINITY;
        double high = -INFINITY;
        for (const FigureCurve& c : panel_.curves) {
            for (const validation::FigurePoint& p : c.points) {
                if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
                low = std::min(low, p.x);
                high = std::max(high, p.x);
            }
        }
        if (panel_.x_range) {
            low = panel_.x_range->low;
            high = panel_.x_range->high;
        }
        return high > low ? Script("set xtics {}\n", tick_step(high - low)) : Script("set xtics autofreq\n");
    }

    const FigurePanel& panel_;
    Drawing& drawing_;
    std::size_t next_colour_ = 0;
    Script colour_bar_;
    std::vector<Script> clauses_;
};

/// Where panel `number` stands on the page.
Panel place_of(const Figure& figure, std::size_t number, int width, int height) {
    const FigurePanel& panel = figure.panels[number];
    const auto columns = static_cast<std::size_t>(figure.columns);
    const double x = static_cast<double>(number % columns) * figure.width;
    const double y = height - static_cast<double>(number / columns + 1) * figure.height;
    const bool has_bar = !panel.maps.empty() && !panel.maps.front().value_of_cell.empty();
    const double right = panel.key == "outside" ? legend_margin : (has_bar ? colour_bar_margin : right_margin);
    const double bottom = bottom_margin + (panel.key == "below" ? legend_below : 0.0);
    return {(x + left_margin) / width, (x + figure.width - right) / width, (y + bottom) / height,
            (y + figure.height - top_margin) / height};
}

}  // namespace

Picture draw(const Figure& figure) {
    const bool is_dense = figure.is_dense();
    const int rows = static_cast<int>((figure.panels.size() + static_cast<std::size_t>(figure.columns) - 1) /
                                      static_cast<std::size_t>(figure.columns));
    Drawing drawing{figure.columns * figure.width, rows * figure.height};
    Script& g = drawing.script;
    g += "set multiplot\nset termoption enhanced\n";
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        g += place(place_of(figure, i, drawing.width, drawing.height));
        g += PanelScript(figure.panels[i], drawing).script();
    }
    g += "unset multiplot\n";
    return {is_dense ? "image/png" : "image/svg+xml", rendered(drawing, is_dense ? ".png" : ".svg", png_scale),
            drawing.width, drawing.height};
}

}  // namespace stickslip::cli
