#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::cli {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// @throws std::runtime_error
[[nodiscard]] File open_for_writing(const std::string& path);

/// The stuck intervals as a block wave between 0 and 1, for shading.
void write_stuck_intervals(const Trajectory&, const std::string& path);

/// Axis labels with the units of a case.
struct AxisLabels {
    std::string time, position, velocity, acceleration, friction;
};
[[nodiscard]] AxisLabels labels_of(const Case&);

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
[[nodiscard]] std::string place(const Panel&);

/// A round step that divides `range` into about four.
[[nodiscard]] double tick_step(double range);

}  // namespace stickslip::cli
