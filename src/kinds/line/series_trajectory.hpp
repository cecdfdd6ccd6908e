#pragma once

// Trajectories of motions without closed form: a list of Taylor pieces, and what is read off it.

#include <span>
#include <vector>

#include "stickslip/motion/law_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

[[nodiscard]] Trajectory simulate_by_series(const Oscillator&, const Load&, const LawState& start, double end_time,
                                            const SimulationOptions&);

[[nodiscard]] std::vector<Sample> series_samples(const Trajectory&, std::span<const double> times);
[[nodiscard]] EnergyBalance series_energy_balance(const Trajectory&);
[[nodiscard]] Peaks series_peaks(const Trajectory&);
[[nodiscard]] Fundamental series_fundamental(const Trajectory&, const Harmonic&);

}  // namespace stickslip
