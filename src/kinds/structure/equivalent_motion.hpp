#pragma once

#include "signals.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "stickslip/studies/backbone.hpp"

namespace stickslip::structure {

/// The load that phases are counted from: the first harmonic of the first load that has one.
struct ReferenceLoad {
    AngularFrequency frequency;
    double phase = 0.0;  ///< of +sin, where the entries of the load's direction have a positive sum [rad]
};

/// @throws std::invalid_argument if no load has a harmonic.
[[nodiscard]] ReferenceLoad reference_load(const Structure&);

/// A steady motion of row·x, as the equivalent linear oscillator sees it.
[[nodiscard]] ForcedPoint equivalent_motion(const StructureSteadyState&, const Eigen::RowVectorXd& row,
                                            const ReferenceLoad&);

}  // namespace stickslip::structure
