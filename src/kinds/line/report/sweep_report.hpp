#pragma once

#include <string>
#include <vector>

#include "stickslip/steady/observables.hpp"
#include "stickslip/studies/sweep.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

/// The observables of these names, or the usual ones of the case. @throws std::invalid_argument with the list of names.
[[nodiscard]] std::vector<const Observable*> sweep_observables(std::vector<std::string> names, const Case&);

[[nodiscard]] SweepTable sweep_table(const std::string& key, const std::vector<const Observable*>&,
                                     const std::vector<SweepPoint>&);

}  // namespace stickslip::cli
