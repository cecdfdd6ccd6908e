#pragma once

// The pattern of a steady motion (what happens in a cycle, in numbers) and how far it is from changing.

#include "stickslip/model/ratios.hpp"
#include "stickslip/steady/boundary.hpp"
#include "stickslip/steady/cell_solution.hpp"

namespace stickslip {

/// Events per load cycle. Two motions with the same pattern lie in the same region of the parameter space.
struct Pattern {
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int zero_duration_reversals = 0;

    [[nodiscard]] int stops() const { return stops_then_reverse + stops_then_same_direction; }
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// Distances to the next change of pattern, each zero on its boundary and smooth on the side where it is defined
/// (infinite elsewhere); dimensionless forces, speeds and times.
struct Margins {
    double held_force;      ///< f − |force| at load peaks while stuck (A)
    double slowest;         ///< smallest inner minimum of the speed of a slide (B)
    double turning_force;   ///< |force| − f at a reversal (C)
    double stopping_force;  ///< |force| to the opposite bound at a stop (C′)
    double shortest_stop;
    double shortest_slide;
};

struct Probe {
    Pattern pattern;
    Margins margins;
};

/// The steady motion solved for last: the next one, nearby, starts from it.
using Neighbour = CellSolution<double>;

/// The pattern of the steady motion, without its margins.
[[nodiscard]] Pattern pattern_at(const Ratios&, Neighbour&);

[[nodiscard]] Probe probe(const Ratios&, Neighbour&);

/// A place on a line where the pattern changes.
struct PatternChange {
    double value = 0.0;
    Pattern below;
    Pattern above;
    BoundaryKind kind = BoundaryKind::slide_vanishes;
};

/// All changes of pattern for from < t < to.
[[nodiscard]] std::vector<PatternChange> pattern_changes_along(const std::function<Ratios(double)>& line, double from,
                                                               double to, const CrossingOptions&);

/// What happens between two neighbouring patterns. `richer(distance)` probes the side with more stops at a distance
/// from the boundary: of slides and stops, the one that vanishes is the one that shrinks on the way there.
[[nodiscard]] BoundaryKind kind_of_change(const Pattern& from, const Pattern& to, double distance,
                                          const std::function<Probe(double)>& richer);

}  // namespace stickslip
