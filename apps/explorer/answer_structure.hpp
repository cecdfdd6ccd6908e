#pragma once

#include "exchange.hpp"
#include "question.hpp"

namespace stickslip::explorer {

/// @throws std::invalid_argument for a structure that is wrong, or larger than a page follows.
void check_structure(const CaseDocument&);

/// The motion of a structure as `stickslip simulate --json` tells it, and `shape`, from which it is drawn:
/// {"links":[{"a","b","stiffness"}…], "contacts":[{"direction":[…],"stiffness","surface_velocity"}…],
/// "loads":[{"direction":[…]}…]}. Links are the springs of K between two degrees of freedom, counted from 1, or from the
/// ground, 0. With `at_events` = 1 the samples have the times of the events besides their own.
[[nodiscard]] Response answer_structure_motion(const CaseDocument&, const Question&);

}  // namespace stickslip::explorer
