#pragma once

/// Marks functions that are compiled for the host and, by nvcc, for the device.
#if defined(__CUDACC__)
#define STICKSLIP_KERNEL __host__ __device__
#else
#define STICKSLIP_KERNEL
#endif

/// The same for functions large enough to be called: nvcc would else expand the whole solver into one function, which
/// takes it a quarter of an hour.
#if defined(__CUDACC__)
#define STICKSLIP_KERNEL_CALL __host__ __device__ __noinline__
#else
#define STICKSLIP_KERNEL_CALL
#endif

/// The same for parts of one loop, which are apart for the reader and one function for the compiler.
#if defined(__CUDACC__)
#define STICKSLIP_INLINE __host__ __device__ __forceinline__
#else
#define STICKSLIP_INLINE [[gnu::always_inline]] inline
#endif

/// Before a loop that nvcc would else write out turn by turn: what a GPU waits for most is code.
#if defined(__CUDACC__)
#define STICKSLIP_SHORT_LOOP _Pragma("unroll 1")
#else
#define STICKSLIP_SHORT_LOOP
#endif
