#pragma once

// How threads of a GPU agree with each other; on the host each runs alone.

#include <atomic>
#include <cstdint>

#include "stickslip/host_device.hpp"

namespace stickslip::cuda {

/// The next free place of a list that many threads fill.
STICKSLIP_KERNEL inline std::uint32_t take_place(std::uint32_t* count) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(count, 1U);
#else
    return std::atomic_ref<std::uint32_t>(*count).fetch_add(1U, std::memory_order_relaxed);
#endif
}

/// Whether any of the threads that run together says so; they go on together from here.
STICKSLIP_KERNEL inline bool any_of_warp(bool says) {
#if defined(__CUDA_ARCH__)
    return __any_sync(0xffffffffU, says) != 0;
#else
    return says;
#endif
}

}  // namespace stickslip::cuda
