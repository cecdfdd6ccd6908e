#pragma once

#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::cli {

/// The estimate of the exponent against the number of periods, with its final standard error.
[[nodiscard]] Drawing plot_convergence(const Case&, const LyapunovExponent&);

/// The points of a section in the plane of position and velocity.
[[nodiscard]] Drawing plot_section(const Case&, const Section&, const std::string& section_name);

/// One bifurcation diagram; several stand side by side with common axes.
struct DiagramPanel {
    std::string title;
    std::vector<BifurcationColumn> columns;
};
[[nodiscard]] Drawing plot_bifurcation(const Case&, const std::vector<DiagramPanel>&, const std::string& key,
                                       bool is_logarithmic);

/// The rectangle of starts, each cell in the colour of its attractor.
[[nodiscard]] Drawing plot_basins(const Case&, const Basins&, const BasinOptions&);

/// Friction against slip velocity, and the phase plane, over the second half of a motion, as [Stefanski2003] figure 3.
[[nodiscard]] Drawing plot_characteristic(const Case&, const Trajectory&);

}  // namespace stickslip::cli
