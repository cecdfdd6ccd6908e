#pragma once

// The passes of passes.hpp as a kernel. It is one for all three: passes of different bands run side by side, and what
// they have in common is fetched once.

#include "passes.hpp"

namespace stickslip::cuda {

enum class Pass { march, finish, search };

template <class Kind, class Cells, class Sink>
__global__ void pass_kernel(Pass pass, Cells cells, const Segment* segments, MarchOptions options, Sink sink,
                            Leftovers leftovers) {
    const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const std::uint32_t threads = gridDim.x * blockDim.x;
    switch (pass) {
        case Pass::march: return march_thread<Kind>(cells, segments[blockIdx.y], thread, options, sink, leftovers);
        case Pass::finish: return finish_thread<Kind>(cells, thread, threads, options, sink, leftovers);
        case Pass::search: return search_thread<Kind>(cells, thread, threads, options, sink, leftovers);
    }
}

}  // namespace stickslip::cuda
