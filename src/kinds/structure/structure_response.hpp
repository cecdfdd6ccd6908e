#pragma once

#include "studies/case_response.hpp"

namespace stickslip::structure {

/// The response of a structure, as the design functions ask for it. `vary_value` is one that the key may have, and
/// `over_value` one of the band. @throws CaseError, std::invalid_argument for loads that do not repeat.
[[nodiscard]] std::unique_ptr<CaseResponse> structure_response(const CaseDocument&, const std::string& vary,
                                                               double vary_value,
                                                               const std::optional<std::string>& over,
                                                               double over_value);

}  // namespace stickslip::structure
