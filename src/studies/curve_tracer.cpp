#include "curve_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stickslip {

namespace {

using std::numbers::pi;

constexpr double coarse_angle = 3e-4;  // radians; points are polished afterwards
constexpr double sharp_turn = 0.35;    // radians in one step; a shorter step is tried first
constexpr double gentle_turn = 0.12;   // radians; the next step may be longer
constexpr double arc_reach = 1.75;     // radians to either side: more than a right angle, for sharp folds
constexpr double logarithmic_ratio = 30.0;
// In smallest steps: where the curve turns sharply, shorter steps than this are kept as they are.
constexpr double least_checked = 8.0;
constexpr double first_step = 0.25;        // of the step that is asked for
constexpr double longer = 1.6;             // a step after one that hardly turned
constexpr double first_half_width = 2e-3;  // of the step: about a traced point, where the curve is looked for again

Spot on_circle(const Spot& centre, double radius, double angle) {
    return {centre.u + radius * std::cos(angle), centre.v + radius * std::sin(angle)};
}

bool is_inside(const Spot& s) { return s.u > 0.0 && s.u < 1.0 && s.v > 0.0 && s.v < 1.0; }

}  // namespace

Pattern difference(const Sides& s) {
    return {s.left.stops_then_reverse - s.right.stops_then_reverse,
            s.left.stops_then_same_direction - s.right.stops_then_same_direction,
            s.left.zero_duration_reversals - s.right.zero_duration_reversals, s.left.slides - s.right.slides};
}

CurveTracer::CurveTracer(const PatternSolver& solver, const PlaneWindow& w, const TraceOptions& options)
    : solver_(solver.another()),
      x_{w.x_low, w.x_high, w.x_low > 0.0 && w.x_high > logarithmic_ratio * w.x_low},
      y_{w.y_low, w.y_high, w.y_low > 0.0 && w.y_high > logarithmic_ratio * w.y_low},
      options_(options) {}

double CurveTracer::Axis::value(double part) const {
    return is_logarithmic ? low * std::pow(high / low, part) : low + part * (high - low);
}

BoundaryPoint CurveTracer::place(const Spot& s) const { return {x_.value(s.u), y_.value(s.v)}; }

std::optional<double> CurveTracer::direction_at(const CurveSeed& seed) {
    constexpr double share_of_step = 0.02;
    const auto turn = turn_on({seed.at, share_of_step * options_.step, seed.sides, Match::sides}, seed.direction);
    return turn ? std::optional(turn->angle) : std::nullopt;
}

/// The change on the forward arc that matches, nearest to `direction`.
std::optional<CurveTracer::Turn> CurveTracer::turn_on(const Arc& arc, double direction) {
    constexpr int parts = 8;
    std::optional<Turn> best;
    double right = direction - arc_reach;
    Sides ends{pattern(on_circle(arc.centre, arc.radius, right)), {}};
    for (int i = 1; i <= parts; ++i) {
        const double left = direction - arc_reach + 2.0 * arc_reach * i / parts;
        ends.left = pattern(on_circle(arc.centre, arc.radius, left));
        const std::optional<Turn> turn = find_change(arc, ends, right, left);
        if (turn && (!best || std::abs(turn->angle - direction) < std::abs(best->angle - direction))) best = turn;
        right = left;
        ends.right = ends.left;
    }
    return best;
}

/// Bisection between two angles; where several curves pass close together each half is searched.
std::optional<CurveTracer::Turn> CurveTracer::find_change(const Arc& arc, const Sides& ends, double right,
                                                          double left) {
    if (ends.right == ends.left) return std::nullopt;
    const double middle = 0.5 * (left + right);
    if (left - right <= coarse_angle) {
        const bool matches = arc.match == Match::sides ? ends == arc.sides : difference(ends) == difference(arc.sides);
        return matches ? std::optional(Turn{middle, ends}) : std::nullopt;
    }
    const Pattern at_middle = pattern(on_circle(arc.centre, arc.radius, middle));
    if (const auto turn = find_change(arc, {ends.right, at_middle}, right, middle)) return turn;
    return find_change(arc, {at_middle, ends.left}, middle, left);
}

/// Whether the curve passes the middle of a chord within the chord's deviation: it has no bump between the ends.
bool CurveTracer::is_near_chord(const Chord& chord) {
    const Spot middle = on_circle(chord.from, 0.5 * chord.length, chord.angle);
    const double aside = chord_deviation * chord.length;
    return pattern(on_circle(middle, aside, chord.angle + 0.5 * pi)) !=
           pattern(on_circle(middle, aside, chord.angle - 0.5 * pi));
}

CurveTracer::Path CurveTracer::follow(const CurveSeed& seed, Way way) {
    constexpr std::size_t most_points = 20'000;
    constexpr double crossing_radius = 1.0 / 16.0;  // of the step: beyond another curve only this far is trusted
    constexpr std::size_t shortest_loop = 8;
    Path path;
    Sides sides = way == Way::onwards ? seed.sides : seed.sides.turned();
    double direction = seed.direction + (way == Way::onwards ? 0.0 : pi);
    double radius = first_step * options_.step;
    Spot at = seed.at;
    while (path.points.size() < most_points && radius >= options_.smallest_step) {
        std::optional<Turn> turn = turn_on({at, radius, sides, Match::sides}, direction);
        if (!turn && radius <= crossing_radius * options_.step) {
            turn = turn_on({at, radius, sides, Match::difference}, direction);
        }
        const double bend = turn ? std::abs(turn->angle - direction) : pi;
        const bool may_be_too_long = turn && radius > least_checked * options_.smallest_step;
        if (!turn || !is_inside(on_circle(at, radius, turn->angle)) ||
            (may_be_too_long && (bend > sharp_turn || !is_near_chord({at, radius, turn->angle})))) {
            radius *= 0.5;
            continue;
        }
        direction = turn->angle;
        sides = turn->sides;
        at = on_circle(at, radius, direction);
        path.points.push_back({at, way == Way::onwards ? direction : direction - pi});
        if (path.points.size() > shortest_loop && std::hypot(at.u - seed.at.u, at.v - seed.at.v) < radius) {
            path.returns_to_seed = true;
            break;
        }
        if (bend < gentle_turn) radius = std::min(longer * radius, options_.step);
    }
    return path;
}

Spot CurveTracer::polished(const TracedPoint& point, const Pattern& step) const {
    const std::unique_ptr<PatternSolver> nearby = solver();
    const double left_hand = point.direction + 0.5 * pi;
    const auto pattern_aside = [&](double distance) {
        return nearby->pattern(place(on_circle(point.at, distance, left_hand)));
    };
    double width = first_half_width * options_.step;
    for (int widening = 0; widening < 4; ++widening, width *= 4.0) {
        const Pattern right = pattern_aside(-width);
        if (difference({right, pattern_aside(width)}) != step) continue;
        double low = -width;
        double high = width;
        while (high - low > options_.tolerance) {
            const double middle = 0.5 * (low + high);
            (pattern_aside(middle) == right ? low : high) = middle;
        }
        return on_circle(point.at, 0.5 * (low + high), left_hand);
    }
    return point.at;
}

BoundaryKind CurveTracer::kind_at(const TracedPoint& point, const Sides& sides) const {
    constexpr double aside = 1e-7;
    const double towards_richer = point.direction + (sides.left.stops() > sides.right.stops() ? 0.5 : -0.5) * pi;
    const auto richer = [&](double distance) { return place(on_circle(point.at, distance, towards_richer)); };
    return solver()->kind(sides.right, sides.left, aside, richer);
}

}  // namespace stickslip
