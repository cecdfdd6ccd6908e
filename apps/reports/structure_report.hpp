#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "motion_report.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::cli {

/// The motion of a structure and everything that is told about it.
struct StructureReport {
    std::string case_text;  ///< the case as TOML, overrides included
    structure::Case problem;
    structure::StructureTrajectory trajectory;
    SampleTimes times;
    structure::StructureEnergy energy;
    structure::StructurePeaks peaks;
};

/// Follows the motion. @throws std::invalid_argument
[[nodiscard]] StructureReport report_structure(const CaseDocument&, const MotionRequest&);

/// Calls `take` with pieces of the samples, in order; times beyond the end of the trajectory are left out.
void for_each_piece(const StructureReport&,
                    const std::function<void(const std::vector<structure::StructureSample>&)>& take);

void write_structure_json(const StructureReport&, std::FILE*);
void write_structure_csv(const StructureReport&, std::FILE*);
void write_structure_table(const StructureReport&, std::FILE*);

/// The motion of a structure: dimensions time, dof, contact; x, v, a over (time, dof), friction, deflection and state
/// over (time, contact), and the dimension `event` with event_time, event_contact, event_kind and event_direction.
void write_structure_netcdf(const StructureReport&, const std::string& path);

/// Displacements, the state of each contact as bars over time, the loops of the contacts, and where the energy went.
[[nodiscard]] Drawing plot_structure(const StructureReport&);

}  // namespace stickslip::cli
