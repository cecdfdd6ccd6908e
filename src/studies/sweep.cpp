#include "stickslip/studies/sweep.hpp"
#include "kernel/in_parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip {

namespace {

bool has_same_pattern(const SteadyState& a, const SteadyState& b) {
    return a.regime == b.regime && a.stops_then_reverse == b.stops_then_reverse &&
           a.stops_then_same_direction == b.stops_then_same_direction;
}

/// Marks the intervals in which the pattern changes, or next to which three points bend.
std::vector<bool> intervals_to_halve(const std::vector<SweepPoint>& points, const RefineOptions& options) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const SweepPoint& p : points) {
        const double y = options.curve(p.state);
        if (!std::isfinite(y)) continue;
        low = std::min(low, y);
        high = std::max(high, y);
    }
    std::vector<bool> marks(points.size(), false);
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (!has_same_pattern(points[i - 1].state, points[i].state)) marks[i] = true;
        if (i + 1 >= points.size()) continue;
        const double part = (points[i].value - points[i - 1].value) / (points[i + 1].value - points[i - 1].value);
        const double chord =
            (1.0 - part) * options.curve(points[i - 1].state) + part * options.curve(points[i + 1].state);
        if (std::abs(options.curve(points[i].state) - chord) > options.bend * (high - low)) {
            marks[i] = true;
            marks[i + 1] = true;
        }
    }
    return marks;
}

}  // namespace

std::vector<SweepPoint> sweep(const std::function<SteadyState(double)>& steady_at, const std::vector<double>& values) {
    std::vector<SweepPoint> points(values.size());
    in_parallel(std::size_t{0}, values.size(), [&](std::size_t i) {
        points[i] = {values[i], steady_at(values[i]), SweepDirection::none};
    });
    return points;
}

std::string_view name(SweepDirection direction) {
    switch (direction) {
        case SweepDirection::none: return "none";
        case SweepDirection::up: return "up";
        case SweepDirection::down: return "down";
    }
    return "";
}

std::vector<SweepPoint> continued_sweep(
    const std::function<SteadyState(double, const std::optional<State>&)>& steady_from,
    const std::vector<double>& values, SweepDirection direction) {
    std::vector<SweepPoint> points(values.size());
    std::optional<State> from;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const std::size_t i = direction == SweepDirection::down ? values.size() - 1 - k : k;
        points[i] = {values[i], steady_from(values[i], from), direction};
        if (points[i].state.at_zero) from = points[i].state.at_zero;
    }
    return points;
}

std::vector<SweepPoint> refined(const std::function<SteadyState(double)>& steady_at, std::vector<SweepPoint> points,
                                const RefineOptions& options) {
    for (int halving = 0; halving < options.most_halvings; ++halving) {
        const std::vector<bool> marks = intervals_to_halve(points, options);
        std::vector<double> middles;
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (marks[i]) middles.push_back(0.5 * (points[i - 1].value + points[i].value));
        }
        if (middles.empty()) break;
        std::vector<SweepPoint> more = sweep(steady_at, middles);
        points.insert(points.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        std::ranges::sort(points, {}, &SweepPoint::value);
    }
    return points;
}

}  // namespace stickslip
