#pragma once

#include <optional>
#include <string>
#include <vector>

#include "entry.hpp"
#include "run.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::validation {

struct FigurePoint {
    double x = 0.0;
    double y = 0.0;
};

/// A curve or a set of marks. A point that is not a number interrupts a line.
struct FigureCurve {
    std::string title;
    std::string style;  ///< line, dashed, heavy, points, dots
    std::string mark;   ///< of points: square, circle, …
    std::string color;  ///< #rrggbb; empty: the next of the palette
    std::vector<FigurePoint> points;
};

/// What a cell of a map can be.
struct CellClass {
    std::string title;
    std::string mark;
    std::string color;
};

/// A map: classes of cells, or one value each.
struct FigureCells {
    double x_from = 0.0, x_to = 1.0, y_from = 0.0, y_to = 1.0;
    std::size_t columns = 0, rows = 0;
    bool is_image = true;  ///< else a mark in every cell
    std::vector<CellClass> classes;
    std::vector<int> class_of_cell;  ///< row by row, the lowest y first; −1: blank
    std::vector<double> value_of_cell;
    std::string value_title;
    std::optional<Interval> value_range;
};

struct FigureLabel {
    FigurePoint at;
    std::string text;
};

struct FigurePanel {
    std::string title, x_label, y_label;
    std::optional<Interval> x_range, y_range;
    std::string logarithmic;  ///< "", "x", "y" or "xy"
    std::string key;          ///< where the legend stands; "none": nowhere
    bool is_square = false;   ///< one unit of x is as long as one of y
    std::vector<FigureCurve> curves;
    std::vector<FigureCells> maps;
    std::vector<FigureLabel> labels;
};

/// A figure with all its numbers.
struct Figure {
    std::string caption;
    int columns = 1;  ///< panels side by side
    int width = 0;    ///< of a panel in pixels
    int height = 0;
    std::vector<FigurePanel> panels;

    /// Whether it is so dense that it should be drawn as pixels.
    [[nodiscard]] bool is_dense() const;
};

/// The figure of an entry, nullopt if it has none. @throws std::invalid_argument
[[nodiscard]] std::optional<Figure> figure_of(const Entry&, const RunSettings&);

}  // namespace stickslip::validation
