// The numbers of a figure, as the [figure] of a validation file describes them.

#include "figure.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "cell_grid.hpp"
#include "expression.hpp"
#include "kernel/in_parallel.hpp"
#include "scope.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip::validation {

namespace {

constexpr int default_width = 460;   // pixels of a panel
constexpr int default_height = 330;  // pixels of a panel
constexpr int default_samples = 1500;
constexpr int least_pixels = 100;
constexpr int most_pixels = 2000;
constexpr int most_columns = 8;
constexpr int most_samples = 1'000'000;  // of one curve
constexpr int most_seed_lines = 1000;
constexpr int quick_share = 8;  // of the points of a curve in a quick run

std::optional<Interval> range_of(const Tree& panel, const char* key, const Scope& scope) {
    if (!panel.contains(key)) return std::nullopt;
    return Interval{scope.evaluate(panel.at(key).at(0)), scope.evaluate(panel.at(key).at(1))};
}

/// `{formula}` in a text becomes its value, whole or with three digits.
std::string filled_in(std::string text, const Scope& scope) {
    for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) break;
        const double number = scope.evaluate(text.substr(open + 1, close - open - 1));
        constexpr int all_digits_of_a_count = 15;
        std::ostringstream value;
        value.precision(number == std::round(number) ? all_digits_of_a_count : 3);
        value << number;
        text.replace(open, close - open + 1, value.str());
    }
    return text;
}

FigureCurve look_of(const Tree& spec) {
    return {spec.value("title", ""),
            spec.value("style", "line"),
            spec.value("mark", "circle"),
            spec.value("color", ""),
            {}};
}

int points_of(int count, const RunSettings& settings) {
    return settings.is_quick ? std::max(2, count / quick_share) : count;
}

/// y (and x) as formulas of one variable; they may use runs, which start anew at every point.
FigureCurve sweep_curve(const Tree& spec, const Scope& scope) {
    FigureCurve curve = look_of(spec);
    const auto& over = spec.at("over").items().begin();
    const std::string variable = over.key();
    const double from = scope.evaluate(over.value().at(0));
    const double to = scope.evaluate(over.value().at(1));
    const int count =
        points_of(count_in(over.value().at(2), "the number of points", 1, most_samples), scope.settings());
    const Tree runs = spec.value("run", Tree::object());
    curve.points.resize(static_cast<std::size_t>(count));
    in_parallel(0, count, [&](int i) {
        Values values = scope.values();
        values[variable] = count > 1 ? from + (to - from) * i / (count - 1) : from;
        const Scope here(values, runs, scope.settings());
        FigurePoint& p = curve.points[static_cast<std::size_t>(i)];
        p.x = here.evaluate(spec.value("x", Tree(variable)));
        p.y = here.evaluate(spec.at("y"));
    });
    return curve;
}

/// Points given one by one as formulas.
FigureCurve row_curve(const Tree& spec, const Scope& scope) {
    FigureCurve curve = look_of(spec);
    for (const Tree& row : spec.at("points")) {
        curve.points.push_back({scope.evaluate(row.at(0)), scope.evaluate(row.at(1))});
    }
    return curve;
}

/// Columns of a motion against each other; with `stick`, rests once more as heavy lines.
std::vector<FigureCurve> motion_curves(const Tree& spec, const Scope& scope) {
    const SampleRange range{
        spec.contains("from") ? scope.evaluate(spec.at("from")) : 0.0,
        spec.contains("to") ? scope.evaluate(spec.at("to")) : 0.0,
        points_of(count_in(spec.value("samples", Tree(default_samples)), "samples", 2, most_samples),
                  scope.settings())};
    const Samples samples = scope.run(spec.at("motion").get<std::string>()).samples(range);
    const auto resolve = [&](const std::string& n) { return scope.value(n); };
    const Expression x(spec.at("x").get<std::string>(), resolve, samples.columns);
    const Expression y(spec.at("y").get<std::string>(), resolve, samples.columns);
    const std::size_t stuck = samples.column("stuck");
    std::vector<FigureCurve> curves{look_of(spec)};
    FigureCurve rests{"", "heavy", "", "#000000", {}};
    for (const std::vector<double>& row : samples.rows) {
        const FigurePoint p{x(row), y(row)};
        curves.front().points.push_back(p);
        rests.points.push_back(row[stuck] > 0.0 ? p : FigurePoint{NAN, NAN});
    }
    if (spec.value("stick", false)) curves.push_back(std::move(rests));
    return curves;
}

/// Traced curves between regimes. `plane` names the axes: "f,W" friction ratio and frequency ratio, "r,a" frequency
/// ratio and 1/friction ratio.
std::vector<FigureCurve> boundary_curves(const Tree& spec, const Scope& scope) {
    const bool is_friction_first = spec.value("plane", "f,W") == "f,W";
    const auto plane = [&](double x, double y) {
        return is_friction_first ? Ratios{.friction = x, .frequency = y} : Ratios{.friction = 1.0 / y, .frequency = x};
    };
    const PlaneWindow window{scope.evaluate(spec.at("x").at(0)), scope.evaluate(spec.at("x").at(1)),
                             scope.evaluate(spec.at("y").at(0)), scope.evaluate(spec.at("y").at(1))};
    TraceOptions options;
    const int seed_lines = count_in(spec.value("seed_lines", Tree(60)), "seed_lines", 1, most_seed_lines);
    options.seed_lines = scope.settings().is_quick ? 6 : seed_lines;
    FigureCurve curve = look_of(spec);
    for (const BoundaryCurve& b : trace_boundaries(plane, window, options)) {
        if (spec.contains("kinds") && std::ranges::find(spec.at("kinds"), Tree(name(b.kind))) == spec.at("kinds").end())
            continue;
        for (const BoundaryPoint& p : b.points) curve.points.push_back({p.x, p.y});
        if (b.is_closed && !b.points.empty()) curve.points.push_back({b.points.front().x, b.points.front().y});
        curve.points.push_back({NAN, NAN});
    }
    return {std::move(curve)};
}

FigureCells cells_of(const Tree& spec, const Scope& scope) {
    const CellGrid grid = solve_cells(spec, scope);
    FigureCells out{grid.x_from, grid.x_to, grid.y_from, grid.y_to, grid.columns, grid.rows};
    out.is_image = spec.value("as", "image") == "image";
    if (spec.contains("value")) {
        out.value_of_cell = grid.values(spec.at("value").get<std::string>(), scope);
        out.value_title = spec.value("title", "");
        out.value_range = range_of(spec, "range", scope);
        return out;
    }
    out.class_of_cell.assign(grid.cells.size(), -1);
    for (const Tree& c : spec.at("classes")) {
        const std::vector<double> holds = grid.values(c.at("when").get<std::string>(), scope);
        for (std::size_t i = 0; i < holds.size(); ++i) {
            if (holds[i] != 0.0) out.class_of_cell[i] = static_cast<int>(out.classes.size());
        }
        out.classes.push_back({c.value("title", ""), c.value("mark", "circle"), c.value("color", "#000000")});
    }
    return out;
}

void add_layer(FigurePanel& panel, const Tree& spec, const Scope& scope) {
    std::vector<FigureCurve> more;
    if (spec.contains("motion")) {
        more = motion_curves(spec, scope);
    } else if (spec.contains("over")) {
        more = {sweep_curve(spec, scope)};
    } else if (spec.contains("points")) {
        more = {row_curve(spec, scope)};
    } else if (spec.contains("plane")) {
        more = boundary_curves(spec, scope);
    } else {
        panel.maps.push_back(cells_of(spec, scope));
    }
    for (FigureCurve& c : more) panel.curves.push_back(std::move(c));
}

/// The title with its formulas filled in; `{cells}` is the number of cells of the map.
std::string title_of(const Tree& spec, const FigurePanel& panel, const Scope& scope) {
    Values values = scope.values();
    if (!panel.maps.empty()) values["cells"] = static_cast<double>(panel.maps[0].columns * panel.maps[0].rows);
    return filled_in(spec.value("title", ""), Scope(values, {}, scope.settings(), &scope));
}

FigurePanel panel_of(const Tree& spec, const Scope& scope) {
    FigurePanel panel{.x_label = spec.value("x_label", ""),
                      .y_label = spec.value("y_label", ""),
                      .x_range = range_of(spec, "x_range", scope),
                      .y_range = range_of(spec, "y_range", scope),
                      .logarithmic = spec.value("log", ""),
                      .key = spec.value("key", "none"),
                      .is_square = spec.value("square", false)};
    for (const Tree& layer : spec.at("layer")) add_layer(panel, layer, scope);
    panel.title = title_of(spec, panel, scope);
    for (const Tree& label : spec.value("labels", Tree::array())) {
        panel.labels.push_back({{scope.evaluate(label.at(0)), scope.evaluate(label.at(1))}, label.at(2)});
    }
    return panel;
}

}  // namespace

bool Figure::is_dense() const {
    constexpr std::size_t most_vector_points = 36'000;
    std::size_t points = 0;
    for (const FigurePanel& p : panels) {
        if (!p.maps.empty()) return true;
        for (const FigureCurve& c : p.curves) points += c.points.size();
    }
    return points > most_vector_points;
}

std::optional<Figure> figure_of(const Entry& entry, const RunSettings& settings) {
    if (!entry.content.contains("figure")) return std::nullopt;
    const Tree& spec = entry.content.at("figure");
    try {
        const Scope scope(values_of(entry.content.value("let", Tree::object()), {}, settings),
                          entry.content.value("run", Tree::object()), settings);
        Figure figure{filled_in(spec.value("caption", ""), scope),
                      count_in(spec.value("columns", Tree(1)), "columns", 1, most_columns),
                      count_in(spec.value("width", Tree(default_width)), "width", least_pixels, most_pixels),
                      count_in(spec.value("height", Tree(default_height)), "height", least_pixels, most_pixels),
                      {}};
        for (const Tree& panel : spec.at("panel")) figure.panels.push_back(panel_of(panel, scope));
        return figure;
    } catch (const std::exception& error) {
        throw std::invalid_argument(entry.id + ": the figure: " + error.what());
    }
}

}  // namespace stickslip::validation
