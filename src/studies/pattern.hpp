#pragma once

// The pattern of a steady motion (what happens in a cycle, in numbers) and how far it is from changing.

#include <memory>

#include "stickslip/model/ratios.hpp"
#include "stickslip/studies/boundary.hpp"

namespace stickslip {

/// Events per load cycle. Two motions with the same pattern lie in the same region of the parameter space.
struct Pattern {
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int zero_duration_reversals = 0;
    int slides = 0;  ///< in the plane: 0 stuck for ever, 1 without a stop; on a line the others tell these apart

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

/// Solves for the steady motions of a plane of two parameters, one after the other.
class PatternSolver {
public:
    PatternSolver() = default;
    PatternSolver(const PatternSolver&) = default;
    PatternSolver& operator=(const PatternSolver&) = default;
    virtual ~PatternSolver() = default;

    /// One like this, for another thread.
    [[nodiscard]] virtual std::unique_ptr<PatternSolver> another() const = 0;

    [[nodiscard]] virtual Pattern pattern(const BoundaryPoint&) = 0;
    [[nodiscard]] virtual Probe probe(const BoundaryPoint&) = 0;

    /// What happens between two neighbouring patterns. `richer(distance)` is a place on the side with more stops at a
    /// distance from the boundary: of slides and stops, the one that vanishes is the one that shrinks on the way there.
    [[nodiscard]] virtual BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                            const std::function<BoundaryPoint(double)>& richer) = 0;
};

/// Motions on a line under one harmonic; each starts from the one solved for last, which is nearby.
[[nodiscard]] std::unique_ptr<PatternSolver> ratio_patterns(std::function<Ratios(double x, double y)> plane);

/// A place on a line where the pattern changes.
struct PatternChange {
    double value = 0.0;
    Pattern below;
    Pattern above;
    BoundaryKind kind = BoundaryKind::slide_vanishes;
};

/// All changes of pattern for from < t < to along a line of the plane.
[[nodiscard]] std::vector<PatternChange> pattern_changes_along(PatternSolver&,
                                                               const std::function<BoundaryPoint(double)>& line,
                                                               double from, double to, const CrossingOptions&);

/// The same as crossings. @throws std::invalid_argument unless from < to.
[[nodiscard]] std::vector<Crossing> crossings_along(PatternSolver&, const std::function<BoundaryPoint(double)>& line,
                                                    double from, double to, const CrossingOptions&);

/// All boundary curves in a window.
[[nodiscard]] std::vector<BoundaryCurve> trace_boundaries(const PatternSolver&, const PlaneWindow&,
                                                          const TraceOptions&);

}  // namespace stickslip
