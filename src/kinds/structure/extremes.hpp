#pragma once

// The largest and smallest values that functions of a motion take.

#include "extent.hpp"
#include "phase_motion.hpp"

namespace stickslip::structure {

/// A function of a phase, or one of its derivatives in time.
struct Followed {
    LinearFunction f;
    int order = 0;  ///< of the derivative
};

/// Widens `ranges` by the values of the functions over the first `duration` of a phase: an extreme is where the next
/// derivative changes its sign.
void include_phase(const PhaseMotion&, double duration, const std::vector<Followed>&, std::vector<Extent>& ranges);

/// The values of row·x (order 0), row·x′ (1) or row·x″ (2) over a cycle; those of row·x without its `drift` in the
/// cycle.
[[nodiscard]] Extent extent_over_cycle(const StructureTrajectory&, const Eigen::RowVectorXd& row, double drift,
                                       int order);

/// When row·x without its `drift` in the cycle is largest: the best of equal steps, then the zero of its velocity
/// beside it.
[[nodiscard]] double time_of_highest(const StructureTrajectory& cycle, const Eigen::RowVectorXd& row, double drift);

/// A position, or a combination of positions, as a function of the phase.
[[nodiscard]] LinearFunction position_function(const DenseStructure&, const PhaseMotion&, int degree);
[[nodiscard]] LinearFunction position_function(const PhaseMotion&, const Eigen::RowVectorXd& row);

/// Takes velocity·t off a function of a phase that begins at `time`.
void take_drift(LinearFunction&, double velocity, double time);

/// The friction of a contact as a function of the phase; the least-norm split of redundant ones.
[[nodiscard]] LinearFunction friction_function(const DenseStructure&, const PhaseMotion&, int contact);

}  // namespace stickslip::structure
