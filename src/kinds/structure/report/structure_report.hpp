#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gnuplot.hpp"
#include "motion_request.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/sensitivity.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::cli {

/// The motion of a structure and everything that is told about it.
struct StructureReport {
    structure::Case problem;
    structure::StructureTrajectory trajectory;
    SampleTimes times;
    structure::StructureEnergy energy;
    structure::StructurePeaks peaks;
    std::vector<std::pair<std::string, structure::StructureDerivative>> derivatives{};  ///< by keys of the case
};

/// The derivatives of the numbers of a structure by keys of its case.
[[nodiscard]] std::vector<structure::StructureRate> structure_rates(const CaseDocument&,
                                                                    const std::vector<std::string>& keys);

/// Follows the motion. @throws std::invalid_argument
[[nodiscard]] StructureReport report_structure(const CaseDocument&, const MotionRequest&);

/// Time, x, v and a of the degrees of freedom, friction, deflection and state of the contacts; and the events.
[[nodiscard]] MotionResult structure_tables(const structure::Case&,
                                            std::shared_ptr<const structure::StructureTrajectory>, const SampleTimes&);

void write_structure_table(const StructureReport&, std::FILE*);

/// Displacements, the state of each contact as bars over time, the loops of the contacts, and where the energy went.
[[nodiscard]] Drawing plot_structure(const StructureReport&);

}  // namespace stickslip::cli
