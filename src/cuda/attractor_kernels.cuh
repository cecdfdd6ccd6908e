#pragma once

#include "attractor_passes.hpp"
#include "device.cuh"
#include "threads.hpp"

namespace stickslip::cuda {

/// Indices of cells, in any order; `next` is the first that no thread has taken.
struct CellQueue {
    std::uint32_t* indices;
    std::uint32_t* count;
    std::uint32_t* next;

    STICKSLIP_KERNEL void add(std::uint32_t i) const { indices[take_place(count)] = i; }
};

/// Where a cell goes after a pass.
struct StageQueues {
    CellQueue march;
    CellQueue shoot;
    CellQueue grow;

    STICKSLIP_KERNEL void add(AttractorSearch::Stage stage, std::uint32_t i) const {
        if (stage == AttractorSearch::Stage::march) march.add(i);
        if (stage == AttractorSearch::Stage::shoot) shoot.add(i);
        if (stage == AttractorSearch::Stage::grow) grow.add(i);
    }
};

/// What a map keeps of a search.
struct AttractorAnswer {
    AttractorSearch::Stage stage;  ///< done, or where it was given up
    AttractorKind kind;
    int cycle;
    double multiplier;
    double exponent;
    double exponent_error;
};

template <class Law>
__global__ void begin_attractors_kernel(AttractorCells<Law> work, std::uint32_t cells, StageQueues queues) {
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
        queues.add(begin_cell(work, i), i);
    }
}

/// Threads take cells until none is left: the marches of a pass have the same number of periods, but not of steps.
template <class Pass>
__device__ void take_cells(const CellQueue& cells, std::uint32_t count, const StageQueues& queues, const Pass& pass) {
    for (std::uint32_t k = take_place(cells.next); k < count; k = take_place(cells.next)) {
        const std::uint32_t i = cells.indices[k];
        queues.add(pass(i), i);
    }
}

template <class Law>
__global__ void march_attractors_kernel(AttractorCells<Law> work, CellQueue cells, std::uint32_t count,
                                        StageQueues queues) {
    take_cells(cells, count, queues, [&](std::uint32_t i) { return march_cell(work, i); });
}

template <class Law>
__global__ void vary_attractors_kernel(AttractorCells<Law> work, CellQueue cells, std::uint32_t count,
                                       StageQueues queues) {
    take_cells(cells, count, queues, [&](std::uint32_t i) { return vary_cell(work, i); });
}

static __global__ void answer_attractors_kernel(const AttractorSearch* searches, std::uint32_t cells,
                                                AttractorAnswer* answers) {
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
        const AttractorSearch& s = searches[i];
        answers[i] = {s.stage(), s.kind(), s.cycle(), s.multiplier(), s.exponent(), s.exponent_error()};
    }
}

}  // namespace stickslip::cuda
