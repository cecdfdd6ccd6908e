// A figure of the report as a gnuplot script.

#include "reproduce_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
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

constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"};

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
    throw std::invalid_argument("a mark " + name + " is unknown");
}

std::string style_of(const FigureCurve& c, const std::string& colour) {
    const auto rgb = gnuplot_string(colour);
    if (c.style == "dashed") return fmt::format("with lines lw 1.6 dt 2 lc rgb {}", rgb);
    if (c.style == "thin") return fmt::format("with lines lw 0.7 lc rgb {}", rgb);
    if (c.style == "heavy") return fmt::format("with lines lw 3.2 lc rgb {}", rgb);
    if (c.style == "dots") return fmt::format("with points pt 7 ps 0.12 lc rgb {}", rgb);
    if (c.style == "points") return fmt::format("with points pt {} ps 0.8 lc rgb {}", mark_number(c.mark), rgb);
    if (c.style == "line") return fmt::format("with lines lw 1.6 lc rgb {}", rgb);
    throw std::invalid_argument("a style " + c.style + " is unknown");
}

void write_points(const FigureCurve& c, const std::string& path) {
    const File file = open_for_writing(path);
    for (const validation::FigurePoint& p : c.points) {
        if (std::isfinite(p.x) && std::isfinite(p.y)) {
            fmt::print(file.get(), "{} {}\n", p.x, p.y);
        } else {
            fmt::print(file.get(), "\n");
        }
    }
}

unsigned channel(const std::string& colour, std::size_t index) {
    return static_cast<unsigned>(std::stoul(colour.substr(1 + 2 * index, 2), nullptr, 16));
}

/// Three bytes a cell, white where it has no class.
void write_classes(const FigureCells& cells, const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    for (const int c : cells.class_of_cell) {
        for (std::size_t i = 0; i < 3; ++i) {
            out.put(static_cast<char>(c < 0 ? 0xFF : channel(cells.classes[static_cast<std::size_t>(c)].color, i)));
        }
    }
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

void write_values(const FigureCells& cells, const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    for (const double v : cells.value_of_cell) {
        const auto single = static_cast<float>(v);
        out.write(reinterpret_cast<const char*>(&single), sizeof single);
    }
    if (!out) throw std::runtime_error(path + ": cannot be written");
}

/// The plot clauses of one panel; data go to files in `folder`.
class PanelScript {
public:
    PanelScript(const FigurePanel& panel, std::filesystem::path folder, std::size_t number)
        : panel_(panel), folder_(std::move(folder)), number_(number) {
        for (const FigureCells& cells : panel.maps) add(cells);
        for (const FigureCurve& curve : panel.curves) add(curve);
    }

    [[nodiscard]] std::string text() const {
        std::string joined;
        for (const std::string& c : clauses_) joined += (joined.empty() ? "plot " : ", \\\n  ") + c;
        return settings() + joined + "\n";
    }

private:
    [[nodiscard]] std::string next_file() {
        return (folder_ / fmt::format("{}-{}", number_, clauses_.size())).string();
    }

    void add(const FigureCurve& curve) {
        const std::string path = next_file();
        write_points(curve, path);
        const std::string colour = curve.color.empty() ? colours[next_colour_++ % colours.size()] : curve.color;
        clauses_.push_back(
            fmt::format("{} using 1:2 {} {}", gnuplot_string(path), style_of(curve, colour), title(curve.title)));
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
        const std::string path = next_file();
        write_values(cells, path);
        colour_bar_ = fmt::format(
            "set palette defined (0 '#30123b', 1 '#4686fb', 2 '#1ae4b6', 3 '#a4fc3c', 4 "
            "'#faba39', 5 '#e4460a', 6 '#7a0403')\nset colorbox\nset cblabel {}\n",
            gnuplot_string(cells.value_title));
        colour_bar_ += cells.value_range
                           ? fmt::format("set cbrange [{}:{}]\n", cells.value_range->low, cells.value_range->high)
                           : "set cbrange [*:*]\n";
        clauses_.push_back(fmt::format("{} binary array=({},{}) format='%float' {} with image notitle",
                                       gnuplot_string(path), cells.columns, cells.rows, grid(cells)));
    }

    void add_image(const FigureCells& cells) {
        const std::string path = next_file();
        write_classes(cells, path);
        clauses_.push_back(
            fmt::format("{} binary array=({},{}) format='%uchar%uchar%uchar' {} using 1:2:3 with rgbimage notitle",
                        gnuplot_string(path), cells.columns, cells.rows, grid(cells)));
        for (const validation::CellClass& c : cells.classes) {
            clauses_.push_back(
                fmt::format("NaN with points pt 5 ps 1.6 lc rgb '{}' title {}", c.color, gnuplot_string(c.title)));
        }
    }

    void add_marks(const FigureCells& cells) {
        for (std::size_t k = 0; k < cells.classes.size(); ++k) {
            const std::string path = next_file();
            {
                const File file = open_for_writing(path);
                fmt::print(file.get(), "NaN NaN\n");
                for (std::size_t i = 0; i < cells.class_of_cell.size(); ++i) {
                    if (cells.class_of_cell[i] != static_cast<int>(k)) continue;
                    const double x = static_cast<double>(i % cells.columns) + 0.5;
                    const double y = static_cast<double>(i / cells.columns) + 0.5;
                    fmt::print(file.get(), "{} {}\n",
                               cells.x_from + (cells.x_to - cells.x_from) * x / static_cast<double>(cells.columns),
                               cells.y_from + (cells.y_to - cells.y_from) * y / static_cast<double>(cells.rows));
                }
            }
            const validation::CellClass& c = cells.classes[k];
            clauses_.push_back(fmt::format("{} using 1:2 with points pt {} ps 0.7 lc rgb '{}' title {}",
                                           gnuplot_string(path), mark_number(c.mark), c.color,
                                           gnuplot_string(c.title)));
        }
    }

    static std::string grid(const FigureCells& c) {
        const double dx = (c.x_to - c.x_from) / static_cast<double>(c.columns);
        const double dy = (c.y_to - c.y_from) / static_cast<double>(c.rows);
        return fmt::format("origin=({},{}) dx={} dy={}", c.x_from + 0.5 * dx, c.y_from + 0.5 * dy, dx, dy);
    }

    static std::string title(const std::string& text) {
        return text.empty() ? "notitle" : "title " + gnuplot_string(text);
    }

    [[nodiscard]] std::string settings() const {
        const auto range = [](const char* axis, const std::optional<Interval>& r) {
            return r ? fmt::format("set {}range [{}:{}]\n", axis, r->low, r->high)
                     : fmt::format("set {}range [*:*]\n", axis);
        };
        std::string s = fmt::format(
            "unset logscale\nunset label\nset title {} offset 0,-0.5\nset xlabel {} offset 0,0.5\nset ylabel {}\n",
            gnuplot_string(panel_.title), gnuplot_string(panel_.x_label), gnuplot_string(panel_.y_label));
        s += range("x", panel_.x_range) + range("y", panel_.y_range) + ticks();
        if (!panel_.logarithmic.empty()) s += fmt::format("set logscale {}\n", panel_.logarithmic);
        s += panel_.key == "none"
                 ? "unset key\n"
                 : fmt::format("set key {} samplen 2 spacing 1.1 width -1\n",
                               panel_.key == "outside" ? "outside right top Left reverse" : panel_.key);
        s += panel_.is_square ? "set size ratio -1\n" : "set size noratio\n";
        s += colour_bar_.empty() ? "unset colorbox\n" : colour_bar_;
        int n = 0;
        for (const validation::FigureLabel& l : panel_.labels) {
            s += fmt::format("set label {} {} at {},{} center front\n", ++n, gnuplot_string(l.text), l.at.x, l.at.y);
        }
        return s;
    }

    [[nodiscard]] std::string key_place() const {
        if (panel_.key == "outside") return "outside right top Left reverse";
        if (panel_.key == "below") return "below center horizontal Left reverse";
        return panel_.key;
    }

    /// About four to eight labels along x: gnuplot's own choice crowds a narrow panel.
    [[nodiscard]] std::string ticks() const {
        if (panel_.logarithmic.starts_with('x')) return "set xtics autofreq\n";
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
        return high > low ? fmt::format("set xtics {}\n", tick_step(high - low)) : "set xtics autofreq\n";
    }

    const FigurePanel& panel_;
    std::filesystem::path folder_;
    std::size_t number_;
    std::size_t next_colour_ = 0;
    std::string colour_bar_;
    std::vector<std::string> clauses_;
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

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (bytes.empty()) throw std::runtime_error("gnuplot drew nothing");
    return bytes;
}

}  // namespace

Picture draw(const Figure& figure) {
    const TemporaryFolder folder;
    const bool is_dense = figure.is_dense();
    const int rows = static_cast<int>((figure.panels.size() + static_cast<std::size_t>(figure.columns) - 1) /
                                      static_cast<std::size_t>(figure.columns));
    const int width = figure.columns * figure.width;
    const int height = rows * figure.height;
    const std::filesystem::path picture = folder.path() / "picture";
    std::string g = is_dense ? fmt::format(
                                   "set terminal pngcairo size {},{} font 'DejaVu Sans,9' fontscale {} linewidth {} "
                                   "pointscale {}\n",
                                   width * png_scale, height * png_scale, png_scale, png_scale, png_scale)
                             : gnuplot_terminal(".svg", width, height);
    g += fmt::format("set output {}\nset encoding utf8\nset multiplot\nset termoption enhanced\n",
                     gnuplot_string(picture.string()));
    g += "set border lc rgb '#444444'\nset tics nomirror\nset grid lc rgb '#e6e6e6' lt 1\n";
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        g += place(place_of(figure, i, width, height));
        g += PanelScript(figure.panels[i], folder.path(), i).text();
    }
    run_gnuplot(g + "unset multiplot\nset output\n");
    return {is_dense ? "image/png" : "image/svg+xml", bytes_of(picture), width, height};
}

}  // namespace stickslip::cli
