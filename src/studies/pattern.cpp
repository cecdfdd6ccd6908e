#include "pattern.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinds/line/cell.hpp"

namespace stickslip {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using std::numbers::pi;

CellParameters<double> cell_of(const Ratios& r) { return {r.friction, r.friction, r.frequency, r.damping}; }

/// Measures the margins along one half period.
struct MarginRecorder {
    Margins margins{infinity, infinity, infinity, infinity, infinity, infinity};
    double friction = 0.0;
    double first_stick = 0.0;
    bool has_slid = false;
    double stick_now = 0.0;
    bool is_stuck = false;
    int direction = 0;

    template <class Phases>
    void slide(const Phases& phases, double v, int way, double length, double, bool) {
        close_stick();
        has_slid = true;
        direction = way;
        margins.shortest_slide = std::min(margins.shortest_slide, length);
        double before = -infinity;
        bool is_rising = true;  // extremes alternate, but a slide cut by the section may begin with a minimum
        phases.visit_speed_extremes(v, way, length, [&](double speed, bool) {
            is_rising = before == -infinity ? speed >= std::abs(v) : !is_rising;
            if (!is_rising) margins.slowest = std::min(margins.slowest, speed);
            before = speed;
        });
    }

    template <class Phases>
    void stick(const Phases& phases, double x, double length, bool) {
        is_stuck = true;
        stick_now += length;
        const double angle = std::atan2(phases.load_angle().sin, phases.load_angle().cos);
        double peak = std::ceil(angle / pi - 0.5) * pi + 0.5 * pi;
        for (; peak < angle + phases.frequency() * length; peak += pi) {
            const double force = std::abs(std::sin(peak) - x);
            margins.held_force = std::min(margins.held_force, friction - force);
        }
    }

    void stop(double deceleration, double, bool) {
        // a⁻ = force − s·f, so the force is a⁻ + s·f; its distance to −s·f:
        margins.stopping_force = std::min(margins.stopping_force, std::abs(direction * deceleration + 2.0 * friction));
    }

    void reversal(double onwards, bool) { margins.turning_force = std::min(margins.turning_force, std::abs(onwards)); }

    /// A stick that the section cuts in two is one stop.
    void finish() {
        if (is_stuck && has_slid) {
            stick_now += first_stick;
            margins.shortest_stop = std::min(margins.shortest_stop, stick_now);
        } else if (first_stick > 0.0) {
            margins.shortest_stop = std::min(margins.shortest_stop, first_stick);
        }
    }

private:
    void close_stick() {
        if (!is_stuck) return;
        if (has_slid) {
            margins.shortest_stop = std::min(margins.shortest_stop, stick_now);
        } else {
            first_stick = stick_now;
        }
        stick_now = 0.0;
        is_stuck = false;
    }
};

Pattern pattern_of(const CellSolution<double>& s) {
    // Where the amplitude is unbounded or not unique the mass turns round twice a cycle without stopping.
    if (s.regime == Regime::unbounded) return {0, 0, 2};
    return {s.stops_then_reverse, s.stops_then_same_direction, s.zero_duration_reversals};
}

CellSolution<double> solve_near(const CellParameters<double>& cell, CellSolution<double>& neighbour) {
    const CellSolution<double> s = CellSolver<double>(cell, flow_kind(cell.damping, 1.0)).solve(&neighbour);
    if (s.half_maps > 0 && s.regime == Regime::stick_slip) neighbour = s;
    return s;
}

class RatioPatterns final : public PatternSolver {
public:
    explicit RatioPatterns(std::function<Ratios(double, double)> plane) : plane_(std::move(plane)) {}

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override {
        return std::make_unique<RatioPatterns>(plane_);
    }

    [[nodiscard]] Pattern pattern(const BoundaryPoint& at) override {
        return pattern_of(solve_near(cell_of(plane_(at.x, at.y)), neighbour_));
    }

    [[nodiscard]] Probe probe(const BoundaryPoint& at) override {
        const CellParameters<double> cell = cell_of(plane_(at.x, at.y));
        const CellSolution<double> s = solve_near(cell, neighbour_);
        Probe p{pattern_of(s), {infinity, infinity, infinity, infinity, infinity, infinity}};
        if (s.regime == Regime::permanent_stick) p.margins.held_force = cell.friction - 1.0;
        if (s.regime != Regime::stick_slip && s.regime != Regime::continuous) return p;
        HarmonicPhases<double> phases(cell, flow_kind(cell.damping, 1.0));
        double section = s.section;
        double x = s.x;
        double v = s.v;
        const double half_period = pi / cell.frequency;
        phases.set_section(section);
        if (s.stuck_fraction == 0.0) {
            // Cut away from the turning point, so that the reversal lies inside.
            constexpr double aside = 0.37;
            NoRecorder none;
            const MappedState<double> m = walk_period(phases, x, v, aside * half_period, most_phases_per_walk, none);
            section += pi * aside;
            x = m.x;
            v = m.v;
            phases.set_section(section);
        }
        MarginRecorder recorder;
        recorder.friction = cell.friction;
        walk_period(phases, x, v, half_period, most_phases_per_walk, recorder);
        recorder.finish();
        p.margins = recorder.margins;
        return p;
    }

    [[nodiscard]] BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                    const std::function<BoundaryPoint(double)>& richer) override {
        if (from.stops() == to.stops()) return BoundaryKind::stop_to_back_slide;
        if (from.zero_duration_reversals != to.zero_duration_reversals) return BoundaryKind::reversal_stop;
        const bool all_motion_ends = from.stops() == 0 || to.stops() == 0;
        const Margins near = probe(richer(distance)).margins;
        const Margins far = probe(richer(4.0 * distance)).margins;
        const double slide_shrinks = near.shortest_slide / far.shortest_slide;
        const double stop_shrinks = near.shortest_stop / far.shortest_stop;
        const bool is_rest_beyond =
            all_motion_ends && from.zero_duration_reversals == 0 && to.zero_duration_reversals == 0;
        return is_rest_beyond || slide_shrinks < stop_shrinks ? BoundaryKind::slide_vanishes
                                                              : BoundaryKind::stop_in_passing;
    }

private:
    std::function<Ratios(double, double)> plane_;
    CellSolution<double> neighbour_{};
};

}  // namespace

std::unique_ptr<PatternSolver> ratio_patterns(std::function<Ratios(double x, double y)> plane) {
    return std::make_unique<RatioPatterns>(std::move(plane));
}

}  // namespace stickslip
