#pragma once

// Steady states down a column of cells, each seeded by those before it. The state in which a motion rests is a smooth
// function of the parameters between boundaries, so the last cells foretell the next: on a fine grid to all digits that
// matter, on a coarse one so well that a step or two of Newton's method complete it. With several lanes, as many
// columns side by side.

#include <cstddef>
#include <span>

#include "cell.hpp"

namespace stickslip {

/// What is wanted of the cells beyond counts, amplitude, rest and dissipation.
struct MarchWishes {
    bool velocity = true;    ///< costs a search of its own
    bool multiplier = true;  ///< needs the state to its last digit
    bool rest = true;        ///< the stuck fraction: its digits need more than double precision at very low frequency
};

/// Below this frequency a motion changes less from one friction to the next than from one frequency to the next: the
/// number of its slides goes with 1/Ω. There a march is better off along a row of one frequency.
inline constexpr double slow_frequency = 0.1;

/// Whether every row of a rectangle has one frequency.
[[nodiscard]] inline bool has_rows_of_one_frequency(std::span<const CellParameters<double>> cells,
                                                    std::size_t columns) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].frequency != cells[i - i % columns].frequency) return false;
    }
    return true;
}

/// A cell that a march is at.
template <class T>
struct CellUnderWay {
    Mask<T> open = Mask<T>(false);     ///< lanes that need a motion
    Mask<T> goes_on = Mask<T>(false);  ///< of these, those that look for one with stops from the seed
    NewtonRun<T> newton{};
};

template <class T, class Kind = FlowKind>
class ColumnMarch {
public:
    STICKSLIP_KERNEL ColumnMarch(Kind kind, const MarchWishes& wishes) : kind_(kind), wishes_(wishes) {}

    /// The next cell of the columns `wanted`. Lanes left not-converged are to be solved by other means: those whose
    /// seed misled, and those with a static bound above the friction, where the start decides.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> next(const CellParameters<T>& cell, Mask<T> wanted) {
        CellSolver<T, Kind> solver(cell, kind_);
        CellUnderWay<T> way = begin(solver, cell, wanted);
        while (any(way.newton.wanted)) walk(solver, way);
        return end(solver, cell, way);
    }

    /// The same in parts, for threads that walk together whichever cell they are at: between `begin` and `end` come
    /// walks as long as any are wanted.
    [[nodiscard]] STICKSLIP_KERNEL CellUnderWay<T> begin(CellSolver<T, Kind>& solver, const CellParameters<T>& cell,
                                                         Mask<T> wanted) {
        if (!wishes_.velocity) solver.leave_out_velocity();
        CellUnderWay<T> way;
        way.open = wanted & !solver.settle_special(wanted);
        way.open = way.open & !(cell.static_friction > cell.friction) & !is_too_slow(cell);
        // Where the last motion had stops this one will: they are looked for first.
        way.goes_on = way.open & had_stops_;
        if (any(way.goes_on)) way.newton = begin_from_seed(solver, way.goes_on);
        return way;
    }
    STICKSLIP_KERNEL void walk(CellSolver<T, Kind>& solver, CellUnderWay<T>& way) const {
        solver.walk_newton(way.newton, quick());
    }
    /// Columns without a seed look for a first motion only where they may.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> end(CellSolver<T, Kind>& solver, const CellParameters<T>& cell,
                                                       const CellUnderWay<T>& way, bool may_begin = true) {
        Mask<T> by_search = solver.found_by_newton(way.newton, quick());
        const Mask<T> rests = solver.solution().stuck_fraction > T(0);
        const Mask<T> by_formula = solver.try_closed_form(way.open & !(by_search & rests));
        by_search = by_search & !by_formula;
        const Mask<T> misled = way.goes_on & !by_search & !by_formula & (v_ == T(0));
        if (any(misled)) by_search = by_search | search_elsewhere(solver, misled);
        const Mask<T> left = way.open & !by_search & !by_formula & !way.goes_on;
        if (any(left & is_seeded_)) by_search = by_search | search_from_seed(solver, left & is_seeded_);
        if (may_begin) by_search = by_search | try_to_begin(solver, cell, left & !is_seeded_);
        if (wishes_.velocity && any(by_search)) solver.record(by_search);
        solver.fail(way.open & !by_search & !by_formula);
        remember(solver, by_search, by_formula, way.open);
        return solver.solution();
    }

    /// The next cell lies in another direction: the last state seeds it, but not the change from the one before.
    STICKSLIP_KERNEL void forget_trend() { depth_ = smaller(depth_, Count<T>(1)); }

    /// What seeds the next cell of these columns, in place of the cells before it: a rest of a motion nearby, the load
    /// angle in its middle.
    STICKSLIP_KERNEL void seed(T section, T x, Mask<T> lanes) {
        section_ = select(lanes, section, section_);
        x_[0] = select(lanes, x, x_[0]);
        v_ = select(lanes, T(0), v_);
        depth_ = select(lanes, Count<T>(1), depth_);
        failures_ = select(lanes, Count<T>(0), failures_);
        is_seeded_ = is_seeded_ | lanes;
        had_stops_ = had_stops_ | lanes;
    }

    /// A cell without a seed.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> alone(const CellParameters<T>& cell, Mask<T> wanted) {
        CellSolver<T, Kind> solver(cell, kind_);
        const Mask<T> open = wanted & !is_too_slow(cell);
        Mask<T> found = search_without_seed(solver, cell, open);
        if (any(open & !found)) found = found | solver.bracket(open & !found);
        if (wishes_.velocity && any(found)) solver.record(found);
        solver.fail(wanted & !found);
        return solver.solution();
    }

private:
    static constexpr double enough_for_multiplier = 1e-15;  // residual·sensitivity, of the size of the motion
    static constexpr double enough_for_amplitude = 5e-14;   // the same: twelve digits of amplitudes and times
    static constexpr int transient = 4;                     // load periods
    static constexpr int memory = 6;                        // cells
    static constexpr double falling_share = 0.5;            // a difference counts if it is below this·(the last one)
    static constexpr int most_failures = 2;                 // cells in turn, after which a seed is given up
    static constexpr int first_pause = 4;                   // cells without an attempt after the first that failed

    [[nodiscard]] STICKSLIP_KERNEL double enough() const {
        return wishes_.multiplier ? enough_for_multiplier : enough_for_amplitude;
    }
    /// From the seed of a neighbour, which is good or misleads.
    [[nodiscard]] STICKSLIP_KERNEL NewtonEffort quick() const {
        return {.most_steps = 8, .most_stalled = 2, .enough = enough()};
    }
    /// From a walk, or from a slow load that drags the mass.
    [[nodiscard]] STICKSLIP_KERNEL NewtonEffort patient() const {
        return {.most_steps = 24, .most_stalled = 6, .enough = enough()};
    }

    STICKSLIP_KERNEL Mask<T> search_from_seed(CellSolver<T, Kind>& solver, Mask<T> lanes) {
        NewtonRun<T> run = begin_from_seed(solver, lanes);
        while (any(run.wanted)) solver.walk_newton(run, quick());
        return solver.found_by_newton(run, quick());
    }

    /// The rest that the seed lies in may have come to an end while the motion goes on: from the seed to a place where
    /// the mass slides.
    STICKSLIP_KERNEL_CALL Mask<T> search_elsewhere(CellSolver<T, Kind>& solver, Mask<T> lanes) {
        solver.walk_to(section_ + T(0.5) * pi_of<T>, section_, x_[0], lanes);
        return solver.newton(lanes, quick());
    }

    [[nodiscard]] STICKSLIP_KERNEL NewtonRun<T> begin_from_seed(CellSolver<T, Kind>& solver, Mask<T> lanes) {
        // Newton's backward differences, as long as they fall.
        T x = x_[0];
        T last = T(infinity_of<T>);
        Mask<T> goes_on(true);
        T difference[memory];
        for (int i = 0; i < memory; ++i) difference[i] = x_[i];
        for (int order = 1; order < memory; ++order) {
            for (int i = 0; i + order < memory; ++i) difference[i] = difference[i] - difference[i + 1];
            const T size = absolute(difference[0]);
            goes_on = goes_on & (depth_ > order) & (size < T(falling_share) * last);
            x = select(goes_on, x + difference[0], x);
            last = size;
        }
        solver.start(section_, x, v_, lanes);
        return solver.begin_newton(lanes);
    }

    /// Columns without a seed look for a first motion. Where that fails it would fail for the next cells too, at a high
    /// price: the pause between attempts doubles.
    STICKSLIP_KERNEL Mask<T> try_to_begin(CellSolver<T, Kind>& solver, const CellParameters<T>& cell, Mask<T> lanes) {
        const Mask<T> tries = lanes & !(wait_ > 0);
        wait_ = select(lanes & !tries, wait_ - 1, wait_);
        if (!any(tries)) return tries;
        const Mask<T> found = search_without_seed(solver, cell, tries);
        pause_ = select(tries, select(found, Count<T>(0), 2 * pause_ + first_pause), pause_);
        wait_ = select(tries, pause_, wait_);
        return found;
    }

    STICKSLIP_KERNEL_CALL Mask<T> search_without_seed(CellSolver<T, Kind>& solver, const CellParameters<T>& cell,
                                                      Mask<T> lanes) {
        const Mask<T> is_slow = lanes & (cell.frequency < T(slow_frequency)) & !(cell.static_friction > cell.friction);
        Mask<T> found(false);
        if (any(is_slow)) found = search_from_drag(solver, cell, is_slow);
        const Mask<T> left = lanes & !found;
        if (!any(left)) return found;
        const Mask<T> arrived = solver.approach(T(0), T(0), transient, left);
        return found | solver.newton(arrived, patient());
    }

    /// A slow load drags the mass behind it, at sin θ − f as long as it rises, and then leaves it at rest until it has
    /// fallen by 2f. What the mass forgets it forgets near the peak, so a walk from shortly before it gives the seed;
    /// walking there from rest would take the longest where periods are longest.
    STICKSLIP_KERNEL Mask<T> search_from_drag(CellSolver<T, Kind>& solver, const CellParameters<T>& cell,
                                              Mask<T> lanes) {
        constexpr double lead = 0.25;  // rad before the peak
        const T peak = T(0.5) * pi_of<T>;
        const T release = T(pi_of<T>) - arc_sine(T(1) - (cell.friction + cell.friction));
        const T begin = peak - T(lead);
        solver.walk_to(T(0.5) * (peak + release), begin, sin_cos(begin).sin - cell.friction, lanes);
        return solver.newton(lanes, patient());
    }

    /// Keeps the state for the next cell. A column whose seed has misled twice begins afresh.
    STICKSLIP_KERNEL void remember(CellSolver<T, Kind>& solver, Mask<T> by_search, Mask<T> by_formula, Mask<T> open) {
        Mask<T> has_moved(false);
        if (any(by_search)) has_moved = solver.centre_section(by_search);
        const CellSolution<T>& s = solver.solution();
        const Mask<T> found = by_search | by_formula;
        const Mask<T> rests = by_search & (s.stuck_fraction > T(0));
        const Mask<T> in_line = rests & !has_moved & had_stops_ & (s.v == T(0)) & (v_ == T(0));
        for (int i = memory - 1; i > 0; --i) x_[i] = select(found, x_[i - 1], x_[i]);
        x_[0] = select(by_search, solver.better_x(), select(by_formula, s.x, x_[0]));
        v_ = select(found, s.v, v_);
        section_ = select(found, s.section, section_);
        depth_ = select(in_line, depth_ + 1, select(found, Count<T>(1), depth_));
        failures_ = select(open & !found, failures_ + 1, Count<T>(0));
        is_seeded_ = (is_seeded_ | found) & (failures_ < most_failures);
        had_stops_ = (rests | (had_stops_ & !found)) & is_seeded_;
    }

    Kind kind_;
    MarchWishes wishes_;
    T x_[memory]{};  // of the last cells, the latest first
    T v_{};
    T section_{};
    Count<T> depth_ = 0;
    Count<T> failures_ = 0;
    Count<T> pause_ = 0;  // cells to let pass after a failed attempt without a seed
    Count<T> wait_ = 0;   // what is left of it
    Mask<T> is_seeded_ = Mask<T>(false);
    Mask<T> had_stops_ = Mask<T>(false);
};

}  // namespace stickslip
