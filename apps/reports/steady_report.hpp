#pragma once

#include <cstdio>
#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::cli {

/// A steady state as the JSON object of the contract, one line.
[[nodiscard]] std::string steady_json(const Case&, const SteadyState&);

/// A steady state as a card for a person.
void write_steady_card(const Case&, const SteadyState&, std::FILE*);

/// What a person should know where there is no steady state, one sentence; empty where there is one.
[[nodiscard]] std::string why_no_steady_state(const SteadyState&);

/// Why the start decides between motions of which none is a member of a family; empty where that is not so.
[[nodiscard]] std::string why_not_unique(const SteadyState&);

}  // namespace stickslip::cli
