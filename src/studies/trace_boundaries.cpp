// All boundary curves of a window: curves are looked for on a net of seed lines in both directions, each is traced from
// where it is first met (curve_tracer.hpp), and seeds that lie on a curve already traced are passed over.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "curve_tracer.hpp"
#include "kernel/in_parallel.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

struct TracedCurve {
    CurveSeed seed;
    std::vector<TracedPoint> points;
    bool is_closed = false;
};

std::vector<CurveSeed> seeds_on_lines(const CurveTracer& tracer, const TraceOptions& options) {
    constexpr double off_centre = 0.5137;     // of their strips: special frequencies such as 1/2 are simple fractions
    constexpr double seed_tolerance = 1e-11;  // of the window
    const CrossingOptions scan{.samples = options.seed_samples, .tolerance = seed_tolerance};
    const int count = options.seed_lines;
    std::vector<std::vector<CurveSeed>> found(static_cast<std::size_t>(2 * count));
    in_parallel(0, 2 * count, [&](int i) {
        const bool is_along_u = i < count;
        const double fixed = (i % count + off_centre) / count;
        const auto spot = [&](double t) { return is_along_u ? Spot{t, fixed} : Spot{fixed, t}; };
        // Seen in this direction, what lies further along the line is on the left.
        const double direction = is_along_u ? -0.5 * pi : 0.0;
        const std::unique_ptr<PatternSolver> solver = tracer.solver();
        const auto line = [&](double t) { return tracer.place(spot(t)); };
        for (const PatternChange& c : pattern_changes_along(*solver, line, 0.0, 1.0, scan)) {
            found[static_cast<std::size_t>(i)].push_back({spot(c.value), direction, {c.below, c.above}, c.kind});
        }
    });
    std::vector<CurveSeed> seeds;
    for (const auto& list : found) seeds.insert(seeds.end(), list.begin(), list.end());
    return seeds;
}

/// Whether a seed lies on a chord of the curve, up to the chord's own deviation from it.
bool is_on(const TracedCurve& curve, const CurveSeed& seed) {
    constexpr double rounding = 1e-6;
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
        const Spot a = curve.points[i - 1].at;
        const Spot along{curve.points[i].at.u - a.u, curve.points[i].at.v - a.v};
        const Spot to{seed.at.u - a.u, seed.at.v - a.v};
        const double length = std::hypot(along.u, along.v);
        if (length == 0.0 || std::hypot(to.u, to.v) > 2.0 * length + rounding) continue;
        const double part = std::clamp((to.u * along.u + to.v * along.v) / (length * length), 0.0, 1.0);
        const double distance = std::hypot(to.u - part * along.u, to.v - part * along.v);
        if (distance < chord_deviation * length + rounding) return true;
    }
    return false;
}

/// The direction of the curve at a seed. Where the guess is exact, as of curves along an axis, places right on the
/// curve are looked at, which may have a pattern of their own: a guess a little off avoids them.
std::optional<double> direction_of(CurveTracer& tracer, const CurveSeed& seed) {
    constexpr double aside = 0.1;  // radians
    const std::optional<double> direction = tracer.direction_at(seed);
    if (direction) return direction;
    CurveSeed turned = seed;
    turned.direction += aside;
    return tracer.direction_at(turned);
}

TracedCurve trace_from(CurveTracer& tracer, const CurveSeed& seed) {
    TracedCurve curve{seed, {}, false};
    CurveTracer::Path back = tracer.follow(seed, CurveTracer::Way::backwards);
    curve.points.assign(back.points.rbegin(), back.points.rend());
    curve.points.push_back({seed.at, seed.direction});
    curve.is_closed = back.returns_to_seed;
    if (curve.is_closed) return curve;
    const CurveTracer::Path on = tracer.follow(seed, CurveTracer::Way::onwards);
    curve.points.insert(curve.points.end(), on.points.begin(), on.points.end());
    return curve;
}

/// A and B change the pattern alike and meet at the tips of regions: a trace runs from one into the other.
bool has_same_step(BoundaryKind a, BoundaryKind b) {
    const auto is_gain = [](BoundaryKind k) {
        return k == BoundaryKind::slide_vanishes || k == BoundaryKind::stop_in_passing;
    };
    return a == b || (is_gain(a) && is_gain(b));
}

/// A point on the curve and what happens there.
struct FinishedPoint {
    BoundaryPoint at;
    BoundaryKind kind = BoundaryKind::slide_vanishes;
};

FinishedPoint finish(const CurveTracer& tracer, const TracedPoint& traced, const CurveSeed& seed) {
    const Pattern step = difference(seed.sides);
    const TracedPoint point{tracer.polished(traced, step), traced.direction};
    return {tracer.place(point.at), tracer.kind_at(point, seed.sides)};
}

/// The curve in runs of one kind; neighbouring runs share the point between them.
void add_runs(const CurveTracer& tracer, const TracedCurve& curve, std::vector<BoundaryCurve>& result) {
    std::vector<FinishedPoint> points(curve.points.size());
    in_parallel(std::size_t{0}, points.size(),
                [&](std::size_t i) { points[i] = finish(tracer, curve.points[i], curve.seed); });
    // Where curves meet, rounding makes single points of another kind: they belong to what surrounds them.
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        if (points[i - 1].kind == points[i + 1].kind) points[i].kind = points[i - 1].kind;
    }
    // A curve ends where it meets another; an end alone is of the kind of its neighbour.
    if (points.size() > 1) {
        points.front().kind = points[1].kind;
        points.back().kind = points[points.size() - 2].kind;
    }
    const int change = std::abs(difference(curve.seed.sides).stops());
    for (std::size_t begin = 0; begin < points.size();) {
        std::size_t end = begin + 1;
        while (end < points.size() && points[end].kind == points[begin].kind) ++end;
        BoundaryCurve run{points[begin].kind, change, curve.is_closed && end - begin == points.size(), {}};
        for (std::size_t i = begin; i < std::min(end + 1, points.size()); ++i) run.points.push_back(points[i].at);
        result.push_back(std::move(run));
        begin = end;
    }
}

}  // namespace

std::vector<BoundaryCurve> trace_boundaries(const std::function<Ratios(double, double)>& plane,
                                            const PlaneWindow& window, const TraceOptions& options) {
    return trace_boundaries(*ratio_patterns(plane), window, options);
}

std::vector<BoundaryCurve> trace_boundaries(const PatternSolver& solver, const PlaneWindow& window,
                                            const TraceOptions& options) {
    constexpr double share_of_seeds = 0.3;
    constexpr double share_of_tracing = 0.5;
    const auto goes_on = [&](double done) { return !options.progress || options.progress(done); };
    CurveTracer tracer(solver, window, options);
    const std::vector<CurveSeed> seeds = seeds_on_lines(tracer, options);
    std::vector<TracedCurve> curves;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(seeds.size());
        if (!goes_on(share_of_seeds + share_of_tracing * part)) return {};
        const bool is_known = std::ranges::any_of(curves, [&](const TracedCurve& c) {
            return has_same_step(c.seed.kind, seeds[i].kind) && is_on(c, seeds[i]);
        });
        if (is_known) continue;
        CurveSeed seed = seeds[i];
        const std::optional<double> direction = direction_of(tracer, seed);
        if (!direction) continue;
        seed.direction = *direction;
        curves.push_back(trace_from(tracer, seed));
    }
    std::vector<BoundaryCurve> result;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(curves.size());
        if (!goes_on(share_of_seeds + share_of_tracing + (1.0 - share_of_seeds - share_of_tracing) * part)) return {};
        add_runs(tracer, curves[i], result);
    }
    return result;
}

}  // namespace stickslip
