#pragma once

#include "gnuplot.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::cli {

/// Draws the steady cycle as [Riddoch] shows it: spring force with the friction bounds, displacement, velocity and
/// acceleration over one load period with the stops shaded, the base–response loop and the phase plane.
[[nodiscard]] Drawing plot_steady_cycle(const Case&, const SteadyState&);

}  // namespace stickslip::cli
