#pragma once

#include <string>
#include <vector>

#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/chaos/poincare.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::cli {

/// The estimate of the exponent against the number of periods, with its final standard error.
void plot_convergence(const Case&, const LyapunovExponent&, const std::string& path, const std::string& suffix);

/// The points of a section in the plane of position and velocity.
void plot_section(const Case&, const Section&, const std::string& section_name, const std::string& path,
                  const std::string& suffix);

/// One bifurcation diagram; several stand side by side with common axes.
struct DiagramPanel {
    std::string title;
    std::vector<BifurcationColumn> columns;
};
void plot_bifurcation(const Case&, const std::vector<DiagramPanel>&, const std::string& key, bool is_logarithmic,
                      const std::string& path, const std::string& suffix);

/// The rectangle of starts, each cell in the colour of its attractor.
void plot_basins(const Case&, const Basins&, const BasinOptions&, const std::string& path, const std::string& suffix);

/// Friction against slip velocity, and the phase plane, over the second half of a motion, as [Stefanski2003] figure 3.
void plot_characteristic(const Case&, const Trajectory&, const std::string& path, const std::string& suffix);

}  // namespace stickslip::cli
