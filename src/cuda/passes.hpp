#pragma once

// What one thread of a map on a GPU does, written so that the host can run it too. A thread marches through a row
// of neighbours as a lane does on the CPU, by the same text (stickslip/steady/column_march.hpp). Cells whose seed
// misled are listed and solved by themselves in a second pass, so that they do not hold up their neighbours; those that
// plain searches do not find wait for a third.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "kernel/trigonometry.hpp"
#include "kinds/line/column_march.hpp"
#include "kinds/line/digits.hpp"
#include "segments.hpp"
#include "threads.hpp"

namespace stickslip::cuda {

/// A rectangle of cells, given one by one.
struct ListedCells {
    const CellParameters<double>* cells;
    std::size_t columns;

    STICKSLIP_KERNEL CellParameters<double> at(std::size_t row, std::size_t column) const {
        return cells[row * columns + column];
    }
};

/// A rectangle of a plane (f, Ω) of cell centres, computed where they are needed.
struct PlaneCells {
    double first_friction;  ///< of column 0
    double friction_step;
    double first_frequency;  ///< of row 0
    double frequency_step;
    double damping;

    STICKSLIP_KERNEL CellParameters<double> at(std::size_t row, std::size_t column) const {
        const double f = std::fma(static_cast<double>(column), friction_step, first_friction);
        return {f, f, std::fma(static_cast<double>(row), frequency_step, first_frequency), damping};
    }
};

/// Indices of cells, in any order. A list that is too short keeps counting: the host makes more room and begins again.
struct CellList {
    std::uint32_t* indices;
    std::uint32_t* count;
    std::uint32_t capacity;

    STICKSLIP_KERNEL void add(std::size_t index) const {
        const std::uint32_t place = take_place(count);
        if (place < capacity) indices[place] = static_cast<std::uint32_t>(index);
    }

    /// How many cells it holds.
    [[nodiscard]] STICKSLIP_KERNEL std::uint32_t size() const { return *count < capacity ? *count : capacity; }
};

/// Cells with their solutions, in any order.
struct SolutionList {
    std::uint32_t* indices;
    CellSolution<double>* solutions;
    std::uint32_t* count;
    std::uint32_t capacity;

    STICKSLIP_KERNEL void add(std::size_t index, const CellSolution<double>& s) const {
        const std::uint32_t place = take_place(count);
        if (place >= capacity) return;
        indices[place] = static_cast<std::uint32_t>(index);
        solutions[place] = s;
    }
};

struct MarchOptions {
    std::uint32_t columns;
    FlowKind kind;
    MarchWishes wishes;
    bool has_rows_of_one_frequency = false;  ///< then slow rows are marched along
};

/// The kind of flow of all cells, known when compiling or not.
template <class Kind>
STICKSLIP_KERNEL Kind kind_of(const MarchOptions& options) {
    if constexpr (std::is_same_v<Kind, FlowKind>) {
        return options.kind;
    } else {
        return {};
    }
}

/// What becomes of the cells that the first pass does not settle.
struct Leftovers {
    CellList aside;         ///< their seed misled: the second pass
    CellList hard;          ///< the second pass did not find them: the third
    SolutionList doubtful;  ///< to be refined in extended precision by the CPU
};

/// Stores a solution and lists it if its digits are in doubt.
template <class Sink>
STICKSLIP_KERNEL void settle(std::size_t index, const CellParameters<double>& cell, const CellSolution<double>& s,
                             const MarchOptions& options, const Sink& sink, const Leftovers& leftovers) {
    sink.put(index, s);
    if (are_digits_in_doubt(cell, s, options.wishes)) leftovers.doubtful.add(index, s);
}

/// The first pass: one of the threads of a segment. Threads that run together walk together, each at the cell it has
/// come to: were they to wait for each other at every cell, all would take as many walks as the one that takes most.
/// They meet after some cells, and only there look for first motions, which takes many walks: all that need one at
/// once.
template <class Kind, class Cells, class Sink>
STICKSLIP_KERNEL void march_thread(const Cells& cells, const Segment& segment, std::uint32_t thread,
                                   const MarchOptions& options, const Sink& sink, const Leftovers& leftovers) {
    constexpr std::uint32_t cells_between_meetings = 24;
    const bool is_down = segment.run == 0;
    std::uint32_t row = segment.first_row + (is_down ? 0 : thread % segment.rows);
    std::uint32_t column = is_down ? thread : thread / segment.rows * segment.run;
    std::uint32_t left = segment.cells_of(thread, options.columns);
    ColumnMarch<double, Kind> march(kind_of<Kind>(options), options.wishes);
    CellParameters<double> cell{};
    CellSolver<double, Kind> solver(cell, kind_of<Kind>(options));
    CellUnderWay<double> way;
    bool is_under_way = false;
    while (any_of_warp(left > 0)) {
        std::uint32_t here = left < cells_between_meetings ? left : cells_between_meetings;
        bool is_meeting = true;
        while (any_of_warp(here > 0)) {
            if (here == 0) continue;
            if (!is_under_way) {
                cell = cells.at(row, column);
                std::construct_at(&solver, cell, kind_of<Kind>(options));
                way = march.begin(solver, cell, true);
                is_under_way = true;
            }
            if (way.newton.wanted) march.walk(solver, way);
            if (way.newton.wanted) continue;
            const CellSolution<double> s = march.end(solver, cell, way, is_meeting);
            is_meeting = false;
            const std::size_t index = static_cast<std::size_t>(row) * options.columns + column;
            if (s.regime == Regime::not_converged) {
                leftovers.aside.add(index);
            } else {
                settle(index, cell, s, options, sink, leftovers);
            }
            is_under_way = false;
            --here;
            --left;
            row += is_down ? 1 : 0;
            column += is_down ? 0 : 1;
        }
    }
}

/// The second pass: every `stride`-th of the cells set aside.
template <class Kind, class Cells, class Sink>
STICKSLIP_KERNEL void finish_thread(const Cells& cells, std::uint32_t first, std::uint32_t stride,
                                    const MarchOptions& options, const Sink& sink, const Leftovers& leftovers) {
    const std::uint32_t count = leftovers.aside.size();
    ColumnMarch<double, Kind> march(kind_of<Kind>(options), options.wishes);
    for (std::uint32_t i = first; i < count; i += stride) {
        const std::size_t index = leftovers.aside.indices[i];
        const CellParameters<double> cell = cells.at(index / options.columns, index % options.columns);
        const CellSolution<double> s = march.alone(cell, true);
        if (s.regime == Regime::not_converged) leftovers.hard.add(index);
        settle(index, cell, s, options, sink, leftovers);
    }
}

/// The third pass: every `stride`-th of the cells that plain searches do not find, by every means there is. Weak
/// friction needs this: the motion forgets its start slowly and Newton's steps lead astray.
template <class Kind, class Cells, class Sink>
STICKSLIP_KERNEL void search_thread(const Cells& cells, std::uint32_t first, std::uint32_t stride,
                                    const MarchOptions& options, const Sink& sink, const Leftovers& leftovers) {
    const std::uint32_t count = leftovers.hard.size();
    for (std::uint32_t i = first; i < count; i += stride) {
        const std::size_t index = leftovers.hard.indices[i];
        const CellParameters<double> cell = cells.at(index / options.columns, index % options.columns);
        CellSolver<double, Kind> solver(cell, kind_of<Kind>(options));
        settle(index, cell, solver.solve(), options, sink, leftovers);
    }
}

}  // namespace stickslip::cuda
