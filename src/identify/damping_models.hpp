#pragma once

#include <string>
#include <vector>

#include "search.hpp"

namespace stickslip::identifying {

/// "coulomb", "viscous", "coulomb-viscous", "static-kinetic"; "none" for neither.
[[nodiscard]] std::string model_name(const CaseFamily::Damping&);

/// The fits of the other kinds of damping to the samples, best first, the given fit among them.
[[nodiscard]] std::vector<ModelScore> compared(const CaseFamily&, const Samples& used, const Fit&);

/// n·ln(S/n) + p·ln n.
[[nodiscard]] ModelScore scored(const std::string& model, const Samples&, double cost, std::size_t parameters);

}  // namespace stickslip::identifying
