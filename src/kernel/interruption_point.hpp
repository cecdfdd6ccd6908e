#pragma once

#include "scalar.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

/// `throw_if_interrupted` in code that lanes and devices compile as well: those are asked by whoever calls them,
/// between two tiles.
template <class T>
STICKSLIP_KERNEL inline void throw_if_scalar_interrupted() {
#if !defined(__CUDA_ARCH__)
    if constexpr (std::floating_point<T>) throw_if_interrupted();
#endif
}

}  // namespace stickslip
