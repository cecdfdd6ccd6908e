#pragma once

// Maps on a GPU: a thread marches down a column of cells as a lane does on the CPU, by the same text
// (stickslip/steady/column_march.hpp). Cells whose seed misled are listed and solved by themselves in a second pass, so
// that they do not hold up their neighbours.

#include <cstdint>

#include "segments.hpp"
#include "stickslip/motion/trigonometry.hpp"
#include "stickslip/steady/column_march.hpp"
#include "stickslip/steady/digits.hpp"

namespace stickslip::cuda {

/// A rectangle of cells, given one by one in device memory.
struct ListedCells {
    const CellParameters<double>* cells;
    std::size_t columns;

    __device__ CellParameters<double> at(std::size_t row, std::size_t column) const {
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

    __device__ CellParameters<double> at(std::size_t row, std::size_t column) const {
        const double f = first_friction + static_cast<double>(column) * friction_step;
        return {f, f, first_frequency + static_cast<double>(row) * frequency_step, damping};
    }
};

/// Indices of cells, in any order.
struct CellList {
    std::uint32_t* indices;
    std::uint32_t* count;

    __device__ void add(std::size_t index) const { indices[atomicAdd(count, 1U)] = static_cast<std::uint32_t>(index); }
};

/// Cells with their solutions, in any order.
struct SolutionList {
    std::uint32_t* indices;
    CellSolution<double>* solutions;
    std::uint32_t* count;
    std::uint32_t capacity;

    __device__ void add(std::size_t index, const CellSolution<double>& s) const {
        const std::uint32_t place = atomicAdd(count, 1U);
        if (place >= capacity) return;  // the host sees the count and makes more room
        indices[place] = static_cast<std::uint32_t>(index);
        solutions[place] = s;
    }
};

struct MarchOptions {
    std::uint32_t columns;
    FlowKind kind;
    MarchWishes wishes;
};

/// What becomes of the cells that the first pass does not settle.
struct Leftovers {
    CellList aside;         ///< their seed misled: the second pass
    CellList hard;          ///< the second pass did not find them: the third
    SolutionList doubtful;  ///< to be refined in extended precision by the CPU
};

/// Stores a solution and lists it if its digits are in doubt.
template <class Sink>
__device__ void settle(std::size_t index, const CellSolution<double>& s, const MarchOptions& options, const Sink& sink,
                       const Leftovers& leftovers) {
    sink.put(index, s);
    if (are_digits_in_doubt(s, options.wishes)) leftovers.doubtful.add(index, s);
}

template <class Cells, class Sink>
__global__ void march_kernel(Cells cells, const Segment* segments, MarchOptions options, Sink sink,
                             Leftovers leftovers) {
    const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= options.columns) return;
    const Segment segment = segments[blockIdx.y];
    ColumnMarch<double> march(options.kind, options.wishes);
    for (std::uint32_t row = segment.first_row; row < segment.first_row + segment.rows; ++row) {
        const CellSolution<double> s = march.next(cells.at(row, column), true);
        const std::size_t index = static_cast<std::size_t>(row) * options.columns + column;
        if (s.regime == Regime::not_converged) {
            leftovers.aside.add(index);
        } else {
            settle(index, s, options, sink, leftovers);
        }
    }
}

/// The cells set aside.
template <class Cells, class Sink>
__global__ void finish_kernel(Cells cells, MarchOptions options, Sink sink, Leftovers leftovers) {
    const std::uint32_t count = *leftovers.aside.count;
    ColumnMarch<double> march(options.kind, options.wishes);
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const std::size_t index = leftovers.aside.indices[i];
        const CellSolution<double> s = march.alone(cells.at(index / options.columns, index % options.columns), true);
        if (s.regime == Regime::not_converged) leftovers.hard.add(index);
        settle(index, s, options, sink, leftovers);
    }
}

/// The cells that plain searches do not find, by every means there is. Weak friction needs this: the motion forgets its
/// start slowly and Newton's steps lead astray.
template <class Cells, class Sink>
__global__ void search_kernel(Cells cells, MarchOptions options, Sink sink, Leftovers leftovers) {
    const std::uint32_t count = *leftovers.hard.count;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const std::size_t index = leftovers.hard.indices[i];
        CellSolver<double> solver(cells.at(index / options.columns, index % options.columns), options.kind);
        settle(index, solver.solve(), options, sink, leftovers);
    }
}

}  // namespace stickslip::cuda
