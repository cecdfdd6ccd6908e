#pragma once

#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// By what angle the fundamental of x lags behind the load, in (−π, π]; NaN where x has no component at the load
/// frequency. `cycle` is whole periods of the harmonic, whose amplitude may be negative.
[[nodiscard]] double phase_lag(const Trajectory& cycle, const Harmonic& load);

/// The same from the components themselves: x ≈ sine·sin(ω·t + φ) + cosine·cos(ω·t + φ).
[[nodiscard]] double lag_of(const Fundamental&);

}  // namespace stickslip
