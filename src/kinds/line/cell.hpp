#pragma once

// The steady state of one cell (f, Ω, ζ) of the parameter space, found directly. docs/theory/steady.md.
//
//   1. Den Hartog's closed form, if the proven first zero of its velocity is its own turning point.
//   2. Else: walk a few load periods, cut in the middle of the longest rest, and solve z + Φ(z) = 0 for the half-period
//   map
//      Φ by Newton with its exact derivative. The number of stops comes out; it does not go in.
//   3. Where Newton does not contract: the period map never expands distances, so h(x) = x + Φₓ(x, 0) is monotone on a
//      section where the mass rests, and a bracketed search cannot fail.
//   4. Where the mass hardly rests: z + Φ(z) is a monotone, and proximal points converge from anywhere.
// Scalar type T, no allocation, no exceptions: scalar, SIMD and CUDA maps compile this text.

#include "cell_solution.hpp"
#include "closed_form.hpp"
#include "period_map.hpp"
#include "proximal_point.hpp"
#include "special_regimes.hpp"

namespace stickslip {

/// A load period has at most this many phases before a walk is given up; Ω = 10⁻⁴ needs about 10⁴.
inline constexpr int most_phases_per_walk = 2 * static_cast<int>(most_slides_per_period);

/// A motion is periodic when it closes to this many ulp of its size.
inline constexpr double closure_ulps = 64.0;

/// How hard Newton's method tries.
struct NewtonEffort {
    int most_steps = 60;   ///< walks over half a period
    int most_stalled = 6;  ///< walks in turn that do not halve the residual
    double enough = 0.0;   ///< residual·sensitivity ≤ enough·size: a motion so close is not improved further
};

/// The longest step of Newton's method: ‖(dx, dv)‖ ≤ max(f, this·size), in units of p₀/k.
inline constexpr double longest_step_share = 0.25;
/// The section stays in its rest while |its distance from the middle| ≤ this·(duration of the rest).
inline constexpr double centred_share = 0.2;

/// Newton's method under way: a walk at a time.
template <class T>
struct NewtonRun {
    Mask<T> asked = Mask<T>(false);
    Mask<T> wanted = Mask<T>(false);  ///< lanes that have not come to an end
    T x{};
    T v{};
    T best = infinity_of<T>;
    Count<T> stalled = 0;
    int steps = 0;
};

template <class T, class Kind = FlowKind>
class CellSolver {
public:
    STICKSLIP_KERNEL CellSolver(const CellParameters<T>& cell, Kind kind)
        : cell_(cell), kind_(kind), phases_(cell, kind), half_period_(T(pi_of<T>) / cell.frequency) {}

    /// The largest velocity costs a search of its own; it is found unless told otherwise.
    STICKSLIP_KERNEL void leave_out_velocity() { wants_velocity_ = false; }

    /// The steady state reached from rest at x = 0. The state of a neighbouring cell, where there is one, saves the
    /// walk through the transient; it cannot change the answer, because a steady motion with a stop is unique. For one
    /// lane; solvers of many lanes use the steps below.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> solve(const CellSolution<T>* neighbour = nullptr) {
        if (settle_special(true)) return solution_;
        const bool is_unique = !(cell_.static_friction > cell_.friction);
        if (is_too_slow(cell_)) {
            fail(true);
            return solution_;
        }
        if (is_unique && try_closed_form(true)) return solution_;
        if (!(is_unique && neighbour != nullptr && try_neighbour(*neighbour))) search(T(0), T(0));
        return solution_;
    }

    STICKSLIP_KERNEL Mask<T> settle_special(Mask<T> wanted) {
        return stickslip::settle_special(cell_, kind_, wanted, solution_);
    }

    /// Den Hartog's motion, where the proven first zero of its velocity is its own turning point. The lanes where it is
    /// the steady state are settled.
    STICKSLIP_KERNEL_CALL Mask<T> try_closed_form(Mask<T> wanted) {
        if (!any(wanted)) return wanted;
        const TurningPoint<T> turn = den_hartog(cell_, kind_);
        wanted = wanted & turn.exists;
        if (!any(wanted)) return wanted;
        phases_.set_section(turn.angle);
        phases_.begin(T(0), T(0) - turn.amplitude);
        const RestOutcome<T> outcome = phases_.outcome_of_rest();
        wanted = wanted & (outcome.direction == 1);
        if (!any(wanted)) return wanted;
        constexpr double overshoot = 1.0 + 1e-3;
        constexpr double own_turning_point = 1e-7;  // share of the half period; a⁻ there is at least 2f away from 0
        const Count<T> forwards(1);
        const SlideEnd<T> end =
            phases_.end_of_slide(T(0), forwards, outcome.zeros, half_period_ * T(overshoot), wanted);
        wanted =
            wanted & end.stop.exists & (absolute(end.stop.time - half_period_) <= T(own_turning_point) * half_period_);
        if (!any(wanted)) return wanted;
        settle_continuous(turn, end, wanted);
        return wanted;
    }

    /// Starts from this state at this load angle.
    STICKSLIP_KERNEL void start(T section, T x, T v, Mask<T> lanes = Mask<T>(true)) {
        solution_.section = select(lanes, section, solution_.section);
        solution_.x = select(lanes, x, solution_.x);
        solution_.v = select(lanes, v, solution_.v);
    }

    /// Starts where a walk from rest at x, at load angle `from`, leads at load angle `section`.
    STICKSLIP_KERNEL void walk_to(T section, T from, T x, Mask<T> lanes) {
        phases_.set_section(from);
        NoRecorder none;
        const T span = (section - from) / cell_.frequency;
        const MappedState<T> m = walk_period(phases_, x, T(0), span, most_phases_per_walk, none, lanes);
        start(section, m.x, m.v, lanes);
    }

    /// Walks a few load periods from rest at x = 0 and starts where the motion rests longest. False for the lanes whose
    /// period has more phases than are walked.
    STICKSLIP_KERNEL_CALL Mask<T> approach(T x, T v, int periods, Mask<T> wanted = Mask<T>(true)) {
        phases_.set_section(T(0));
        for (int period = 0; period < periods && any(wanted); ++period) {
            NoRecorder none;
            const MappedState<T> m =
                walk_period(phases_, x, v, half_period_ + half_period_, most_phases_per_walk, none, wanted);
            solution_.half_maps = solution_.half_maps + 2;
            wanted = wanted & m.is_complete;
            x = m.x;
            v = m.v;
        }
        if (any(wanted)) cut(x, v, T(0), wanted);
        return wanted;
    }

    /// Walks from (x, v) at load angle 0 and solves for the periodic motion it leads to.
    STICKSLIP_KERNEL void search(T x, T v) {
        int periods = first_transient;
        for (int attempt = 0; attempt < most_attempts; ++attempt) {
            if (!approach(x, v, periods)) break;
            if (newton(true) || bracket(true) || proximal()) {
                record(true);
                return;
            }
            periods *= 4;
        }
        fail(true);
    }

    /// Solves again from a solution found with another scalar type; false if that does not close. The section is put
    /// anew unless the motion rests there.
    template <class Other>
    [[nodiscard]] STICKSLIP_KERNEL bool refine(const CellSolution<Other>& found, const NewtonEffort& effort = {}) {
        solution_.half_maps = found.half_maps;
        start(T(found.section), T(found.x), T(found.v));
        const bool rests = found.regime == Regime::stick_slip && found.v == Other(0);
        if (!(rests && newton(true, effort))) {
            phases_.set_section(T(found.section));
            cut(T(found.x), T(found.v), T(found.section));
            if (!newton(true)) return false;
        }
        if (wants_velocity_) record(true);
        return true;
    }

    /// z ← z − (I + DΦ)⁻¹·(z + Φ(z)); where that does not bring the motion nearer to closing, z ← (z − Φ(z))/2, which
    /// converges for every non-expansive map. The section follows the rest it lies in: near a boundary that rest is
    /// short and elsewhere than in the transient. True for the lanes whose motion closes; what the walk that closed
    /// showed is noted, but for the velocity.
    STICKSLIP_KERNEL Mask<T> newton(Mask<T> wanted, const NewtonEffort& effort = {}) {
        NewtonRun<T> run = begin_newton(wanted);
        while (any(run.wanted)) walk_newton(run, effort);
        return found_by_newton(run, effort);
    }

    [[nodiscard]] STICKSLIP_KERNEL NewtonRun<T> begin_newton(Mask<T> wanted) {
        phases_.set_section(solution_.section);
        solution_.residual = select(wanted, T(infinity_of<T>), solution_.residual);
        NewtonRun<T> run;
        run.asked = wanted;
        run.wanted = wanted;
        run.x = solution_.x;
        run.v = solution_.v;
        return run;
    }

    /// One walk over half a period, and the step that follows from it.
    STICKSLIP_KERNEL_CALL void walk_newton(NewtonRun<T>& run, const NewtonEffort& effort) {
        const T x = run.x;
        const T v = run.v;
        Rests<T> rests;
        CycleRecorder<T, false> cycle(x);
        BothRecorders<Rests<T>, CycleRecorder<T, false>> both{rests, cycle};
        solution_.half_maps = solution_.half_maps + 1;
        const MappedState<T> m = walk_period(phases_, x, v, half_period_, most_phases_per_walk, both, run.wanted);
        Mask<T> wanted = run.wanted & m.is_complete;
        const T rx = x + m.x;
        const T rv = v + m.v;
        const T residual = square_root(rx * rx + rv * rv);
        // A walk that ends at rest says that the motion rests at the section, too. What is left of a velocity there is
        // rounding, but it makes a slide of its own, and a stop: such a walk does not show the motion.
        const Mask<T> ends_at_rest = rests.last > T(0);
        const Mask<T> starts_in_vain = ends_at_rest & !(v == T(0));
        const Mask<T> is_better = wanted & (residual < run.best) & !starts_in_vain;
        solution_.x = select(is_better, x, solution_.x);
        solution_.v = select(is_better, v, solution_.v);
        solution_.residual = select(is_better, residual, solution_.residual);
        rest_before_ = select(is_better, rests.last, rest_before_);
        rest_after_ = select(is_better, rests.first, rest_after_);
        inner_rest_ = select(is_better, rests.inner_middle, inner_rest_);
        inner_x_ = select(is_better, rests.inner_position, inner_x_);
        note_cycle(cell_, cycle, m, is_better, solution_);
        const T determinant = (T(1) + m.xx) * (T(1) + m.vv) - m.xv * m.vx;
        const T dx = ((T(1) + m.vv) * rx - m.xv * rv) / determinant;
        const T dv = ((T(1) + m.xx) * rv - m.vx * rx) / determinant;
        const T sensitivity = closing_sensitivity(m);
        const Mask<T> is_sound = T(borderline_ulps) * epsilon_of<T> * sensitivity < T(1);
        better_x_ = select(is_better, select(is_sound, x - dx, x), better_x_);
        const T size = absolute(x) + absolute(v) + cell_.friction;
        const Mask<T> closes = residual <= T(closure_ulps) * epsilon_of<T> * size;
        const Mask<T> is_enough = residual * sensitivity <= T(effort.enough) * size;
        wanted = wanted & (starts_in_vain | !(is_enough | (closes & !(residual < T(worth_another_step) * run.best))));
        run.stalled = select(residual < T(stalled_share) * run.best, Count<T>(0), run.stalled + 1);
        run.best = select(starts_in_vain, run.best, smaller(run.best, residual));
        run.steps = run.steps + 1;
        run.wanted = wanted & (run.stalled <= effort.most_stalled) & Mask<T>(run.steps < effort.most_steps);
        if (!any(run.wanted)) return;
        const Mask<T> takes_step = is_sound & is_even(run.stalled);
        // A step that goes further than the motion itself comes from a derivative that says little.
        const T reach = larger(cell_.friction, T(longest_step_share) * size);
        const T share = reach / larger(reach, square_root(dx * dx + dv * dv));
        run.x = select(run.wanted, select(takes_step, x - share * dx, T(0.5) * (x - m.x)), x);
        run.v = select(run.wanted, select(takes_step, v - share * dv, T(0.5) * (v - m.v)), v);
        run.v = select(run.wanted & ends_at_rest, T(0), run.v);
        const T off_centre = T(0.5) * (rests.first - rests.last);
        const Mask<T> moves =
            run.wanted & (rests.first > T(0)) & (absolute(off_centre) > T(centred_share) * (rests.first + rests.last));
        if (any(moves)) {
            move_section(off_centre, moves);
            run.v = select(moves, T(0), run.v);
            run.best = select(moves, T(infinity_of<T>), run.best);
        }
    }

    [[nodiscard]] STICKSLIP_KERNEL Mask<T> found_by_newton(const NewtonRun<T>& run, const NewtonEffort& effort) const {
        const T size = absolute(solution_.x) + absolute(solution_.v) + cell_.friction;
        const Mask<T> is_enough = solution_.residual * solution_.sensitivity <= T(effort.enough) * size;
        return run.asked & (is_enough | (solution_.residual <= T(closure_ulps) * epsilon_of<T> * size));
    }

    /// Bisection of the monotone h(x) = x + Φₓ(x, 0) over the positions that rest at the section, sped up by Newton;
    /// for lanes that Newton left open. What the walk that closed showed is noted, but for the velocity.
    STICKSLIP_KERNEL_CALL Mask<T> bracket(Mask<T> wanted) {
        wanted = wanted & !(cell_.static_friction > cell_.friction);
        phases_.set_section(solution_.section);
        const T force = sin_cos(solution_.section).sin;
        T low = force - cell_.friction;
        T high = force + cell_.friction;
        T x = smaller(larger(solution_.x, low), high);
        Mask<T> found(false);
        constexpr int most_steps = 120;
        for (int step = 0; step < most_steps && any(wanted); ++step) {
            CycleRecorder<T, false> cycle(x);
            solution_.half_maps = solution_.half_maps + 1;
            const MappedState<T> m = walk_period(phases_, x, T(0), half_period_, most_phases_per_walk, cycle, wanted);
            const T rx = x + m.x;
            const T residual = square_root(rx * rx + m.v * m.v);
            const Mask<T> closes = wanted & m.is_complete & (residual <= closure_tolerance(x, T(0)));
            solution_.x = select(closes, x, solution_.x);
            solution_.v = select(closes, T(0), solution_.v);
            solution_.residual = select(closes, residual, solution_.residual);
            better_x_ = select(closes, x, better_x_);
            if (any(closes)) note_cycle(cell_, cycle, m, closes, solution_);
            found = found | closes;
            high = select(rx > T(0), x, high);
            low = select(rx > T(0), low, x);
            wanted = wanted & m.is_complete & !closes & (low < high);
            const T next = x - rx / (T(1) + m.xx);
            const Mask<T> is_inside = (next > low) & (next < high) & Mask<T>(step % 3 != 2);
            x = select(wanted, select(is_inside, next, T(0.5) * (low + high)), x);
        }
        return found;
    }

    /// Puts the section into the middle of the rest around it, where Newton's best walk saw one, else into the longest
    /// one of that walk. Returns the lanes that are in another rest now.
    STICKSLIP_KERNEL Mask<T> centre_section(Mask<T> lanes) {
        const Mask<T> rests = lanes & (rest_after_ > T(0)) & (rest_before_ > T(0));
        const Mask<T> slides = lanes & !rests & (inner_rest_ > T(0));
        move_section(select(rests, T(0.5) * (rest_after_ - rest_before_), inner_rest_), rests | slides);
        solution_.x = select(slides, inner_x_, solution_.x);
        solution_.v = select(slides, T(0), solution_.v);
        better_x_ = select(slides, inner_x_, better_x_);
        return slides;
    }

    /// The position of Newton's best walk after one more step: the better seed for a neighbour.
    [[nodiscard]] STICKSLIP_KERNEL T better_x() const { return better_x_; }

    /// Says that no motion was found.
    STICKSLIP_KERNEL void fail(Mask<T> lanes) { solution_.set_regime(lanes, Regime::not_converged); }

    /// Notes what the motion does, the velocity included, by one more walk.
    STICKSLIP_KERNEL_CALL void record(Mask<T> wanted) {
        phases_.set_section(solution_.section);
        CycleRecorder<T> cycle(solution_.x);
        const MappedState<T> m =
            walk_period(phases_, solution_.x, solution_.v, half_period_, most_phases_per_walk, cycle, wanted);
        note_cycle(cell_, cycle, m, wanted, solution_);
    }

    [[nodiscard]] STICKSLIP_KERNEL const CellSolution<T>& solution() const { return solution_; }

private:
    static constexpr int first_transient = 4;  // load periods
    static constexpr int most_attempts = 6;

    /// The answers of a motion that slides all the time; `phases_` is at its turning point.
    STICKSLIP_KERNEL void settle_continuous(const TurningPoint<T>& turn, const SlideEnd<T>& end, Mask<T> lanes) {
        const Count<T> forwards(1);
        // Derivative of the half map that starts just after this turning point and ends just after the next.
        const T ratio = phases_.jet(T(0), forwards, T(0)).derivative[2] / (T(0) - end.acceleration);
        const FreeResponse<T> free = phases_.free_flow(half_period_);
        MappedState<T> m;
        m.xx = T(1) - free.push;
        m.xv = free.g;
        m.vx = T(0) - ratio * free.g;
        m.vv = ratio * free.g_rate;
        const T gap = end.z - turn.amplitude;
        const T speed_gap = end.acceleration * (half_period_ - end.stop.time);
        CellSolution<T>& s = solution_;
        s.set_regime(lanes, Regime::continuous);
        s.half_maps = select(lanes, Count<T>(0), s.half_maps);
        s.section = select(lanes, turn.angle, s.section);
        s.x = select(lanes, T(0) - turn.amplitude, s.x);
        s.v = select(lanes, T(0), s.v);
        s.amplitude = select(lanes, turn.amplitude, s.amplitude);
        s.stuck_fraction = select(lanes, T(0), s.stuck_fraction);
        s.dissipated = select(lanes, T(4) * cell_.friction * turn.amplitude, s.dissipated);
        s.multiplier = select(lanes, largest_multiplier(m), s.multiplier);
        s.residual = select(lanes, square_root(gap * gap + speed_gap * speed_gap), s.residual);
        s.stops_then_reverse = select(lanes, Count<T>(0), s.stops_then_reverse);
        s.stops_then_same_direction = select(lanes, Count<T>(0), s.stops_then_same_direction);
        s.zero_duration_reversals = select(lanes, Count<T>(2), s.zero_duration_reversals);
        if (!wants_velocity_) return;
        const T speed = phases_.peak_speed(T(0), forwards, half_period_, lanes) / cell_.frequency;
        s.velocity = select(lanes, speed, s.velocity);
    }

    [[nodiscard]] STICKSLIP_KERNEL bool try_neighbour(const CellSolution<T>& neighbour) {
        if (neighbour.half_maps == 0) return false;
        start(neighbour.section, neighbour.x, neighbour.v);
        if (!newton(true)) return false;
        record(true);
        return true;
    }

    /// Puts the section in the middle of the longest rest of the period after load angle `angle`, else a quarter period
    /// on.
    STICKSLIP_KERNEL void cut(T x, T v, T angle, Mask<T> wanted = Mask<T>(true)) {
        LongestStick<T> longest;
        walk_period(phases_, x, v, half_period_ + half_period_, most_phases_per_walk, longest, wanted);
        const T elapsed = select(longest.length > T(0), longest.middle, T(0.5) * half_period_);
        NoRecorder none;
        const MappedState<T> m = walk_period(phases_, x, v, elapsed, most_phases_per_walk, none, wanted);
        solution_.half_maps = solution_.half_maps + 3;
        start(turn_remainder(angle + cell_.frequency * elapsed), m.x, m.v, wanted);
    }

    STICKSLIP_KERNEL void move_section(T time, Mask<T> lanes) {
        const T section = turn_remainder(solution_.section + cell_.frequency * time);
        solution_.section = select(lanes, section, solution_.section);
        phases_.set_section(solution_.section);
    }

    [[nodiscard]] STICKSLIP_KERNEL MappedState<T> half_map(T x, T v) {
        NoRecorder none;
        solution_.half_maps = solution_.half_maps + 1;
        return walk_period(phases_, x, v, half_period_, most_phases_per_walk, none);
    }

    [[nodiscard]] STICKSLIP_KERNEL T closure_tolerance(T x, T v) const {
        return T(closure_ulps) * epsilon_of<T> * (absolute(x) + absolute(v) + cell_.friction);
    }

    /// The zero of the monotone z + Φ(z), from wherever Newton has come.
    [[nodiscard]] STICKSLIP_KERNEL bool proximal() {
        if (cell_.static_friction > cell_.friction) return false;
        const auto sum_at = [&](T x, T v) {
            const MappedState<T> m = half_map(x, v);
            return PlaneFunction<T>{x + m.x, v + m.v, T(1) + m.xx, m.xv, m.vx, T(1) + m.vv, m.is_complete};
        };
        const auto tolerance = [&](T x, T v) { return closure_tolerance(x, v); };
        const ProximalZero<T> zero = proximal_zero(sum_at, tolerance, solution_.x, solution_.v);
        solution_.x = zero.x;
        solution_.v = zero.v;
        solution_.residual = zero.residual;
        return zero.residual <= closure_tolerance(zero.x, zero.v);
    }

    CellParameters<T> cell_;
    Kind kind_;
    HarmonicPhases<T, Kind> phases_;
    T half_period_;
    T rest_before_{};  // how long the motion rests before the section and after it
    T rest_after_{};
    T inner_rest_{};  // when the motion rests longest between two slides, and where
    T inner_x_{};
    T better_x_{};
    bool wants_velocity_ = true;
    CellSolution<T> solution_{};
};

}  // namespace stickslip
