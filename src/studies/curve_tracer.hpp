#pragma once

// One boundary curve at a time, by continuation. From a point on a curve the next one is where the curve leaves a
// circle around it: the patterns on the forward arc are told apart by angle, and the change that belongs to this curve
// is bisected. Nothing but patterns enters, so folds need no special care, and a crossing curve does not disturb.

#include <optional>

#include "pattern.hpp"

namespace stickslip {

/// A point in parts of the window; an axis that spans more than a decade and a half runs logarithmically.
struct Spot {
    double u = 0.0;
    double v = 0.0;
};

/// The patterns on the two sides of a curve. They change where another curve crosses it; their difference does not.
struct Sides {
    Pattern right;
    Pattern left;

    [[nodiscard]] Sides turned() const { return {left, right}; }
    friend bool operator==(const Sides&, const Sides&) = default;
};

/// How far a curve may be from the middle of the chord between two of its points, in lengths of the chord.
inline constexpr double chord_deviation = 0.05;

/// Left minus right.
[[nodiscard]] Pattern difference(const Sides&);

/// A place where a curve was met, and how it runs there.
struct CurveSeed {
    Spot at;
    double direction = 0.0;  ///< angle of the curve
    Sides sides;
    BoundaryKind kind = BoundaryKind::slide_vanishes;
};

/// A point of a traced curve with the curve's direction there.
struct TracedPoint {
    Spot at;
    double direction = 0.0;
};

class CurveTracer {
public:
    CurveTracer(const PatternSolver&, const PlaneWindow&, const TraceOptions&);

    [[nodiscard]] BoundaryPoint place(const Spot&) const;
    [[nodiscard]] std::unique_ptr<PatternSolver> solver() const { return solver_->another(); }

    /// The direction of the curve at a seed, nearest to the seed's own guess; nullopt if it cannot be seen there.
    [[nodiscard]] std::optional<double> direction_at(const CurveSeed&);

    /// The curve from a seed onwards in its direction, or backwards.
    enum class Way { onwards, backwards };
    struct Path {
        std::vector<TracedPoint> points;  ///< without the seed
        bool returns_to_seed = false;
    };
    [[nodiscard]] Path follow(const CurveSeed&, Way);

    /// A traced point moved across the curve until it lies within the tolerance of it.
    [[nodiscard]] Spot polished(const TracedPoint&, const Pattern& step) const;

    /// What happens at a polished point.
    [[nodiscard]] BoundaryKind kind_at(const TracedPoint&, const Sides&) const;

private:
    /// What a search on an arc asks of a change of pattern.
    enum class Match {
        sides,       ///< the same patterns on both sides: certainly the same curve
        difference,  ///< the same difference only: the same curve beyond a crossing, if it is close enough
    };
    struct Arc {
        Spot centre;
        double radius;
        Sides sides;
        Match match;
    };
    struct Turn {
        double angle;
        Sides sides;
    };

    struct Chord {
        Spot from;
        double length;
        double angle;
    };

    [[nodiscard]] bool is_near_chord(const Chord&);
    [[nodiscard]] Pattern pattern(const Spot& s) { return solver_->pattern(place(s)); }
    [[nodiscard]] std::optional<Turn> turn_on(const Arc&, double direction);
    [[nodiscard]] std::optional<Turn> find_change(const Arc&, const Sides& ends, double right, double left);

    struct Axis {
        double low, high;
        bool is_logarithmic;
        [[nodiscard]] double value(double part) const;
    };

    std::unique_ptr<PatternSolver> solver_;
    Axis x_;
    Axis y_;
    const TraceOptions& options_;
};

}  // namespace stickslip
