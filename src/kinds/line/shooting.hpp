#pragma once

#include <complex>
#include <limits>
#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// A periodic motion of an oscillator with any law, found by Newton's method on its return map.
struct LawOrbit {
    bool is_converged = false;
    double period = 0.0;           ///< time to close [s]
    int load_periods = 0;          ///< load periods to close; 0 for an autonomous limit cycle
    std::vector<LawState> points;  ///< at each load period, or the point on the section of an autonomous one
    double residual = 0.0;         ///< |x(T) − x(0)| + |w(T) − w(0)|/rate [m]
    std::vector<std::complex<double>> multipliers;  ///< Floquet; of an autonomous cycle without the trivial one

    /// Largest modulus of the multipliers.
    [[nodiscard]] double multiplier() const;
    [[nodiscard]] bool is_stable() const { return is_converged && multiplier() < 1.0; }
};

struct ShootingOptions {
    int most_iterations = 30;
    double tolerance = 1e-12;  ///< the residual is at most this times the size of the motion
    SeriesOptions series;
};

/// The motion that repeats after `load_periods` periods of the load, near `guess` at t = 0 (mod the period). Newton
/// with the monodromy matrix by the variational equation and saltation.
/// @throws std::invalid_argument if the load is not periodic.
[[nodiscard]] LawOrbit shoot(const Oscillator&, const Load&, const LawState& guess, int load_periods,
                             const ShootingOptions& = {});

/// The limit cycle of an oscillator under a constant load (or none) on a moving belt, near the motion from `guess`:
/// Newton on the map from one maximum of x to the next. The point of the orbit is that maximum.
[[nodiscard]] LawOrbit shoot_limit_cycle(const Oscillator&, const Load&, const LawState& guess,
                                         const ShootingOptions& = {});

}  // namespace stickslip
