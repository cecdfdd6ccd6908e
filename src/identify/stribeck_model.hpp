#pragma once

#include <optional>

#include "record_fit.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip::identifying {

/// How well friction that falls with the speed fits, r = F_k + (F_s − F_k)·exp(−decay·|v|) beside viscous damping.
/// `both` is the family of Coulomb friction and viscous damping, and `fit` the best of it. The law is fitted where, to
/// first order, what is left over has room for it; where it has not, the score is that of F_s = F_k.
[[nodiscard]] std::optional<ModelScore> stribeck_score(const CaseFamily& both, const Samples& used, const Fit& fit);

}  // namespace stickslip::identifying
