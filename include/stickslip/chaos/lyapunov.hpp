#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// How long the motion is followed, and how its steps are made.
struct LyapunovOptions {
    long periods = 80000;    ///< load periods (without a periodic load: natural periods) in all, shared by the runs
    long transient = 200;    ///< periods of each run before anything counts
    int runs = 32;           ///< independent runs; their spread gives the standard error
    std::uint64_t seed = 1;  ///< of the random disturbances that make the runs independent
    SeriesOptions series;    ///< of the steps
    std::function<void(double)> progress;  ///< called with the part that is done, from any thread
};

/// The mean after a number of periods, all runs together.
struct ExponentAfter {
    double periods = 0.0;   ///< load periods averaged over
    double exponent = 0.0;  ///< the mean over these periods [1/s]
};

/// The largest Lyapunov exponent of a motion.
struct LyapunovExponent {
    double exponent = 0.0;  ///< largest, per unit time, base e [1/s]; −∞ where disturbances vanish in finite time
    double standard_error = 0.0;             ///< of the mean over the runs [1/s]
    long periods = 0;                        ///< periods that were averaged over, all runs together
    bool has_diverged = false;               ///< the motion grows beyond all bounds
    std::vector<ExponentAfter> convergence;  ///< the mean after more and more periods
};

/// The largest Lyapunov exponent of the motion that `start` leads to, by the variational equation with a saltation at
/// every event. The runs start at kicks of 10⁻⁶ of the size of the start, so they share its attractor. Runs in
/// parallel; the result depends on the seed but not on the number of threads.
[[nodiscard]] LyapunovExponent lyapunov_exponent(const Oscillator&, const Load&, const State& start,
                                                 const LyapunovOptions& = {});

}  // namespace stickslip
