#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "json_text.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/steady/sensitivity.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::cli {

/// By keys of the case.
using NamedSteadyDerivatives = std::vector<std::pair<std::string, SteadyDerivative>>;

/// A steady state as the JSON object of the contract.
[[nodiscard]] Json steady_json(const Case&, const SteadyState&, const NamedSteadyDerivatives& = {});

/// A steady state as a card for a person.
void write_steady_card(const Case&, const SteadyState&, std::FILE*, const NamedSteadyDerivatives& = {});

/// What a person should know where there is no steady state, one sentence; empty where there is one.
[[nodiscard]] std::string why_no_steady_state(const SteadyState&);

/// Why the start decides between motions of which none is a member of a family; empty where that is not so.
[[nodiscard]] std::string why_not_unique(const SteadyState&);

}  // namespace stickslip::cli
