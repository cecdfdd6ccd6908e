#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gnuplot_script.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::cli {

/// The stuck intervals as data: a block wave between 0 and 1, for shading.
[[nodiscard]] std::string stuck_wave(const Trajectory&);

/// Axis labels with the units of a case.
struct AxisLabels {
    std::string time, position, velocity, acceleration, friction;
};
[[nodiscard]] AxisLabels labels_of(const Case&);

/// The words for an axis: of a key of a case, of an observable, of anything with a unit as UDUNITS writes it ("N s m-1"
/// is shown as N·s/m, "1" not at all).
[[nodiscard]] std::string axis_label(const std::string& key);
[[nodiscard]] std::string key_words(const std::string& key);  ///< without the unit
[[nodiscard]] std::string axis_label(const Observable&);
[[nodiscard]] std::string axis_label(std::string_view words, std::string_view unit);

/// The title of a picture of many steady states: the title of the case, or the ratios that stay fixed. `varied` are the
/// keys along the axes.
[[nodiscard]] std::string picture_title(const Case&, const std::vector<std::string>& varied);

/// An axis in a unit that keeps its numbers short: values are divided by `unit`.
struct Axis {
    std::string label;
    double unit = 1.0;
};

/// The axis of a quantity that reaches `largest` in the plain SI `unit`: kN, mm, µm/s, …
[[nodiscard]] Axis axis_for(const std::string& quantity, const std::string& unit, double largest);

/// Where a panel stands on the page, in parts of its width and height from the lower left.
struct Panel {
    double left, right, bottom, top;
};
[[nodiscard]] Script place(const Panel&);

/// A round step that divides `range` into two to five parts.
[[nodiscard]] double tick_step(double range);

/// A logarithmic x axis from `from` to `to`, with numbers at 1, 2 and 5 of a decade, or at every digit, where there
/// would hardly be any.
[[nodiscard]] Script logarithmic_axis(double from, double to);

}  // namespace stickslip::cli
