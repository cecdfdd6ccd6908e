#include "stickslip/steady/attractor.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "attractor_search.hpp"
#include "cycle_points.hpp"
#include "long_run.hpp"
#include "shooting.hpp"
#include "walk_motion.hpp"

namespace stickslip {

namespace {

constexpr double same_orbit = 1e-6;  // of the size: two cycles are one

/// What a finished search found; `varied` is a motion of the same oscillator with a tangent.
template <class Motion>
Attractor result_of(const AttractorSearch& search, const std::vector<StateVector>& points, Motion& varied,
                    double period) {
    Attractor a{search.kind(),       search.cycle(),     {},
                search.multiplier(), search.exponent(),  search.exponent_error(),
                search.marched(),    search.is_at_rest()};
    if (a.kind == AttractorKind::diverging) return a;
    if (a.kind == AttractorKind::periodic) {
        a.points = cycle_points(varied, state_of(search.cycle_start()), a.period, period);
        const auto lowest = std::ranges::min_element(a.points, {}, &LawState::position);
        std::rotate(a.points.begin(), lowest, a.points.end());
    } else {
        for (int age = search.point_count() - 1; age >= 0; --age) {
            a.points.push_back(state_of(search.point(points.data(), age)));
        }
    }
    return a;
}

/// `motion` goes its way from the start, `varied` is asked for images and tangents.
template <class Motion>
Attractor search_with(Motion& motion, Motion& varied, AttractorSearch search, const LawState& start, double period,
                      const AttractorOptions& options) {
    std::vector<StateVector> points(static_cast<std::size_t>(search_bounds(options).kept()));
    motion.start({}, start);
    while (!search.is_done()) {
        switch (search.stage()) {
            case AttractorSearch::Stage::march: search.march(motion, points.data()); break;
            case AttractorSearch::Stage::shoot: search.shoot(varied, points.data()); break;
            case AttractorSearch::Stage::grow: search.grow(varied, points.data()); break;
            case AttractorSearch::Stage::done: break;
        }
    }
    return result_of(search, points, varied, period);
}

}  // namespace

std::string Attractor::label() const {
    switch (kind) {
        case AttractorKind::periodic: {
            std::string text = "P";
            text += std::to_string(period);
            return text;
        }
        case AttractorKind::chaotic: return "chaotic";
        case AttractorKind::diverging: return "diverging";
        case AttractorKind::unresolved: return "unresolved";
    }
    return "";
}

Attractor find_closed_form_attractor(const Oscillator& o, const Load& load, const LawState& start, double period,
                                     const AttractorOptions& options) {
    WalkMotion motion(o, load, period);
    WalkMotion varied(o, load, period);
    return search_with(motion, varied, AttractorSearch(search_bounds(options), period, 2, motion.centre()), start,
                       period, options);
}

Attractor find_attractor(const Oscillator& o, const Load& load, const LawState& start,
                         const AttractorOptions& options) {
    const std::optional<double> period = common_period(load, o.normal);
    if (!period) throw std::invalid_argument("attractors are seen once a load period: the load must be periodic");
    if (options.transient < 0 || options.largest_period < 1) {
        throw std::invalid_argument("attractors need transient ≥ 0 and a largest period ≥ 1");
    }
    const SearchBounds bounds = search_bounds(options);
    if (o.has_closed_form() && o.stiffness > 0.0) {
        validate(o);
        validate(load);
        return find_closed_form_attractor(o, load, start, *period, options);
    }
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load, Variation::none, options.series);
    const std::unique_ptr<LawMotion> varied = make_law_motion(o, load, Variation::tangent, options.series);
    return search_with(*motion, *varied, AttractorSearch(bounds, *period, has_inner_state(o.law) ? 3 : 2), start,
                       *period, options);
}

bool are_same(const Attractor& a, const Attractor& b) {
    if (a.kind != b.kind || a.period != b.period) return false;
    if (a.is_at_rest || b.is_at_rest) return a.is_at_rest == b.is_at_rest;
    if (a.kind != AttractorKind::periodic) return true;
    double size = 0.0;
    for (const LawState& p : a.points) size = std::max(size, distance(vector_of(p), {}, 1.0));
    const auto shift = [&](std::size_t first) {
        double largest = 0.0;
        for (std::size_t i = 0; i < a.points.size(); ++i) {
            largest = std::max(
                largest, distance(vector_of(a.points[i]), vector_of(b.points[(i + first) % b.points.size()]), 1.0));
        }
        return largest <= same_orbit * size;
    };
    for (std::size_t first = 0; first < b.points.size(); ++first) {
        if (shift(first)) return true;
    }
    return false;
}

}  // namespace stickslip
