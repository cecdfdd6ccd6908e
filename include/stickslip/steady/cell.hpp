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

#include "stickslip/steady/closed_form.hpp"
#include "stickslip/steady/cycle_recorder.hpp"
#include "stickslip/steady/period_map.hpp"
#include "stickslip/steady/proximal_point.hpp"
#include "stickslip/steady/regime.hpp"

namespace stickslip {

/// The steady motion of a cell; lengths in p₀/k, times in 1/ωₙ.
template <class T>
struct CellSolution {
    Regime regime = Regime::not_converged;
    T section{};  ///< load angle at which the motion is in the state (x, v)
    T x{};
    T v{};
    T amplitude{};
    T velocity{};  ///< velocity_ratio
    T stuck_fraction{};
    T dissipated{};
    T multiplier{};
    T residual{};       ///< ‖z + Φ(z)‖
    T gentlest_stop{};  ///< smallest deceleration with which a slide ends in rest [p₀/m]; infinite without stops
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int zero_duration_reversals = 0;
    int half_maps = 0;  ///< work done
};

/// A load period has at most this many phases before a walk is given up; Ω = 10⁻⁴ needs about 10⁴.
inline constexpr int most_phases_per_walk = 200'000;

/// A motion is periodic when it closes to this many ulp of its size.
inline constexpr double closure_ulps = 64.0;

template <class T>
class CellSolver {
public:
    STICKSLIP_KERNEL CellSolver(const CellParameters<T>& cell, FlowKind kind)
        : cell_(cell), kind_(kind), phases_(cell, kind), half_period_(pi_of<T> / cell.frequency) {}

    /// The steady state reached from rest at x = 0. The state of a neighbouring cell, where there is one, saves the
    /// walk through the transient; it cannot change the answer, because a steady motion with a stop is unique.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> solve(const CellSolution<T>* neighbour = nullptr) {
        if (cell_.static_friction >= T(1)) return permanent_stick();
        const bool is_undamped = kind_ == FlowKind::undamped;
        if (is_undamped && !(cell_.friction > T(0)) && !(cell_.static_friction > T(0))) {
            return special(is_frequency(T(1)) ? Regime::unbounded : Regime::non_unique);
        }
        if (is_undamped && is_frequency(T(1)) && cell_.friction < T(0.25) * pi_of<T>) {
            return special(Regime::unbounded);
        }
        if (is_undamped && family_radius() >= T(0)) return family();
        const bool is_unique = !(cell_.static_friction > cell_.friction);
        if (is_unique && try_closed_form()) return solution_;
        if (!(is_unique && neighbour != nullptr && try_neighbour(*neighbour))) search(T(0), T(0));
        return solution_;
    }

    /// Half the width of the continuum of motions at Ω = 1/(2n), ζ = 0 (x_max = 1/(1 − Ω²) ± radius); negative where
    /// there is none.
    [[nodiscard]] STICKSLIP_KERNEL T family_radius() const {
        const T inverse = T(1) / cell_.frequency;
        const T n = round_to_integer(T(0.5) * inverse);
        if (kind_ != FlowKind::undamped || n < T(1) || !is_frequency(T(0.5) / n)) return T(-1);
        const T square = cell_.frequency * cell_.frequency;
        return square / (T(1) - square) - cell_.static_friction;
    }

    /// Walks from (x, v) at load angle 0 and solves for the periodic motion it leads to.
    STICKSLIP_KERNEL void search(T x, T v) {
        T longest_transient = T(first_transient);
        for (int attempt = 0; attempt < most_attempts; ++attempt) {
            phases_.set_section(T(0));
            for (T cycle = T(0); cycle < longest_transient; cycle = cycle + T(1)) {
                NoRecorder none;
                const MappedState<T> m =
                    walk_period(phases_, x, v, half_period_ + half_period_, most_phases_per_walk, none);
                solution_.half_maps += 2;
                if (!m.is_complete) return;
                x = m.x;
                v = m.v;
            }
            cut(x, v, T(0));
            if (newton() || bracket() || proximal()) {
                record();
                return;
            }
            longest_transient = longest_transient * T(4);
        }
    }

    /// Solves again from a solution found with another scalar type; false if that does not close.
    template <class Other>
    [[nodiscard]] STICKSLIP_KERNEL bool refine(const CellSolution<Other>& found) {
        solution_.half_maps = found.half_maps;
        phases_.set_section(T(found.section));
        cut(T(found.x), T(found.v), T(found.section));
        if (!newton()) return false;
        record();
        return true;
    }

    [[nodiscard]] STICKSLIP_KERNEL const CellSolution<T>& solution() const { return solution_; }

private:
    static constexpr double first_transient = 4.0;  // load periods
    static constexpr int most_attempts = 6;
    static constexpr int most_newton_steps = 60;
    static constexpr int most_stalled_steps = 6;

    /// Whether Ω = value up to the rounding of a ratio of physical quantities.
    [[nodiscard]] STICKSLIP_KERNEL bool is_frequency(T value) const {
        constexpr double ratio_ulps = 4.0;
        return absolute(cell_.frequency - value) <= T(ratio_ulps) * epsilon_of<T> * value;
    }

    STICKSLIP_KERNEL CellSolution<T> special(Regime regime) {
        solution_.regime = regime;
        return solution_;
    }

    STICKSLIP_KERNEL CellSolution<T> permanent_stick() {
        solution_.stuck_fraction = T(1);
        solution_.multiplier = T(1);
        return special(Regime::permanent_stick);
    }

    /// What all members share; the symmetric one stands for the rest.
    STICKSLIP_KERNEL CellSolution<T> family() {
        const T square = cell_.frequency * cell_.frequency;
        solution_.amplitude = T(1) / (T(1) - square);
        solution_.dissipated = T(4) * cell_.friction * solution_.amplitude;
        solution_.zero_duration_reversals = 2;
        solution_.multiplier = T(1);
        solution_.x = T(0) - solution_.amplitude;
        solution_.section = T(-0.5) * pi_of<T>;
        return special(Regime::non_unique);
    }

    [[nodiscard]] STICKSLIP_KERNEL bool try_closed_form() {
        const TurningPoint<T> turn = den_hartog(cell_, kind_);
        if (!turn.exists) return false;
        phases_.set_section(turn.angle);
        phases_.begin(T(0), T(0) - turn.amplitude);
        const RestOutcome outcome = phases_.outcome_of_rest();
        if (outcome.direction != 1) return false;
        constexpr double overshoot = 1.0 + 1e-3;
        constexpr double own_turning_point = 1e-7;  // share of the half period; a⁻ there is at least 2f away from 0
        const FirstZero<T> zero = phases_.stop(T(0), 1, outcome.zeros, half_period_ * T(overshoot));
        if (zero.kind == ZeroKind::none) return false;
        if (absolute(zero.time - half_period_) > T(own_turning_point) * half_period_) return false;
        solution_.section = turn.angle;
        solution_.x = T(0) - turn.amplitude;
        solution_.regime = Regime::continuous;
        solution_.amplitude = turn.amplitude;
        solution_.velocity = phases_.peak_speed(T(0), 1, half_period_) / cell_.frequency;
        solution_.dissipated = T(4) * cell_.friction * turn.amplitude;
        solution_.zero_duration_reversals = 2;
        // Derivative of the half map that starts just after this turning point and ends just after the next.
        const Jet<T> end = phases_.jet(T(0), 1, half_period_);
        const T ratio = phases_.jet(T(0), 1, T(0)).derivative[2] / (T(0) - end.derivative[2]);
        const FreeResponse<T> free = phases_.free_flow(half_period_);
        MappedState<T> m;
        m.xx = T(1) - free.push;
        m.xv = free.g;
        m.vx = T(0) - ratio * free.g;
        m.vv = ratio * free.g_rate;
        solution_.multiplier = largest_multiplier(m);
        const T gap = end.derivative[0] - turn.amplitude;
        solution_.residual = square_root(gap * gap + end.derivative[1] * end.derivative[1]);
        return true;
    }

    [[nodiscard]] STICKSLIP_KERNEL bool try_neighbour(const CellSolution<T>& neighbour) {
        if (neighbour.half_maps == 0) return false;
        solution_.section = neighbour.section;
        solution_.x = neighbour.x;
        solution_.v = neighbour.v;
        phases_.set_section(solution_.section);
        if (!newton()) return false;
        record();
        return true;
    }

    /// Puts the section in the middle of the longest rest of the period after load angle `angle`, else a quarter period
    /// on.
    STICKSLIP_KERNEL void cut(T x, T v, T angle) {
        LongestStick<T> longest;
        walk_period(phases_, x, v, half_period_ + half_period_, most_phases_per_walk, longest);
        const T elapsed = longest.length > T(0) ? longest.middle : T(0.5) * half_period_;
        NoRecorder none;
        const MappedState<T> m = walk_period(phases_, x, v, elapsed, most_phases_per_walk, none);
        solution_.half_maps += 3;
        solution_.section = turn_remainder(angle + cell_.frequency * elapsed);
        solution_.x = m.x;
        solution_.v = m.v;
        phases_.set_section(solution_.section);
    }

    [[nodiscard]] STICKSLIP_KERNEL MappedState<T> half_map(T x, T v) {
        NoRecorder none;
        ++solution_.half_maps;
        return walk_period(phases_, x, v, half_period_, most_phases_per_walk, none);
    }

    [[nodiscard]] STICKSLIP_KERNEL T closure_tolerance(T x, T v) const {
        return T(closure_ulps) * epsilon_of<T> * (absolute(x) + absolute(v) + cell_.friction);
    }

    /// z ← z − (I + DΦ)⁻¹·(z + Φ(z)); where that does not bring the motion nearer to closing, z ← (z − Φ(z))/2, which
    /// converges for every non-expansive map. The section follows the rest it lies in: near a boundary that rest is
    /// short and elsewhere than in the transient.
    [[nodiscard]] STICKSLIP_KERNEL bool newton() {
        T x = solution_.x;
        T v = solution_.v;
        T best = infinity_of<T>;
        int stalled = 0;
        for (int step = 0; step < most_newton_steps; ++step) {
            EndSticks<T> ends;
            ++solution_.half_maps;
            const MappedState<T> m = walk_period(phases_, x, v, half_period_, most_phases_per_walk, ends);
            if (!m.is_complete) return false;
            const T rx = x + m.x;
            const T rv = v + m.v;
            const T residual = square_root(rx * rx + rv * rv);
            const bool closes = residual <= closure_tolerance(x, v);
            if (residual < best) {
                solution_.x = x;
                solution_.v = v;
                solution_.residual = residual;
            }
            if (closes && (residual <= T(0) || !(residual < T(0.25) * best))) return true;
            stalled = residual < T(0.5) * best ? 0 : stalled + 1;
            best = smaller(best, residual);
            if (stalled > most_stalled_steps) break;
            const T determinant = (T(1) + m.xx) * (T(1) + m.vv) - m.xv * m.vx;
            const T dx = ((T(1) + m.vv) * rx - m.xv * rv) / determinant;
            const T dv = ((T(1) + m.xx) * rv - m.vx * rx) / determinant;
            const T terms = absolute(T(1) + m.xx) + absolute(m.xv) + absolute(m.vx) + absolute(T(1) + m.vv);
            const bool is_sound =
                absolute(determinant) > T(borderline_ulps) * epsilon_of<T> * terms && (stalled & 1) == 0;
            x = is_sound ? x - dx : T(0.5) * (x - m.x);
            v = is_sound ? v - dv : T(0.5) * (v - m.v);
            const T off_centre = T(0.5) * (ends.first - ends.last);
            if (ends.first > T(0) && absolute(off_centre) > T(0.2) * (ends.first + ends.last)) {
                solution_.section = turn_remainder(solution_.section + cell_.frequency * off_centre);
                phases_.set_section(solution_.section);
                v = T(0);
                best = infinity_of<T>;
            }
        }
        return solution_.residual <= closure_tolerance(solution_.x, solution_.v);
    }

    /// Bisection of the monotone h(x) = x + Φₓ(x, 0) over the positions that rest at the section, sped up by Newton.
    [[nodiscard]] STICKSLIP_KERNEL bool bracket() {
        if (cell_.static_friction > cell_.friction) return false;
        const T force = sin_cos(solution_.section).sin;
        T low = force - cell_.friction;
        T high = force + cell_.friction;
        T x = smaller(larger(solution_.x, low), high);
        constexpr int most_steps = 120;
        for (int step = 0; step < most_steps && low < high; ++step) {
            const MappedState<T> m = half_map(x, T(0));
            if (!m.is_complete) return false;
            const T rx = x + m.x;
            const T residual = square_root(rx * rx + m.v * m.v);
            if (residual <= closure_tolerance(x, T(0))) {
                solution_.x = x;
                solution_.v = T(0);
                solution_.residual = residual;
                return true;
            }
            if (rx > T(0)) {
                high = x;
            } else {
                low = x;
            }
            const T next = x - rx / (T(1) + m.xx);
            const bool is_inside = next > low && next < high && step % 3 != 2;
            x = is_inside ? next : T(0.5) * (low + high);
        }
        return false;
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

    STICKSLIP_KERNEL void record() {
        CycleRecorder<T> cycle(solution_.x);
        const MappedState<T> m =
            walk_period(phases_, solution_.x, solution_.v, half_period_, most_phases_per_walk, cycle);
        if (cycle.stop_is_open) cycle.close_stop(-cycle.first_direction);
        solution_.regime = cycle.path > T(0) ? (cycle.stuck_time > T(0) ? Regime::stick_slip : Regime::continuous)
                                             : Regime::permanent_stick;
        solution_.amplitude = larger(cycle.highest, T(0) - cycle.lowest);
        solution_.velocity = cycle.speed / cell_.frequency;
        solution_.stuck_fraction = cycle.stuck_time / half_period_;
        solution_.dissipated = T(2) * cell_.friction * cycle.path;
        solution_.multiplier = largest_multiplier(m);
        solution_.gentlest_stop = cycle.gentlest_stop;
        solution_.stops_then_reverse = 2 * cycle.stops_then_reverse;
        solution_.stops_then_same_direction = 2 * cycle.stops_then_same_direction;
        solution_.zero_duration_reversals = 2 * cycle.zero_duration_reversals;
    }

    CellParameters<T> cell_;
    FlowKind kind_;
    HarmonicPhases<T> phases_;
    T half_period_;
    CellSolution<T> solution_{};
};

}  // namespace stickslip
