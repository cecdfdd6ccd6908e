#pragma once

// Motions as columns: events and samples, also of steady cycles.

#include <string>
#include <vector>

#include "decimal.hpp"
#include "result.hpp"
#include "stickslip/model/units.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/trajectory.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::c {

using stickslip::unit_system;
[[nodiscard]] UnitSystem unit_system(const planar::Case&);

void add_line_events(stickslip_result&, const std::vector<Event>&, UnitSystem);
void add_line_samples(stickslip_result&, const std::string& prefix, const std::vector<Sample>&, UnitSystem);
void add_planar_events(stickslip_result&, const std::vector<planar::Event>&, UnitSystem);
void add_planar_samples(stickslip_result&, const std::string& prefix, const std::vector<planar::Sample>&, UnitSystem);

[[nodiscard]] std::vector<std::string> contact_phases();
void add_structure_names(stickslip_result&, const structure::Structure&);
void add_structure_events(stickslip_result&, const std::vector<structure::ContactEvent>&);
void add_structure_samples(stickslip_result&, const std::string& prefix, const structure::Structure&,
                           const std::vector<structure::StructureSample>&);

}  // namespace stickslip::c
