#pragma once

// Small loops that are worth more registers, on processors that have AVX2. They do the same operations in the same
// order as elsewhere, without fused ones, so that results are the same on every processor.

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
/// The compiler makes a function twice, and the program takes the one that fits when it starts.
#define STICKSLIP_WIDE __attribute__((target_clones("avx2", "default")))
/// For functions that are called only where STICKSLIP_HAS_AVX2.
#define STICKSLIP_AVX2 __attribute__((target("avx2")))
#define STICKSLIP_HAS_AVX2 __builtin_cpu_supports("avx2")
#else
#define STICKSLIP_WIDE
#define STICKSLIP_AVX2
#define STICKSLIP_HAS_AVX2 false
#endif
/// What such a function calls becomes part of it.
#define STICKSLIP_WITHIN inline __attribute__((always_inline))

namespace stickslip::structure {

/// So many numbers that are dealt with at once.
template <int width>
struct Lanes {
    typedef double Type __attribute__((vector_size(width * sizeof(double))));
    typedef Type Unaligned __attribute__((aligned(sizeof(double)), may_alias));
};

/// A short column of numbers in registers of `width`.
template <int length, int width>
struct Column {
    static constexpr int parts = length / width;
    static_assert(parts * width == length);
    using Unaligned = typename Lanes<width>::Unaligned;
    typename Lanes<width>::Type part[parts];

    STICKSLIP_WITHIN void clear() {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] = typename Lanes<width>::Type{};
    }
    STICKSLIP_WITHIN void load(const double* from) {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] = *reinterpret_cast<const Unaligned*>(from + i * width);
    }
    STICKSLIP_WITHIN void store(double* to) const {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) *reinterpret_cast<Unaligned*>(to + i * width) = part[i];
    }
    STICKSLIP_WITHIN void scale(double factor) {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] *= factor;
    }
    STICKSLIP_WITHIN void add(double factor, const Column& other) {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] += factor * other.part[i];
    }
    STICKSLIP_WITHIN void subtract(double factor, const Column& other) {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] -= factor * other.part[i];
    }
    STICKSLIP_WITHIN void subtract(const Column& other) {
#pragma GCC unroll 4
        for (int i = 0; i < parts; ++i) part[i] -= other.part[i];
    }
};

}  // namespace stickslip::structure
