#pragma once

#include <random>

#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {

struct RandomProblem {
    Structure structure;
    StructureState start;
};

struct RandomOptions {
    int degrees = 2;
    int contacts = 1;
    bool with_stiction = false;
    bool with_elastic = false;
    bool with_redundant = false;
    bool with_varying_normal = false;
    bool with_moving_surfaces = false;
    bool with_free_bodies = false;  ///< springs are missing
};

/// A chain with random masses, springs and dampers, contacts of random kinds, and one or two harmonic loads.
[[nodiscard]] RandomProblem random_problem(std::mt19937&, const RandomOptions&);

/// The largest rate at which the structure can move by itself, all its elastic contacts at rest: a bound [rad/s].
[[nodiscard]] double fastest_rate(const Structure&);

/// The same problem with each contact split into two that share its bound and its stiffness.
[[nodiscard]] RandomProblem with_split_contacts(const RandomProblem&);

/// Both problems in one structure, not coupled.
[[nodiscard]] RandomProblem side_by_side(const RandomProblem&, const RandomProblem&);

/// The same problem in other coordinates, x = T·y.
[[nodiscard]] RandomProblem transformed(const RandomProblem&, std::mt19937&);

}  // namespace stickslip::structure
