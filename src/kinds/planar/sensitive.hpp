#pragma once

#include "kernel/dual.hpp"

namespace stickslip::planar {

/// How many components a start state has at most: x, v and r of an elastic stick.
inline constexpr std::size_t most_unknowns = 6;

/// A number that carries its derivatives by the start state, so that one templated flow gives both the motion and the
/// exact Jacobian of the period map.
using Sensitive = DualOf<most_unknowns>;

}  // namespace stickslip::planar
