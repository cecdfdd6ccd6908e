#pragma once

// The passes of passes.hpp as kernels.

#include "passes.hpp"

namespace stickslip::cuda {

template <class Kind, class Cells, class Sink>
__global__ void march_kernel(Cells cells, const Segment* segments, MarchOptions options, Sink sink,
                             Leftovers leftovers) {
    const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    march_thread<Kind>(cells, segments[blockIdx.y], thread, options, sink, leftovers);
}

template <class Kind, class Cells, class Sink>
__global__ void finish_kernel(Cells cells, MarchOptions options, Sink sink, Leftovers leftovers) {
    finish_thread<Kind>(cells, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, options, sink, leftovers);
}

template <class Kind, class Cells, class Sink>
__global__ void search_kernel(Cells cells, MarchOptions options, Sink sink, Leftovers leftovers) {
    search_thread<Kind>(cells, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x, options, sink, leftovers);
}

}  // namespace stickslip::cuda
