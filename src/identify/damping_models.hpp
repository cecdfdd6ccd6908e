#pragma once

#include <string>
#include <vector>

#include "search.hpp"

namespace stickslip::identifying {

/// "coulomb", "viscous", "coulomb-viscous", "static-kinetic"; "none" for neither.
[[nodiscard]] std::string model_name(const CaseFamily::Damping&);

/// The fits of the other kinds of damping to the samples, best first, the given fit among them. Where a kind that the
/// given one includes fits better, the given fit had stopped in another minimum, and goes on from there.
[[nodiscard]] std::vector<ModelScore> compared(const CaseFamily&, const Samples& used, Fit&);

/// n·ln(S/n) + p·ln n.
[[nodiscard]] ModelScore scored(const std::string& model, const Samples&, double cost, std::size_t parameters);

/// The score with the numbers of the fit, by key.
[[nodiscard]] ModelScore with_numbers(ModelScore, const CaseFamily&, const Values&);

/// Puts a score in the place of that of the same kind, if there is one; best first again.
void rescore(std::vector<ModelScore>&, ModelScore);

}  // namespace stickslip::identifying
