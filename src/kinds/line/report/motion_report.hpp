#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motion_request.hpp"
#include "stickslip/certify/motion_proof.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip::cli {

/// A motion on a line and everything that is told about it.
struct MotionReport {
    Case problem;
    Trajectory trajectory;
    EnergyBalance energy;
    Peaks peaks;
    std::optional<double> period;                                       ///< of the load
    std::vector<std::pair<std::string, MotionDerivative>> derivatives;  ///< by keys of the case
    std::optional<MotionProof> proof;                                   ///< of the events, where it is wanted
};

void write_table(const MotionReport&, std::FILE*);

/// Time, x, v, a and friction of a motion, with a base where it is and where the mass is against it; and its events.
[[nodiscard]] MotionResult tables_of(const Case&, std::shared_ptr<const Trajectory>, const SampleTimes&);

}  // namespace stickslip::cli
