// Boundary curves by continuation. From a point on a curve the next one is where the curve leaves a circle around it:
// the patterns on the forward arc are told apart by angle, and the change that belongs to this curve (same difference
// of patterns) is bisected. Nothing but patterns enters, so folds need no special care, and a crossing curve of another
// kind does not disturb. Curves are found on a net of seed lines; seeds on a curve already traced are passed over.

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "pattern.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// A point in parts of the window.
struct Spot {
    double u = 0.0;
    double v = 0.0;
};

Spot operator+(const Spot& a, const Spot& b) { return {a.u + b.u, a.v + b.v}; }
Spot operator-(const Spot& a, const Spot& b) { return {a.u - b.u, a.v - b.v}; }
Spot operator*(double s, const Spot& a) { return {s * a.u, s * a.v}; }
double length_of(const Spot& a) { return std::hypot(a.u, a.v); }
Spot towards(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// The difference of patterns across a curve, left minus right of its direction.
struct Step {
    int reverse = 0;
    int same = 0;
    int reversals = 0;

    friend bool operator==(const Step&, const Step&) = default;
};

Step step_between(const Pattern& right, const Pattern& left) {
    return {left.stops_then_reverse - right.stops_then_reverse,
            left.stops_then_same_direction - right.stops_then_same_direction,
            left.zero_duration_reversals - right.zero_duration_reversals};
}

/// A place where a curve was met, and how it runs there.
struct Seed {
    Spot at;
    double direction = 0.0;  ///< angle of the curve, with `step` from its right to its left
    Step step;
    BoundaryKind kind = BoundaryKind::slide_vanishes;
};

class Tracer {
public:
    Tracer(const std::function<Ratios(double, double)>& plane, const PlaneWindow& window, const TraceOptions& options)
        : plane_(plane), window_(window), options_(options) {}

    [[nodiscard]] std::vector<BoundaryCurve> trace();

private:
    [[nodiscard]] Ratios ratios(const Spot& s) const {
        return plane_(window_.x_low + s.u * (window_.x_high - window_.x_low),
                      window_.y_low + s.v * (window_.y_high - window_.y_low));
    }
    [[nodiscard]] Pattern pattern(const Spot& s) const { return pattern_at(ratios(s)); }
    [[nodiscard]] static bool is_inside(const Spot& s) { return s.u > 0.0 && s.u < 1.0 && s.v > 0.0 && s.v < 1.0; }

    [[nodiscard]] std::vector<Seed> seeds_on_lines() const;
    [[nodiscard]] std::optional<double> turn_on_arc(const Spot&, const Step&, double direction, double radius) const;
    struct Arc {
        Spot centre;
        double radius;
        Step step;
    };
    [[nodiscard]] std::optional<double> find_step(const Arc&, double right, const Pattern& at_right, double left,
                                                  const Pattern& at_left) const;
    [[nodiscard]] bool is_traced(const Seed&) const;
    void follow(const Seed&, double sign, std::vector<Spot>& points, std::vector<double>& directions,
                bool& is_closed) const;
    [[nodiscard]] Spot polished(const Spot&, double direction, const Step&) const;

    struct Curve {
        Seed seed;
        std::vector<Spot> points;
        std::vector<double> directions;
        bool is_closed = false;
    };

    const std::function<Ratios(double, double)>& plane_;
    const PlaneWindow& window_;
    const TraceOptions& options_;
    std::vector<Curve> curves_;
};

std::vector<Seed> Tracer::seeds_on_lines() const {
    // Off the centre of their strips: special frequencies such as 1/2 are simple fractions.
    constexpr double off_centre = 0.5137;
    const int count = options_.seed_lines;
    std::vector<std::vector<Seed>> found(static_cast<std::size_t>(2 * count));
    tbb::parallel_for(0, 2 * count, [&](int i) {
        const bool is_along_x = i < count;
        const double fixed = (i % count + off_centre) / count;
        const std::function<Ratios(double)> line = [&](double t) {
            return ratios(is_along_x ? Spot{t, fixed} : Spot{fixed, t});
        };
        constexpr int samples = 240;
        constexpr double tolerance = 1e-11;
        for (const PatternChange& c :
             pattern_changes_along(line, 0.0, 1.0, {.samples = samples, .tolerance = tolerance})) {
            // Left of the direction "along the line turned right" lies the far side.
            found[static_cast<std::size_t>(i)].push_back({is_along_x ? Spot{c.value, fixed} : Spot{fixed, c.value},
                                                          is_along_x ? -0.5 * pi : 0.0, step_between(c.below, c.above),
                                                          c.kind});
        }
    });
    std::vector<Seed> seeds;
    for (const auto& list : found) seeds.insert(seeds.end(), list.begin(), list.end());
    return seeds;
}

/// The angle at which the curve leaves the circle, with its own step from right to left, nearest to `direction`.
std::optional<double> Tracer::turn_on_arc(const Spot& centre, const Step& step, double direction, double radius) const {
    constexpr int parts = 8;
    constexpr double reach = 1.75;  // radians to either side: a little more than a right angle, for sharp folds
    std::optional<double> best;
    double right = direction - reach;
    Pattern at_right = pattern(centre + radius * towards(right));
    for (int i = 1; i <= parts; ++i) {
        const double left = direction - reach + 2.0 * reach * i / parts;
        const Pattern at_left = pattern(centre + radius * towards(left));
        const std::optional<double> angle = find_step({centre, radius, step}, right, at_right, left, at_left);
        if (angle && (!best || std::abs(*angle - direction) < std::abs(*best - direction))) best = angle;
        right = left;
        at_right = at_left;
    }
    return best;
}

/// Where between two angles of a circle the patterns differ by the step that is looked for. Where they differ
/// otherwise, several curves pass close together: the halves are searched one by one.
std::optional<double> Tracer::find_step(const Arc& arc, double right, const Pattern& at_right, double left,
                                        const Pattern& at_left) const {
    constexpr double coarse = 3e-4;  // radians; points are polished afterwards
    if (at_right == at_left) return std::nullopt;
    const bool is_step = step_between(at_right, at_left) == arc.step;
    const double middle = 0.5 * (left + right);
    if (left - right <= coarse) return is_step ? std::optional(middle) : std::nullopt;
    const Pattern at_middle = pattern(arc.centre + arc.radius * towards(middle));
    if (const auto angle = find_step(arc, right, at_right, middle, at_middle)) return angle;
    return find_step(arc, middle, at_middle, left, at_left);
}

bool Tracer::is_traced(const Seed& seed) const {
    const double near = 0.6 * options_.step;
    for (const Curve& curve : curves_) {
        if (curve.seed.kind != seed.kind) continue;
        for (std::size_t i = 1; i < curve.points.size(); ++i) {
            const Spot a = curve.points[i - 1];
            const Spot along = curve.points[i] - a;
            const double square = along.u * along.u + along.v * along.v;
            const Spot to = seed.at - a;
            if (length_of(to) > near + 2.0 * options_.step || square == 0.0) continue;
            const double part = std::clamp((to.u * along.u + to.v * along.v) / square, 0.0, 1.0);
            // Neighbouring curves of the same kind can be close: near means the chord's own deviation, not the step.
            constexpr double chord_deviation = 0.05;
            const double distance = length_of(to - part * along);
            if (distance < chord_deviation * std::sqrt(square) + 1e-6) return true;
        }
    }
    return false;
}

void Tracer::follow(const Seed& seed, double sign, std::vector<Spot>& points, std::vector<double>& directions,
                    bool& is_closed) const {
    constexpr std::size_t most_points = 20'000;
    const Step step = sign > 0.0 ? seed.step : Step{-seed.step.reverse, -seed.step.same, -seed.step.reversals};
    double direction = seed.direction + (sign > 0.0 ? 0.0 : pi);
    double radius = 0.25 * options_.step;
    Spot at = seed.at;
    const std::size_t before = points.size();
    while (points.size() - before < most_points && radius >= options_.smallest_step) {
        const std::optional<double> angle = turn_on_arc(at, step, direction, radius);
        const bool turns_much = angle && std::abs(*angle - direction) > 0.35 && radius > 8.0 * options_.smallest_step;
        if (!angle || turns_much || !is_inside(at + radius * towards(*angle))) {
            radius *= 0.5;
            continue;
        }
        const double turn = std::abs(*angle - direction);
        direction = *angle;
        at = at + radius * towards(direction);
        points.push_back(at);
        directions.push_back(sign > 0.0 ? direction : direction - pi);
        if (points.size() - before > 8 && length_of(at - seed.at) < radius) {
            is_closed = true;
            return;
        }
        if (turn < 0.12) radius = std::min(1.6 * radius, options_.step);
    }
}

/// Bisection across the curve to the tolerance; a point whose surroundings do not show the step is left where it is.
Spot Tracer::polished(const Spot& at, double direction, const Step& step) const {
    const Spot across = towards(direction + 0.5 * pi);  // to the left
    double width = 2e-3 * options_.step;
    for (int widening = 0; widening < 4; ++widening, width *= 4.0) {
        const Pattern right = pattern(at - width * across);
        const Pattern left = pattern(at + width * across);
        if (step_between(right, left) != step) continue;
        double low = -width;
        double high = width;
        while (high - low > options_.tolerance) {
            const double middle = 0.5 * (low + high);
            (pattern(at + middle * across) == right ? low : high) = middle;
        }
        return at + 0.5 * (low + high) * across;
    }
    return at;
}

std::vector<BoundaryCurve> Tracer::trace() {
    const std::vector<Seed> seeds = seeds_on_lines();
    std::size_t done = 0;
    for (const Seed& seed : seeds) {
        ++done;
        if (options_.progress &&
            !options_.progress(0.2 + 0.5 * static_cast<double>(done) / static_cast<double>(seeds.size()))) {
            return {};
        }
        if (is_traced(seed)) continue;
        Seed start = seed;
        const double first_radius = 0.02 * options_.step;
        const std::optional<double> angle = turn_on_arc(seed.at, seed.step, seed.direction, first_radius);
        if (!angle) continue;
        start.direction = *angle;
        Curve curve{start, {}, {}, false};
        std::vector<Spot> back;
        std::vector<double> back_directions;
        follow(start, -1.0, back, back_directions, curve.is_closed);
        curve.points.assign(back.rbegin(), back.rend());
        curve.directions.assign(back_directions.rbegin(), back_directions.rend());
        curve.points.push_back(start.at);
        curve.directions.push_back(start.direction);
        if (!curve.is_closed) follow(start, 1.0, curve.points, curve.directions, curve.is_closed);
        curves_.push_back(std::move(curve));
    }
    std::vector<BoundaryCurve> result;
    for (Curve& curve : curves_) {
        tbb::parallel_for(std::size_t{0}, curve.points.size(), [&](std::size_t i) {
            curve.points[i] = polished(curve.points[i], curve.directions[i], curve.seed.step);
        });
        BoundaryCurve out{
            curve.seed.kind, std::abs(curve.seed.step.reverse + curve.seed.step.same), curve.is_closed, {}};
        for (const Spot& s : curve.points) {
            out.points.push_back({window_.x_low + s.u * (window_.x_high - window_.x_low),
                                  window_.y_low + s.v * (window_.y_high - window_.y_low)});
        }
        result.push_back(std::move(out));
    }
    return result;
}

}  // namespace

std::vector<BoundaryCurve> trace_boundaries(const std::function<Ratios(double, double)>& plane,
                                            const PlaneWindow& window, const TraceOptions& options) {
    return Tracer(plane, window, options).trace();
}

}  // namespace stickslip
