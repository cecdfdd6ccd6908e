#pragma once

#include "case_response.hpp"

namespace stickslip {

/// The response of a case of either kind, one-dimensional or planar. `vary_value` is one that the key may have, and
/// `over_value` one of the band. @throws CaseError, std::invalid_argument for a planar load that is not periodic.
[[nodiscard]] std::unique_ptr<CaseResponse> case_response(const CaseDocument&, const std::string& vary,
                                                          double vary_value, const std::optional<std::string>& over,
                                                          double over_value);

}  // namespace stickslip
