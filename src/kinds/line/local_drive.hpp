#pragma once

#include <optional>
#include <vector>

#include "kernel/phase_kernel.hpp"
#include "natural_units.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// What drives a mass during a phase, and the kernel made ready for it, in natural units.
struct LocalDrive {
    /// `kernel_friction` is what of the oscillator's friction is not in the load.
    LocalDrive(const Oscillator&, const Load&, const NaturalUnits&, const FrictionBounds& kernel_friction);

    /// The kernel at `start`; `stretch` and the velocity of the belt in natural units. Returns when the piece of the
    /// record ends [s], +∞ without one.
    double begin(const ExactTime& start, double stretch, double belt, const NaturalUnits&);

    Load load;
    double mass = 1.0;             ///< [kg]
    double constant = 0.0;         ///< load per unit mass
    std::optional<double> period;  ///< of the load
    std::vector<HarmonicTerm<double>> terms;
    PhaseKernel<double> kernel;

private:
    double add_record(const ExactTime& start, const NaturalUnits&);
};

}  // namespace stickslip
