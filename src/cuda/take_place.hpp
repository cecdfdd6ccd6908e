#pragma once

#include <atomic>
#include <cstdint>

#include "stickslip/model/kernel.hpp"

namespace stickslip::cuda {

/// The next free place of a list that many threads fill.
STICKSLIP_KERNEL inline std::uint32_t take_place(std::uint32_t* count) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(count, 1U);
#else
    return std::atomic_ref<std::uint32_t>(*count).fetch_add(1U, std::memory_order_relaxed);
#endif
}

}  // namespace stickslip::cuda
