// The pattern of a steady motion is counted, and how far it is from changing is read off its cycle.

#include "pressed_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "model/bounds.hpp"

namespace stickslip {

namespace {

constexpr double never_closes = std::numeric_limits<double>::infinity();

/// Under equal bounds the motion has the common period of load and normal force, and counts are whole numbers.
Pattern counted_pattern(const SteadyState& s) {
    if (s.regime == Regime::unbounded) return {0, 0, 2, 1};
    const auto whole = [](double count) { return static_cast<int>(std::lround(count)); };
    return {whole(s.stops_then_reverse), whole(s.stops_then_same_direction), whole(s.zero_duration_reversals),
            s.regime == Regime::permanent_stick ? 0 : 1};
}

/// The shortest stretch of one kind; the first and the last of a cycle are one where they are of the same.
double shortest_of(const Trajectory& cycle, PhaseKind kind) {
    struct Stretch {
        PhaseKind kind;
        int direction;
        double duration;
    };
    std::vector<Stretch> list;
    for (const Phase& p : cycle.phases) {
        const bool goes_on = !list.empty() && list.back().kind == p.kind && list.back().direction == p.direction;
        if (!goes_on) list.push_back({p.kind, p.direction, 0.0});
        list.back().duration += p.duration;
    }
    if (list.size() < 2) return never_closes;
    if (list.front().kind == list.back().kind && list.front().direction == list.back().direction) {
        list.front().duration += list.back().duration;
        list.pop_back();
    }
    double length = never_closes;
    for (const Stretch& s : list) {
        if (s.kind == kind) length = std::min(length, s.duration);
    }
    return length;
}

/// The smallest inner minimum of the speed of a slide: what closes where a stop in passing is born.
double slowest_of(const Trajectory& cycle) {
    constexpr int parts = 12;  // of each phase
    double least = never_closes;
    for (const Phase& p : cycle.phases) {
        if (p.kind != PhaseKind::slide) continue;
        std::vector<double> times;
        for (int i = 0; i < parts; ++i) {
            times.push_back(std::min(p.start.value() + p.duration * (i + 0.5) / parts, cycle.end_time()));
        }
        const std::vector<Sample> samples = cycle.at(times);
        const auto speed = [&](std::size_t i) {
            return p.direction * (samples[i].velocity - cycle.oscillator.belt_velocity);
        };
        for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
            if (speed(i) <= speed(i - 1) && speed(i) <= speed(i + 1)) least = std::min(least, speed(i));
        }
    }
    return least;
}

}  // namespace

std::unique_ptr<PatternSolver> PressedPatterns::another() const { return std::make_unique<PressedPatterns>(plane_); }

SteadyState PressedPatterns::state(const BoundaryPoint& at, bool with_cycle) const {
    const Case c = plane_(at.x, at.y);
    if (c.oscillator.holding_bound() > c.oscillator.friction_bound) {
        throw std::invalid_argument(
            "boundaries need equal static and sliding friction: with more static friction several motions can coexist, "
            "and the regime depends on the start as well; a map or a sweep shows what one start leads to");
    }
    SteadyState s = steady_state(c, {.with_cycle = with_cycle});
    if (s.regime == Regime::not_converged) {
        throw std::runtime_error("no steady state was found at " + shortest(at.x) + ", " + shortest(at.y) + ": " +
                                 s.reason);
    }
    return s;
}

Pattern PressedPatterns::pattern(const BoundaryPoint& at) { return counted_pattern(state(at, false)); }

Probe PressedPatterns::probe(const BoundaryPoint& at) {
    const SteadyState s = state(at, true);
    Probe p{counted_pattern(s), {never_closes, never_closes, never_closes, never_closes, never_closes, never_closes}};
    if (!s.cycle) return p;
    p.margins.slowest = slowest_of(*s.cycle);
    p.margins.shortest_stop = shortest_of(*s.cycle, PhaseKind::stick);
    p.margins.shortest_slide = shortest_of(*s.cycle, PhaseKind::slide);
    return p;
}

BoundaryKind PressedPatterns::kind(const Pattern& from, const Pattern& to, double distance,
                                   const std::function<BoundaryPoint(double)>& richer) {
    if (from.slides != to.slides) return BoundaryKind::slide_vanishes;
    if (from.stops() == to.stops()) return BoundaryKind::stop_to_back_slide;
    if (from.zero_duration_reversals != to.zero_duration_reversals) return BoundaryKind::reversal_stop;
    const Margins near = probe(richer(distance)).margins;
    const Margins far = probe(richer(4.0 * distance)).margins;
    const bool slide_shrinks = near.shortest_slide / far.shortest_slide < near.shortest_stop / far.shortest_stop;
    return slide_shrinks ? BoundaryKind::slide_vanishes : BoundaryKind::stop_in_passing;
}

}  // namespace stickslip
