#pragma once

#include <limits>

#include "stickslip/model/ratios.hpp"
#include "stickslip/motion/trajectory.hpp"

// General-purpose integrators that march from rest to a steady state. They are told the answer, which no march could
// know by itself, and stop at the end of the first load cycle at which their state is close enough to it.

namespace stickslip {

struct MarchCaps {
    double arrival = 1e-10;  ///< distance of the states, in p₀/k and p₀/k·ωₙ
    int cycles = 500;
    double seconds = std::numeric_limits<double>::infinity();  ///< ends with the cycle that reaches it
};

struct March {
    double seconds = 0.0;  ///< processor time, set-up included
    int cycles = 0;
    bool arrived = false;
};

/// The state of the steady motion at the begin of a load cycle; rest where there is no steady motion.
[[nodiscard]] State steady_begin(const Ratios&);

/// CVODE with its root finder.
[[nodiscard]] March march_cvode(const Ratios&, const State& target, double tolerance, const MarchCaps&);

/// Boost.odeint.
[[nodiscard]] March march_odeint(const Ratios&, const State& target, double tolerance, const MarchCaps&);

using Marcher = March(const Ratios&, const State& target, double tolerance, const MarchCaps&);

/// At several tolerances: the fastest march that arrives, else the fastest to the caps.
[[nodiscard]] March best_march(Marcher&, const Ratios&, const State& target, const MarchCaps&);

}  // namespace stickslip
