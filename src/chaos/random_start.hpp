#pragma once

// Random numbers that depend on a seed and an index only, so that parallel runs are the same for any thread count.

#include <cmath>
#include <cstdint>

#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// A well mixed 64-bit number for each (seed, index), the SplitMix64 finaliser.
inline std::uint64_t mixed(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed * 0xD1B54A32D192ED03ULL + (index + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// Uniform in [0, 1).
inline double uniform(std::uint64_t seed, std::uint64_t index) {
    return std::ldexp(static_cast<double>(mixed(seed, index) >> 11), -53);
}

/// A start moved by up to 10⁻⁶ of its size: near enough for the same attractor, far enough for chaos to forget it.
/// A start at rest keeps its velocity; the first one is not moved.
inline State kicked(const State& start, std::uint64_t seed, std::uint64_t index) {
    constexpr double relative_kick = 1e-6;
    if (index == 0) return start;
    const double size = std::abs(start.position) + std::abs(start.velocity);
    const double kick = relative_kick * (size > 0.0 ? size : 1.0);
    return {start.position + kick * (2.0 * uniform(seed, 2 * index) - 1.0),
            start.velocity == 0.0 ? 0.0 : start.velocity + kick * (2.0 * uniform(seed, 2 * index + 1) - 1.0)};
}

}  // namespace stickslip
