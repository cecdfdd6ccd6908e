#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "stickslip/steady/attractor.hpp"

namespace stickslip {

/// An oscillator and its load for each value of a parameter.
using SystemFamily = std::function<std::pair<Oscillator, Load>(double)>;

/// From where a branch of a diagram was reached.
enum class Continuation { fresh, forward, backward };

/// An attractor found at one value of the parameter.
struct Branch {
    Attractor attractor;                 ///< what the motion tends to
    std::vector<Continuation> met_from;  ///< fresh starts, the sweep upwards, the sweep downwards
};

/// The attractors at one value of the parameter.
struct BifurcationColumn {
    double value = 0.0;            ///< of the parameter, in the unit of its key
    std::vector<Branch> branches;  ///< all different, in the order in which they were found
};

/// From where and how far the motions of a diagram are followed.
struct BifurcationOptions {
    /// Fresh at every value.
    std::vector<State> starts = {{0.5, 0.1},   {2.0, 0.0},  {-2.0, 1.0}, {1.0, 4.0},
                                 {-1.0, -3.0}, {3.0, -2.0}, {0.0, 5.0},  {-3.0, 0.5}};
    bool sweeps = true;                    ///< also from the attractor of the value below, and of the value above
    AttractorOptions attractor;            ///< how each motion is followed
    std::function<void(double)> progress;  ///< called with the part that is done, from any thread
};

/// Attractors against a parameter. Values run in parallel; each sweep carries its state from value to value. The result
/// does not depend on the number of threads.
[[nodiscard]] std::vector<BifurcationColumn> bifurcation_diagram(const SystemFamily&, const std::vector<double>& values,
                                                                 const BifurcationOptions& = {});

}  // namespace stickslip
