#pragma once

// Steady states down a column of cells, each seeded by those before it. The state in which a motion rests is a smooth
// function of the parameters between boundaries, so the last three cells foretell the next to a few digits less than it
// is then known, and one step of Newton's method completes it. With several lanes, as many columns side by side.

#include "stickslip/steady/cell.hpp"

namespace stickslip {

template <class T>
class ColumnMarch {
public:
    STICKSLIP_KERNEL ColumnMarch(FlowKind kind, bool wants_velocity) : kind_(kind), wants_velocity_(wants_velocity) {}

    /// The next cell of the columns `wanted`. Lanes left not-converged are to be solved by other means: those whose
    /// seed misled, and those with a static bound above the friction, where the start decides.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> next(const CellParameters<T>& cell, Mask<T> wanted) {
        CellSolver<T> solver(cell, kind_);
        if (!wants_velocity_) solver.leave_out_velocity();
        Mask<T> open = wanted & !solver.settle_special(wanted);
        open = open & !(cell.static_friction > cell.friction);
        // Where the last motion had stops this one will: they are looked for first.
        const Mask<T> goes_on = open & had_stops_;
        Mask<T> by_search(false);
        if (any(goes_on)) by_search = search_from_seed(solver, goes_on);
        const Mask<T> rests = solver.solution().stuck_fraction > T(0);
        const Mask<T> by_formula = solver.try_closed_form(open & !(by_search & rests));
        by_search = by_search & !by_formula;
        const Mask<T> left = open & !by_search & !by_formula & !goes_on;
        if (any(left & is_seeded_)) by_search = by_search | search_from_seed(solver, left & is_seeded_);
        const Mask<T> unseeded = left & !is_seeded_;
        if (any(unseeded)) by_search = by_search | search_from_rest(solver, unseeded);
        if (wants_velocity_ && any(by_search)) solver.record(by_search);
        solver.fail(open & !by_search & !by_formula);
        remember(solver, by_search, by_formula, open);
        return solver.solution();
    }

    /// A cell without a seed.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<T> alone(const CellParameters<T>& cell, Mask<T> wanted) {
        CellSolver<T> solver(cell, kind_);
        const Mask<T> found = search_from_rest(solver, wanted);
        if (wants_velocity_ && any(found)) solver.record(found);
        solver.fail(wanted & !found);
        return solver.solution();
    }

private:
    static constexpr NewtonEffort quick{8, 2, 4.0};
    static constexpr NewtonEffort patient{24, 6, 4.0};
    static constexpr int transient = 4;  // load periods

    STICKSLIP_KERNEL Mask<T> search_from_seed(CellSolver<T>& solver, Mask<T> lanes) {
        const T linear = x_[0] + (x_[0] - x_[1]);
        const T quadratic = T(3) * (x_[0] - x_[1]) + x_[2];
        const T x = select(depth_ >= 3, quadratic, select(depth_ >= 2, linear, x_[0]));
        solver.start(section_, x, v_, lanes);
        return solver.newton(lanes, quick);
    }

    STICKSLIP_KERNEL Mask<T> search_from_rest(CellSolver<T>& solver, Mask<T> lanes) {
        solver.approach(T(0), T(0), transient, lanes);
        return solver.newton(lanes, patient);
    }

    /// Keeps the state for the next cell. A column whose seed has misled twice begins afresh.
    STICKSLIP_KERNEL void remember(CellSolver<T>& solver, Mask<T> by_search, Mask<T> by_formula, Mask<T> open) {
        if (any(by_search)) solver.centre_section(by_search);
        const CellSolution<T>& s = solver.solution();
        const Mask<T> found = by_search | by_formula;
        const Mask<T> rests = by_search & (s.stuck_fraction > T(0));
        const Mask<T> in_line = rests & had_stops_ & (s.v == T(0)) & (v_ == T(0));
        x_[2] = select(found, x_[1], x_[2]);
        x_[1] = select(found, x_[0], x_[1]);
        x_[0] = select(found, s.x, x_[0]);
        v_ = select(found, s.v, v_);
        section_ = select(found, s.section, section_);
        depth_ = select(in_line, depth_ + 1, select(found, Count<T>(1), depth_));
        failures_ = select(open & !found, failures_ + 1, Count<T>(0));
        is_seeded_ = (is_seeded_ | found) & (failures_ < 2);
        had_stops_ = (rests | (had_stops_ & !found)) & is_seeded_;
    }

    FlowKind kind_;
    bool wants_velocity_;
    T x_[3]{};
    T v_{};
    T section_{};
    Count<T> depth_ = 0;
    Count<T> failures_ = 0;
    Mask<T> is_seeded_ = Mask<T>(false);
    Mask<T> had_stops_ = Mask<T>(false);
};

}  // namespace stickslip
