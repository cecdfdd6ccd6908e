#pragma once

#include "json_text.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "structure_report.hpp"

namespace stickslip::cli {

/// The steady state of a structure and the case it belongs to.
struct StructureSteadyReport {
    structure::Case problem;
    structure::StructureSteadyState state;
    std::vector<std::pair<std::string, structure::StructureSteadyDerivative>> derivatives{};  ///< by keys of the case
};

/// Solves for it, and for its derivatives by these keys. @throws std::invalid_argument
[[nodiscard]] StructureSteadyReport report_structure_steady_state(const CaseDocument&,
                                                                  const structure::SteadyOptions& = {},
                                                                  const std::vector<std::string>& derivatives = {});

/// One steady cycle as a motion. There must be one.
[[nodiscard]] StructureReport cycle_of(const StructureSteadyReport&);

/// The JSON object of the contract.
[[nodiscard]] Json structure_steady_json(const StructureSteadyReport&);

/// The same as a card for a person.
void write_structure_steady_card(const StructureSteadyReport&, std::FILE*);

/// What a person should know where there is no steady state, one sentence; empty where there is one.
[[nodiscard]] std::string why_no_structure_steady_state(const StructureSteadyReport&);

}  // namespace stickslip::cli
